import { errors } from 'undici';
import { NodeUnavailable, type UnavailableReason } from '../node-unavailable.js';

/** What the errors of undici, and of the system below it, mean. Any other: the connection was lost. */
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
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'unexpected-answer'],
  ['UND_ERR_CLOSED', 'closed'],
  ['UND_ERR_DESTROYED', 'closed'],
]);

/**
 * What was thrown instead of an answer of HTTP, as why the node is unavailable. The error itself is dropped: it may hold the
 * request, and with it a password.
 */
export function transportError(error: unknown): NodeUnavailable {
  if (error instanceof NodeUnavailable) return error;
  if (error instanceof errors.HTTPParserError) {
    return new NodeUnavailable('what came is not HTTP', 'unexpected-answer');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new NodeUnavailable(`no answer over HTTP: ${code}`, REASONS.get(code) ?? 'connection-lost');
}
