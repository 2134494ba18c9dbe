import { createRejection, type Rejection } from '../../base/http/rejections.js';
import type { RateLimit, Verdict } from './rate-limit.js';

const SECOND = 1_000_000;

/** The challenge for an API key (RFC 6750, section 3). */
const CHALLENGE = ['www-authenticate', 'Bearer realm="dapikit"'];

export const API_KEY_MISSING = createRejection(
  401,
  'Expected an API key',
  {
    reason: 'api-key-missing',
    expected: 'a header Authorization: Bearer <key>, or X-Api-Key: <key>',
    fix: 'Request an API key from the operator of this gateway.',
  },
  CHALLENGE,
);

export const API_KEY_UNKNOWN = createRejection(
  401,
  'Unknown API key',
  {
    reason: 'api-key-unknown',
    expected: 'a key known to this gateway',
    fix: 'Check the key for typing errors, or request a new one.',
  },
  CHALLENGE,
);

/** Returns the rejection of a client that has used up its limit. Nothing of the request was executed. */
export function rateLimited(verdict: Verdict, limit: RateLimit): Rejection {
  const seconds = Math.max(1, Math.ceil(verdict.allowedIn / SECOND));
  return createRejection(
    429,
    'Too many requests',
    {
      reason: 'rate-limited',
      expected: `at most ${limit.burst} units at once and ${limit.perMinute} a minute`,
      fix: `Try again in ${seconds} s.`,
    },
    ['retry-after', String(seconds), ...rateLimitHeaders(verdict, limit)],
  );
}

/** Returns the rejection of a request above the burst. Nothing of it was executed. */
export function requestTooExpensive(cost: number, { burst }: RateLimit): Rejection {
  return createRejection(413, 'Request exceeds the rate-limit burst', {
    reason: 'request-too-expensive',
    expected: `at most ${burst} units at once`,
    found: `a request of ${cost} units`,
    fix: 'Send a smaller body: each started 16 KiB costs a unit.',
  });
}

/**
 * Describes the limit of a client, and what is left of it: `q` units that come back within `w` seconds, `r` of them there now, and all of
 * them in `t` seconds. Source: draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4.
 */
export function rateLimitHeaders({ remaining, fullIn }: Verdict, { burst, perMinute }: RateLimit): string[] {
  const window = Math.ceil((burst * 60) / perMinute);
  return [
    'ratelimit-policy',
    `"client";q=${burst};w=${window}`,
    'ratelimit',
    `"client";r=${remaining};t=${Math.ceil(fullIn / SECOND)}`,
  ];
}
