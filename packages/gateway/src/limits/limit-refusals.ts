import { refusal, type Refusal } from '../server/refusals.js';
import type { RateLimit, Verdict } from './rate-limit.js';

const SECOND = 1_000_000;

/** How clients are asked for a key (RFC 6750, section 3). */
const CHALLENGE = ['www-authenticate', 'Bearer realm="dapikit"'];

export const API_KEY_MISSING = refusal(
  401,
  'Expected an API key',
  {
    reason: 'api-key-missing',
    expected: 'a header Authorization: Bearer <key>, or X-Api-Key: <key>',
    mend: 'Ask whoever runs this gateway for a key.',
  },
  CHALLENGE,
);

export const API_KEY_UNKNOWN = refusal(
  401,
  'Unknown API key',
  {
    reason: 'api-key-unknown',
    expected: 'a key that this gateway was given',
    mend: 'Look whether the key was cut or mistyped, or ask for a new one.',
  },
  CHALLENGE,
);

/** The client has used up its limit. Nothing of the request was carried out. */
export function rateLimited(verdict: Verdict, limit: RateLimit): Refusal {
  const seconds = Math.max(1, Math.ceil(verdict.allowedIn / SECOND));
  return refusal(
    429,
    'Too many requests',
    {
      reason: 'rate-limited',
      expected: `at most ${limit.burst} units at once and ${limit.perMinute} a minute`,
      mend: `Try again in ${seconds} s.`,
    },
    ['retry-after', String(seconds), ...rateLimitHeaders(verdict, limit)],
  );
}

/**
 * Tells a client its limit, and what is left of it: `q` units that come back within `w` seconds, `r` of them there now, and all of
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
