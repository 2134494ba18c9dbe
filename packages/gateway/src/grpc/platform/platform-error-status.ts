import {
  ConsensusError,
  InputError,
  QueryError,
  StoreUnavailableError,
  UnpublishedFormError,
  UnreadableDocumentError,
} from '@dapikit/platform';
import { GrpcError } from '../method/grpc-error.js';

/**
 * Returns the status for an error of the platform in a query; `undefined` for another error. The network answers INVALID_ARGUMENT also
 * where the contract of a query is not there.
 */
export function platformErrorStatus(error: unknown): GrpcError | undefined {
  if (error instanceof QueryError || error instanceof InputError || error instanceof ConsensusError)
    return new GrpcError('invalidArgument', error.message, {}, { cause: error });
  if (error instanceof UnpublishedFormError)
    return new GrpcError('unimplemented', error.message, {}, { cause: error });
  if (error instanceof UnreadableDocumentError)
    return new GrpcError('failedPrecondition', error.message, {}, { cause: error });
  if (!(error instanceof StoreUnavailableError)) return undefined;
  return new GrpcError('unavailable', `The database of the platform ${error.words}`, {}, { cause: error });
}
