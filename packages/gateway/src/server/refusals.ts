import { ERROR_CODES, JsonRpcError, type ErrorData } from '../json-rpc/json-rpc-error.js';
import { writeError } from '../json-rpc/response-text.js';
import { writeProblem } from '../routes/problem.js';

/** The answer to an HTTP request that no handler gets to see: its status, its extra headers, and its body. */
export interface Refusal {
  readonly status: number;
  readonly headers: readonly string[];
  readonly error: JsonRpcError;
  /** The error as a JSON-RPC answer under the id null. */
  readonly body: string;
  /** A problem (RFC 9457), for the routes whose errors are problems. */
  readonly problem: string;
}

/** A refusal, in both forms that errors have, so that a client never has to parse prose. */
export function refusal(
  status: number,
  message: string,
  data: ErrorData,
  headers: readonly string[] = [],
): Refusal {
  const error = new JsonRpcError(ERROR_CODES.invalidRequest, message, data);
  return {
    status,
    headers,
    error,
    body: writeError(error, 'null'),
    problem: writeProblem(status, message, data),
  };
}

/** There is nothing at the path; these are those that there are. */
export function pathNotFound(paths: readonly string[]): Refusal {
  return refusal(404, 'Not found', {
    reason: 'path-not-found',
    expected: `one of the paths ${paths.join(', ')}`,
  });
}

/** The path has other verbs. */
export function methodNotAllowed(allowed: readonly string[]): Refusal {
  const expected = allowed.join(', ');
  return refusal(405, 'Method not allowed', { reason: 'method-not-allowed', expected }, ['allow', expected]);
}

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

/** Only a mistake in the gateway itself leads here. */
export const INTERNAL_ERROR = refusal(500, 'Internal error', {
  reason: 'internal-error',
  mend: 'Look for the request id in the log of the gateway.',
});

/** The body is larger than the setting `max-body-bytes`. */
export function bodyTooLarge(maxBodyBytes: number): Refusal {
  return refusal(413, 'Request body is too large', {
    reason: 'body-too-large',
    expected: `at most ${maxBodyBytes} bytes`,
  });
}
