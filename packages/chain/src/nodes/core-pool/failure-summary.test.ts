import { expect, it } from 'vitest';
import { transportError } from '../core-node/transport-error.js';
import {
  NodeUnavailableError,
  UNAVAILABILITIES,
  type UnavailableReason,
} from '../../layer1/node-unavailable-error.js';
import { failureSummary } from './failure-summary.js';

it.each([
  ['ECONNREFUSED', 'connection refused'],
  ['ENOTFOUND', 'host not found'],
  ['EHOSTUNREACH', 'no route to host'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connection timed out'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)'],
  ['EADDRNOTAVAIL', 'unreachable (EADDRNOTAVAIL)'],
  ['ECONNRESET', 'connection lost'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
])('failureSummary of the transport error %s is "%s"', (code, summary) => {
  const error = Object.assign(new Error(`${code} 10.0.0.1:9998`), { code });
  expect(failureSummary(transportError(error))).toBe(summary);
});

it.each([
  ['unauthorized', 'unauthorized (HTTP 401)'],
  ['forbidden', 'forbidden (HTTP 403)'],
  ['unreachable', 'unreachable'],
  ['starting', 'starting: Loading block index…'],
] as const)('failureSummary of %s is "%s"', (reason, summary) => {
  expect(failureSummary(new NodeUnavailableError('Loading block index…', reason))).toBe(summary);
});

it('failureSummary omits the message of every other reason, which may name a host', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object's own names
  const reasons = Object.keys(UNAVAILABILITIES) as UnavailableReason[];
  for (const reason of reasons.filter((reason) => reason !== 'starting'))
    expect(failureSummary(new NodeUnavailableError('secret.host:9998', reason))).not.toContain('secret');
});
