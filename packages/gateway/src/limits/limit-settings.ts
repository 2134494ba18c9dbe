import type { ApiKey } from './api-key.js';
import type { ProxyTrust } from './client-address.js';
import type { RateLimit } from './rate-limit.js';

/** What one client may take of the gateway, and how clients are told apart. */
export interface LimitSettings extends ProxyTrust {
  /** For each client address, or the key in its place; `undefined` for no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** Where several gateways keep their rate limits together: `redis://…` or `rediss://…`. */
  readonly rateLimitRedis: string | undefined;
  readonly apiKeys: readonly ApiKey[];
  /** Whether a request without a key is refused. Otherwise a key only gives a limit of its own. */
  readonly isApiKeyRequired: boolean;
  /** Connections of one client address that are open at once; those beyond are closed as they come. */
  readonly maxConnectionsPerAddress: number;
}

/** No limits on a client besides those on everybody: what a chain on one's own machine wants. */
export const DEFAULT_LIMIT_SETTINGS: LimitSettings = {
  rateLimit: undefined,
  rateLimitRedis: undefined,
  apiKeys: [],
  isApiKeyRequired: false,
  trustedProxies: [],
  forwardedHeader: 'x-forwarded-for',
  maxConnectionsPerAddress: 1000,
};

/** For a gateway that others use: four times the rate of the official one, and room for two full batches of plain calls. */
export const SERVING_LIMIT_SETTINGS: Pick<LimitSettings, 'rateLimit' | 'maxConnectionsPerAddress'> = {
  rateLimit: { perMinute: 600, burst: 200 },
  maxConnectionsPerAddress: 100,
};
