import type { JsonRpcError } from './json-rpc-error.js';
import { Base64Response } from './base64-response.js';
import type { PiecedResponse } from './pieced-response.js';
import type { SourceText } from './json.js';

/** Represents the text of a response, or what writes it. */
export type ResponseText = string | PiecedResponse;

/**
 * Returns the JSON text of a response with a result. Bytes are Base64. `id` is the text of the request's id.
 * @throws {TypeError} for a result that JSON cannot represent: a defect of the method.
 */
export function writeResult(result: unknown, id: SourceText): ResponseText {
  if (result instanceof Uint8Array) return new Base64Response(result, id);
  const json = JSON.stringify(result);
  if (json === undefined) throw new TypeError('a method returned a result that JSON cannot represent');
  return `{"jsonrpc":"2.0","result":${json},"id":${id}}`;
}

/** Returns the JSON text of a response with an error. `id` is the text of the request's id, or `null`. */
export function writeError({ code, message, data }: JsonRpcError, id: SourceText): string {
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`;
}
