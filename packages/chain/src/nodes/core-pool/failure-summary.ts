import type { NodeUnavailableError, UnavailableReason } from '../../layer1/node-unavailable-error.js';

const SUMMARIES: Readonly<Record<UnavailableReason, string>> = {
  unreachable: 'unreachable',
  'connection-lost': 'connection lost',
  timeout: 'timeout',
  busy: 'too many calls in flight',
  'bad-gateway': 'bad gateway (HTTP 502)',
  overloaded: 'work queue full (HTTP 503)',
  starting: 'starting',
  'no-credentials': 'credentials cannot be read',
  unauthorized: 'unauthorized (HTTP 401)',
  forbidden: 'forbidden (HTTP 403)',
  'unexpected-answer': 'unexpected response',
  'response-too-large': 'response too large',
  cancelled: 'cancelled',
  closed: 'closed',
};

/** Descriptions of error codes of the system and of TLS, for a node that cannot be reached. */
const UNREACHABLE: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ENOTFOUND', 'host not found'],
  ['EAI_AGAIN', 'host not found'],
  ['EHOSTDOWN', 'no route to host'],
  ['EHOSTUNREACH', 'no route to host'],
  ['ENETDOWN', 'no route to host'],
  ['ENETUNREACH', 'no route to host'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connection timed out'],
  ['EPROTO', 'no TLS'],
]);

/** The code of a certificate that is not accepted. */
const CERTIFICATE = /CERT|LEAF_SIGNATURE/;

/** Returns why a node is unavailable in a few words, such as `connection refused`. They name neither host nor node. */
export function failureSummary({ reason, code, message }: NodeUnavailableError): string {
  // Dash Core's own words, such as "Loading block index…".
  if (reason === 'starting') return `starting: ${message}`;
  if (reason !== 'unreachable' || code === undefined) return SUMMARIES[reason];
  if (CERTIFICATE.test(code)) return `certificate not trusted (${code})`;
  return UNREACHABLE.get(code) ?? `unreachable (${code})`;
}
