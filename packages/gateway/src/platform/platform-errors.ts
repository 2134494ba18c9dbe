import {
  BadExport,
  BadInput,
  ContractRefused,
  MalformedDocument,
  PlatformError,
  QueryError,
  StoreUnavailable,
  TotalOverflow,
  UnknownSnapshot,
  UnreadableDocument,
} from '@dapikit/platform';
import { ERROR_CODES, invalidParams, JsonRpcError } from '../json-rpc/json-rpc-error.js';
import { plainJson } from './plain-json.js';

/** What the platform throws as an error object; what is not foreseen stays as it is, and becomes -32603. */
export function jsonRpcErrorOf(error: unknown): unknown {
  if (error instanceof PlatformError || error instanceof ContractRefused) return refusedError(error);
  if (error instanceof BadInput) {
    const { place, expected, found, advice } = error;
    return invalidParams(error.message, {
      reason: 'invalid-params',
      expected,
      found,
      at: placeOf(place),
      mend: advice,
    });
  }
  if (error instanceof QueryError)
    return invalidParams(error.message, {
      reason: error.name,
      at: placeOf(error.place),
      mend: error.advice,
    });
  if (error instanceof MalformedDocument)
    return invalidParams(error.message, { reason: 'malformed-document', at: '/params/data' });
  if (error instanceof TotalOverflow)
    return invalidParams(error.message, { reason: 'total-overflow', at: '/params/data' });
  if (error instanceof UnknownSnapshot)
    return invalidParams(error.message, { reason: 'unknown-snapshot', at: '/params/id' });
  if (error instanceof BadExport)
    return invalidParams(error.message, { reason: 'bad-export', at: '/params/file' });
  if (error instanceof UnreadableDocument)
    return new JsonRpcError(ERROR_CODES.refused, error.message, { reason: 'unreadable-document' });
  if (error instanceof StoreUnavailable) return storeError(error);
  return error;
}

/** Where the store is, and what its database says of it, is for the log alone. */
function storeError(cause: StoreUnavailable): JsonRpcError {
  const { reason, isPassing, mayBeStored, words, advice } = cause;
  return new JsonRpcError(
    ERROR_CODES.unavailable,
    `The database of the platform ${words}`,
    { reason: 'store-unavailable', mend: advice, store: { reason, isPassing, mayBeStored } },
    { cause },
  );
}

function refusedError(error: PlatformError | ContractRefused): JsonRpcError {
  const { name, code, isPaid, fee, expected, found, advice } = error;
  const { message } = error;
  const more =
    error instanceof ContractRefused
      ? { diagnostics: error.diagnostics }
      : {
          payload: plainJson(error.payload),
          ...(error.also.length === 0 ? {} : { also: error.also.map((one) => refusedError(one).data) }),
        };
  return new JsonRpcError(ERROR_CODES.refused, message, {
    reason: name,
    ...(code === undefined ? {} : { code }),
    isPaid,
    ...(fee === undefined ? {} : { fee: plainJson(fee) }),
    expected,
    found,
    mend: advice,
    ...more,
  });
}

/** The place of a member, such as `where[1]`, as a JSON pointer. */
const placeOf = (place: string): string =>
  /^[\w.[\]$]+$/.test(place)
    ? `/params/${place.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`
    : '/params';
