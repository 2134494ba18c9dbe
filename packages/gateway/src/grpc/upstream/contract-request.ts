import { create } from '@bufbuild/protobuf';
import { GetDataContractRequestSchema, type GetDataContractRequest } from '../generated/dapi_pb.js';

/** Returns the request of a contract with its proof. @param id 32 bytes */
export const contractRequest = (id: Uint8Array): GetDataContractRequest =>
  create(GetDataContractRequestSchema, { version: { case: 'v0', value: { id, prove: true } } });
