import { isDeepStrictEqual } from 'node:util';
import { BACKEND_SETTINGS, type BackendUrls } from './bucket-backends.js';
import type { ApiKey } from './api-key.js';
import type { ProxyTrust } from './client-address.js';
import type { RateLimit } from './rate-limit.js';

/** Limits one client, and says how clients are identified. */
export interface LimitSettings extends ProxyTrust, BackendUrls {
  /** For each client address, or the key in its place; `undefined` for no limit. */
  readonly rateLimit: RateLimit | undefined;
  readonly apiKeys: readonly ApiKey[];
  /** True if a request without a key is rejected. Otherwise a key only gives a limit of its own. */
  readonly isApiKeyRequired: boolean;
  /** Connections of one client address that are open at once; those beyond are closed as they come. */
  readonly maxConnectionsPerAddress: number;
}

/** Names the settings that only open limits read. The compiler rejects a list that lacks one. */
const OPENING: Readonly<
  Record<Exclude<keyof LimitSettings, keyof BackendUrls | 'maxConnectionsPerAddress'>, true>
> = {
  rateLimit: true,
  apiKeys: true,
  isApiKeyRequired: true,
  trustedProxies: true,
  forwardedHeader: true,
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record of names
const NAMES = [...BACKEND_SETTINGS, ...(Object.keys(OPENING) as (keyof typeof OPENING)[])];

/** Returns whether two settings identify and limit clients in the same way, so that their buckets can stay. Connections are limited by the settings of the time. */
export function hasSameLimits(one: LimitSettings, other: LimitSettings): boolean {
  return NAMES.every((name) => isDeepStrictEqual(one[name], other[name]));
}
