import type { JsonRpcError } from './json-rpc-error.js';
import type { SourceText } from './request.js';

/**
 * Returns the JSON text of a response with a result. `id` is the text of the request's id.
 * @throws {TypeError} for a result that JSON cannot represent: a defect of the method.
 */
export function writeResult(result: unknown, id: SourceText): string {
  const json = JSON.stringify(result);
  if (json === undefined) throw new TypeError('a method returned a result that JSON cannot represent');
  return `{"jsonrpc":"2.0","result":${json},"id":${id}}`;
}

/** Returns the JSON text of a response with an error. `id` is the text of the request's id, or `null`. */
export function writeError({ code, message, data }: JsonRpcError, id: SourceText): string {
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`;
}
