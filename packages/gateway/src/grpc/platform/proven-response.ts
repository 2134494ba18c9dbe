import {
  ProofsUnavailableError,
  ProofsUnpublishedError,
  type Platform,
  type ProvenState,
} from '@dapikit/platform';
import { UnprovableQueryError } from '@dapikit/proof';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { GrpcError } from '../method/grpc-error.js';
import type { ProofSchema, ResponseMetadataSchema } from '../generated/dapi_pb.js';
import { metadataOf } from './response-metadata.js';

/** Content of a response with a proof, in version 0. */
export interface ProvenResponse {
  readonly version: {
    readonly case: 'v0';
    readonly value: {
      readonly result: { readonly case: 'proof'; readonly value: MessageInitShape<typeof ProofSchema> };
      readonly metadata: MessageInitShape<typeof ResponseMetadataSchema>;
    };
  };
}

/**
 * Reads one signed state.
 * @throws {GrpcError} UNIMPLEMENTED at a protocol whose trees are not published, FAILED_PRECONDITION where the platform makes no proofs, INVALID_ARGUMENT for a query without a valid proof
 */
export async function readProven<Result>(
  platform: Platform,
  read: (state: ProvenState) => Promise<Result>,
): Promise<Result> {
  try {
    return await platform.readProvenState(read);
  } catch (error) {
    if (error instanceof ProofsUnpublishedError) throw new GrpcError('unimplemented', error.message);
    if (error instanceof ProofsUnavailableError) throw new GrpcError('failedPrecondition', error.message);
    if (error instanceof UnprovableQueryError) throw new GrpcError('invalidArgument', error.message);
    throw error;
  }
}

/**
 * Answers from one signed state with a proof.
 * @param prove returns the proof of GroveDB
 * @throws {GrpcError} as {@link readProven}
 */
export const provenResponse = async (
  platform: Platform,
  prove: (state: ProvenState) => Promise<Uint8Array>,
): Promise<ProvenResponse> =>
  readProven(platform, async (state) => {
    const value = { grovedbProof: await prove(state), ...state.signature };
    return {
      version: { case: 'v0', value: { result: { case: 'proof', value }, metadata: metadataOf(state) } },
    };
  });
