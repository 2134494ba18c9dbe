import type { ApiKey } from './api-key.js';
import type { ProxyTrust } from './client-address.js';
import type { RateLimit } from './rate-limit.js';

/** Limits one client, and says how clients are identified. */
export interface LimitSettings extends ProxyTrust {
  /** For each client address, or the key in its place; `undefined` for no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** The shared store of the rate limits of several gateways: `redis://…` or `rediss://…`. */
  readonly rateLimitRedis: string | undefined;
  readonly apiKeys: readonly ApiKey[];
  /** Whether a request without a key is rejected. Otherwise a key only gives a limit of its own. */
  readonly isApiKeyRequired: boolean;
  /** Connections of one client address that are open at once; those beyond are closed as they come. */
  readonly maxConnectionsPerAddress: number;
}
