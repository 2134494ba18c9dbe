import { SERVING_LIMIT_SETTINGS } from '@dapikit/gateway';
import { limitOptions } from '../commands/limit-options.js';
import { maskedUrl } from './masked-url.js';
import { settingOf } from './setting.js';

const COUNT = { type: 'integer', minimum: 0 };
const TEXT = { type: 'string', minLength: 1 };

/** The settings of the limits on clients: those of the options, with the limit that a gateway in public has. */
export const clientLimitSettings = {
  rateLimit: settingOf(
    { ...limitOptions.rateLimit, default: SERVING_LIMIT_SETTINGS.rateLimit?.perMinute ?? 0 },
    COUNT,
  ),
  rateBurst: settingOf(limitOptions.rateBurst, COUNT),
  redis: settingOf(limitOptions.redis, TEXT, (address) => address && maskedUrl(address)),
  apiKeys: settingOf({ ...limitOptions.apiKeys, defaultText: 'none' }, TEXT, (keys) =>
    keys.map(({ name }) => name),
  ),
  requireApiKey: settingOf({ ...limitOptions.requireApiKey, defaultText: 'false' }, { type: 'boolean' }),
  trustedProxies: settingOf({ ...limitOptions.trustedProxies, defaultText: 'none' }, TEXT),
  forwardedHeader: settingOf(limitOptions.forwardedHeader, TEXT),
  maxConnectionsPerAddress: settingOf(
    {
      ...limitOptions.maxConnectionsPerAddress,
      default: SERVING_LIMIT_SETTINGS.maxConnectionsPerAddress,
    },
    COUNT,
  ),
} as const;
