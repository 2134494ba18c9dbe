import { readFileSync } from 'node:fs';
import {
  clientAddresses,
  DEAREST_COST,
  DEFAULT_LIMIT_SETTINGS,
  FORWARDED_HEADERS,
  SERVING_LIMIT_SETTINGS,
  ApiKeysError,
  methods,
  readApiKeys,
  routes,
  type ApiKey,
  type LimitSettings,
} from '@dapikit/gateway';
import { integer, oneOf, option, toggle, UsageError, type Values } from '../option.js';

const LONGEST_MINUTE = 60_000_000;
const HIGHEST_BURST = 1_000_000;
const BURST = SERVING_LIMIT_SETTINGS.rateLimit?.burst ?? DEAREST_COST;

/** What takes more than a unit. */
const DEAR = [
  ...methods.map(({ name, cost = 1 }) => [name, cost] as const),
  ...routes.map(({ path, cost = 1 }) => [path, cost] as const),
].flatMap(([name, cost]) => (typeof cost === 'number' && cost > 1 ? [`${name} ${cost}`] : []));

function readKeyFile(file: string, name: string): readonly ApiKey[] {
  try {
    return readApiKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof ApiKeysError || (error instanceof Error && 'code' in error))
      throw new UsageError(`${name}: ${file}: ${error.message}`);
    throw error;
  }
}

/** Nothing of it is in the message: there may be a password in it. */
function readRedis(value: string, name: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol === 'redis:' || protocol === 'rediss:') return value;
  throw new UsageError(`${name}: expected redis://… or rediss://…, found something else`);
}

function readProxies(value: string, name: string): readonly string[] {
  const trustedProxies = value.split(',').map((network) => network.trim());
  try {
    clientAddresses({ trustedProxies, forwardedHeader: DEFAULT_LIMIT_SETTINGS.forwardedHeader });
    return trustedProxies;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${name}: ${error.message}`);
    throw error;
  }
}

/** What a gateway can be told of the limits on its clients. */
export const limitOptions = {
  rateLimit: option({
    flag: 'rate-limit',
    value: 'units',
    about: `units a client address has in a minute, 0 for no limit; a call takes 1, ${DEAR.join(', ')}, those at /platform 1 to 20`,
    default: DEFAULT_LIMIT_SETTINGS.rateLimit?.perMinute ?? 0,
    read: integer(0, LONGEST_MINUTE),
  }),
  rateBurst: option({
    flag: 'rate-burst',
    value: 'units',
    about: 'units a client that has rested has at once, where there is a limit',
    default: BURST,
    read: integer(DEAREST_COST, HIGHEST_BURST),
  }),
  redis: option<string | undefined>({
    flag: 'redis',
    env: 'DAPIKIT_REDIS',
    value: 'url',
    about: 'Redis or Valkey in which several gateways count together, such as redis://127.0.0.1:6379',
    default: DEFAULT_LIMIT_SETTINGS.rateLimitRedis,
    read: readRedis,
  }),
  apiKeys: option<readonly ApiKey[]>({
    flag: 'api-keys',
    value: 'file',
    about: 'API keys (JSON); who has one is limited by it and not by address: see dapikit key',
    default: DEFAULT_LIMIT_SETTINGS.apiKeys,
    read: readKeyFile,
  }),
  requireApiKey: option({
    flag: 'require-api-key',
    about: 'refuse requests without an API key',
    default: DEFAULT_LIMIT_SETTINGS.isApiKeyRequired,
    read: toggle,
  }),
  trustedProxies: option<readonly string[]>({
    flag: 'trusted-proxies',
    value: 'networks',
    about: 'proxies that are believed whom they ask for, such as 10.0.0.0/8,::1',
    default: DEFAULT_LIMIT_SETTINGS.trustedProxies,
    read: readProxies,
  }),
  forwardedHeader: option({
    flag: 'forwarded-header',
    value: 'name',
    about: `the header in which they say it: ${FORWARDED_HEADERS.join(' or ')}`,
    default: DEFAULT_LIMIT_SETTINGS.forwardedHeader,
    read: oneOf(FORWARDED_HEADERS),
  }),
  maxConnectionsPerAddress: option({
    flag: 'max-connections-per-address',
    value: 'connections',
    about: 'most connections of one client address at once; those of trusted proxies are not counted',
    default: DEFAULT_LIMIT_SETTINGS.maxConnectionsPerAddress,
    read: integer(1, 1_000_000),
  }),
} as const;

/** The limits that the options say. */
export function limitSettings(options: Values<typeof limitOptions>): LimitSettings {
  const { rateLimit, rateBurst, redis, apiKeys, requireApiKey, trustedProxies, forwardedHeader } = options;
  if (requireApiKey && apiKeys.length === 0)
    throw new UsageError('--require-api-key: there are no keys; name a file of them with --api-keys');
  return {
    rateLimit: rateLimit === 0 ? undefined : { perMinute: rateLimit, burst: rateBurst },
    rateLimitRedis: redis,
    apiKeys,
    isApiKeyRequired: requireApiKey,
    trustedProxies,
    forwardedHeader,
    maxConnectionsPerAddress: options.maxConnectionsPerAddress,
  };
}
