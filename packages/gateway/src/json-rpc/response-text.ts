import type { JsonRpcError } from './json-rpc-error.js';
import type { SourceText } from './request.js';

/**
 * The JSON text of a response with a result. `id` is the text of the request's id.
 * @throws {TypeError} for a result that JSON cannot tell: the method is at fault.
 */
export function writeResult(result: unknown, id: SourceText): string {
  const json = JSON.stringify(result);
  if (json === undefined) throw new TypeError('a method gave a result that JSON cannot tell');
  return `{"jsonrpc":"2.0","result":${json},"id":${id}}`;
}

/** The JSON text of a response with an error. `id` is the text of the request's id, or `null`. */
export function writeError({ code, message, data }: JsonRpcError, id: SourceText): string {
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`;
}
