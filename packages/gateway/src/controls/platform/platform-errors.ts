import { docsLink, linkDocs } from '@dapikit/contract';
import {
  ConsensusError,
  ContractRejectedError,
  DamagedAggregateError,
  errorBytes,
  InputError,
  isPlatformError,
  NoFeedError,
  payloadJson,
  type PlatformError,
  type QueryError,
  StoreUnavailableError,
  UnreadableDocumentError,
} from '@dapikit/platform';
import {
  ERROR_CODES,
  invalidParams,
  JsonRpcError,
  type ErrorData,
} from '../../base/messages/json-rpc-error.js';
import { plainJson } from './plain-json.js';

/**
 * Returns an error of the platform as an error object. Other errors are returned as they are, and become -32603.
 *
 * @param docsUrl address of the documentation's site, for `docs`; without one it is the command that explains the error
 */
export function jsonRpcErrorOf(error: unknown, docsUrl?: string): unknown {
  if (!isPlatformError(error) || error instanceof DamagedAggregateError) return error;
  if (error instanceof StoreUnavailableError) return storeError(error, docsUrl);
  if (error instanceof ConsensusError || error instanceof ContractRejectedError)
    return rejectionOf(error, docsUrl);
  if (error instanceof NoFeedError)
    return new JsonRpcError(ERROR_CODES.unavailable, error.message, dataOf(error, docsUrl));
  if (error instanceof UnreadableDocumentError)
    return new JsonRpcError(ERROR_CODES.rejected, error.message, dataOf(error, docsUrl));
  return invalidParams(error.message, {
    ...dataOf(error, docsUrl),
    ...(error instanceof InputError ? { reason: 'invalid-params' } : {}),
  });
}

/** Hides where the store is and what its database says: both are for the log alone. */
function storeError(cause: StoreUnavailableError, docsUrl: string | undefined): JsonRpcError {
  const { reason, isTransient, maybeCommitted, words } = cause;
  return new JsonRpcError(
    ERROR_CODES.unavailable,
    `The database of the platform ${words}`,
    {
      ...dataOf(cause, docsUrl),
      reason: 'store-unavailable',
      store: { reason, isTransient, maybeCommitted },
    },
    { cause },
  );
}

function rejectionOf(
  error: ConsensusError | ContractRejectedError,
  docsUrl: string | undefined,
): JsonRpcError {
  const { code, isPaid, fee, message } = error;
  const more =
    error instanceof ContractRejectedError
      ? { diagnostics: linkDocs(error.diagnostics, docsUrl) }
      : {
          payload: payloadJson(error),
          ...(error.also.length === 0
            ? {}
            : { also: error.also.map((one) => rejectionOf(one, docsUrl).data) }),
        };
  const bytes = errorBytes(error);
  return new JsonRpcError(ERROR_CODES.rejected, message, {
    ...dataOf(error, docsUrl),
    ...(code === undefined ? {} : { code }),
    ...(bytes === undefined ? {} : { serialized: Buffer.from(bytes).toString('base64') }),
    isPaid,
    ...(fee === undefined ? {} : { fee: plainJson(fee) }),
    ...more,
  });
}

/** Returns the members that all errors of the platform have. */
function dataOf(
  { reason, expected, found, at, fix, docs }: PlatformError | QueryError,
  docsUrl: string | undefined,
): ErrorData {
  return {
    reason,
    ...(expected === undefined ? {} : { expected }),
    ...(found === undefined ? {} : { found }),
    ...(at === undefined ? {} : { at: `/params${at}` }),
    ...(fix === undefined ? {} : { fix }),
    docs: docsLink(docs, docsUrl),
  };
}
