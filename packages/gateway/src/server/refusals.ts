import { ERROR_CODES, JsonRpcError, type ErrorData } from '../json-rpc/json-rpc-error.js';
import { writeError } from '../json-rpc/dispatch.js';

/** An HTTP request that never becomes a JSON-RPC call: its status, its extra headers, and the error object that is its body. */
export interface Refusal {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** A refusal with a JSON-RPC error object as its body, so that a client never has to parse prose. */
export function refusal(
  status: number,
  message: string,
  data: ErrorData,
  headers: readonly string[] = [],
): Refusal {
  const error = new JsonRpcError(ERROR_CODES.invalidRequest, message, data);
  return { status, headers, body: writeError(error, 'null') };
}

export const PATH_NOT_FOUND = refusal(404, 'Not found', {
  reason: 'path-not-found',
  expected: 'the path /',
});

export const METHOD_NOT_ALLOWED = refusal(
  405,
  'Method not allowed',
  { reason: 'method-not-allowed', expected: 'POST' },
  ['allow', 'POST'],
);

export const UNSUPPORTED_MEDIA_TYPE = refusal(415, 'Expected request with `Content-Type: application/json`', {
  reason: 'unsupported-media-type',
  expected: 'application/json',
});

export const UNSUPPORTED_ENCODING = refusal(415, 'Expected a request that is not compressed', {
  reason: 'unsupported-content-encoding',
  expected: 'no Content-Encoding',
});

export const HOST_MISSING = refusal(400, 'Expected a Host header', {
  reason: 'host-missing',
  expected: 'a Host header, as HTTP/1.1 requires',
});

export const HTTPS_REQUIRED = refusal(
  426,
  'Expected HTTPS',
  { reason: 'https-required', expected: 'https', found: 'http' },
  ['upgrade', 'TLS/1.2, HTTP/1.1', 'connection', 'upgrade'],
);

/** The body is larger than the setting `max-body-bytes`. */
export function bodyTooLarge(maxBodyBytes: number): Refusal {
  return refusal(413, 'Request body is too large', {
    reason: 'body-too-large',
    expected: `at most ${maxBodyBytes} bytes`,
  });
}
