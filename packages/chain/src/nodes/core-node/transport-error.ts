import { errors } from 'undici';
import { NodeUnavailableError, type UnavailableReason } from '../../layer1/node-unavailable-error.js';

/** Reasons by the codes of errors of undici, and of the system below it. Any other: the connection was lost. */
const REASONS: ReadonlyMap<string, UnavailableReason> = new Map([
  ['ECONNREFUSED', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['EAI_AGAIN', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
  ['CERT_HAS_EXPIRED', 'unreachable'],
  ['CERT_NOT_YET_VALID', 'unreachable'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable'],
  ['EPROTO', 'unreachable'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unreachable'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unreachable'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unreachable'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'unexpected-answer'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'unexpected-answer'],
  ['UND_ERR_CLOSED', 'closed'],
  ['UND_ERR_DESTROYED', 'closed'],
]);

/**
 * Converts an error of the HTTP client to the reason why the node is unavailable. The error itself is dropped: it may contain the
 * request, and with it a password.
 */
export function transportError(error: unknown): NodeUnavailableError {
  if (error instanceof NodeUnavailableError) return error;
  if (error instanceof errors.HTTPParserError) {
    return new NodeUnavailableError('the response is not HTTP', 'unexpected-answer');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new NodeUnavailableError(
    `no response over HTTP: ${code}`,
    REASONS.get(code) ?? 'connection-lost',
    code,
  );
}
