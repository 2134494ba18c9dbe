import { ERROR_CODES, JsonRpcError, type ErrorData } from '../messages/json-rpc-error.js';
import { writeError } from '../messages/response-text.js';
import { writeProblem } from './problem-error.js';

/** Describes the answer to an HTTP request that no handler gets to see: its status, its extra headers, and its body. */
export interface Rejection {
  readonly status: number;
  readonly headers: readonly string[];
  readonly error: JsonRpcError;
  /** The error as a JSON-RPC answer under the id null. */
  readonly body: string;
  /** A problem (RFC 9457), for the routes whose errors are problems. */
  readonly problem: string;
}

/** Returns a rejection, in both forms that errors have, so that a client never has to parse prose. */
export function createRejection(
  status: number,
  message: string,
  data: ErrorData,
  headers: readonly string[] = [],
): Rejection {
  const error = new JsonRpcError(ERROR_CODES.invalidRequest, message, data);
  return {
    status,
    headers,
    error,
    body: writeError(error, 'null'),
    problem: writeProblem(status, message, data),
  };
}

/** Returns the rejection of an unknown path, with the known ones. */
export function pathNotFound(paths: readonly string[]): Rejection {
  return createRejection(404, 'Not found', {
    reason: 'path-not-found',
    expected: `one of the paths ${paths.join(', ')}`,
  });
}

/** Returns the rejection of a verb that the path does not have. @param fix what its sender can do instead */
export function methodNotAllowed(allowed: readonly string[], fix?: string): Rejection {
  const expected = allowed.join(', ');
  const details = { reason: 'method-not-allowed', expected, ...(fix !== undefined && { fix }) };
  return createRejection(405, 'Method not allowed', details, ['allow', expected]);
}

export const UNSUPPORTED_MEDIA_TYPE = createRejection(
  415,
  'Expected request with `Content-Type: application/json`',
  {
    reason: 'unsupported-media-type',
    expected: 'application/json',
  },
);

export const UNSUPPORTED_ENCODING = createRejection(415, 'Expected a request that is not compressed', {
  reason: 'unsupported-content-encoding',
  expected: 'no Content-Encoding',
});

export const HTTPS_REQUIRED = createRejection(
  426,
  'Expected HTTPS',
  { reason: 'https-required', expected: 'https', found: 'http' },
  ['upgrade', 'TLS/1.2, HTTP/1.1', 'connection', 'upgrade'],
);

/** Defines the response to a bug of the gateway. */
export const INTERNAL_ERROR = createRejection(500, 'Internal error', {
  reason: 'internal-error',
  fix: 'Search the log of the gateway for the request id.',
});

/** Returns the rejection of a body larger than the setting `max-body-bytes`. */
export function bodyTooLarge(maxBodyBytes: number): Rejection {
  return createRejection(413, 'Request body is too large', {
    reason: 'body-too-large',
    expected: `at most ${maxBodyBytes} bytes`,
  });
}

/** Defines the rejection of a request whose body is too large beside those of the other open requests of its connection. */
export const CONNECTION_FULL = createRejection(413, 'Request bodies of the connection are too large', {
  reason: 'body-too-large',
  expected: 'fewer requests at a time',
});
