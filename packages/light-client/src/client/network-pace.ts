import type { NetworkParameters } from '@dapikit/chain/browser';
import type { PeerLimits } from '../peers/peer.js';

/** Interval of the requests for headers: public blocks come every two and a half minutes, local ones at any time. */
const POLL_MS = 10_000;
const LOCAL_POLL_MS = 300;
/** Local peers have no limit of requests. */
const LOCAL_LIMITS: PeerLimits = { requestsPerSecond: 1000, maxInFlight: 64 };

/** Returns how often peers of a network are asked: the limits of each, and the interval of the requests for headers in milliseconds. */
export function paceOf({ name }: NetworkParameters): {
  readonly limits: Partial<PeerLimits>;
  readonly pollMs: number;
} {
  return name === 'regtest'
    ? { limits: LOCAL_LIMITS, pollMs: LOCAL_POLL_MS }
    : { limits: {}, pollMs: POLL_MS };
}
