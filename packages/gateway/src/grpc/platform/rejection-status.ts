import { errorBytes, type ConsensusError, type ContractRejectedError } from '@dapikit/platform';
import { encode } from 'cborg';
import { GrpcError, type GrpcMetadata, type GrpcStatusName } from '../method/grpc-error.js';

/** The first code of each family of consensus errors, and its status. Source: `error_mapping.rs` of rs-dapi in dashpay/platform. */
const STATUSES: readonly (readonly [from: number, status: GrpcStatusName])[] = [
  [40_000, 'invalidArgument'],
  [30_000, 'failedPrecondition'],
  [20_000, 'unauthenticated'],
  [10_000, 'invalidArgument'],
];

/**
 * Returns the status for a rejected state transition: its code and its serialised form are metadata, which official clients decode.
 * Where the network has no such form, the code is left out as well: dapi-client cannot read one without the other.
 */
export function rejectionStatusOf(error: ConsensusError | ContractRejectedError): GrpcError {
  const { code = 0, message } = error;
  const [, status] = STATUSES.find(([from]) => code >= from) ?? [0, 'invalidArgument'];
  return new GrpcError(status, message, metadataOf(error), { cause: error });
}

function metadataOf(error: ConsensusError | ContractRejectedError): GrpcMetadata {
  const { code, message } = error;
  const bytes = errorBytes(error);
  if (bytes === undefined || code === undefined) return {};
  return {
    code: String(code),
    'drive-error-data-bin': encode({ code, message, consensus_error: bytes }),
    ...serializedError(bytes),
  };
}

/** Returns the serialised form of an error as metadata. */
export const serializedError = (bytes: Uint8Array): GrpcMetadata => ({
  'dash-serialized-consensus-error-bin': bytes,
});
