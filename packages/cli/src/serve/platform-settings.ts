import { DEFAULT_SETTINGS, PLATFORM_WRITERS } from '@dapikit/gateway';
import { UsageError } from '../option.js';
import { maskedUrl } from './masked-url.js';
import { choice, number, setting } from './setting.js';

const NETWORKS = ['mainnet', 'testnet', 'devnet', 'regtest'] as const;

/** The settings of the platform that a gateway has for its users. */
export const platformSettings = {
  platformStore: setting<string | undefined>(
    {
      flag: 'platform-store',
      about:
        'keeps a local platform at /platform, which whoever uses the gateway shares: a file (LMDB) or postgres://user:password@host/database; without it there is none',
      default: undefined,
      needsRestart: true,
    },
    {
      value: 'file|url',
      schema: { type: 'string', minLength: 1 },
      show: (store) => store && maskedUrl(store),
      read: (store, name) => {
        if (store !== '' && !store.includes('://')) return store;
        if (isPostgresUrl(store)) return store;
        // There may be a password in it.
        throw new UsageError(
          `${name}: expected a file, or a URL such as postgres://user:password@host/database with % escapes in the password, found something else`,
        );
      },
    },
  ),
  platformWrites: choice(
    {
      flag: 'platform-writes',
      about:
        'who may change that platform: none, local (programs on this machine that no proxy passes on), keys (and whoever has an API key), all (whoever may read)',
      default: DEFAULT_SETTINGS.platformWrites,
    },
    'callers',
    PLATFORM_WRITERS,
  ),
  platformProtocol: number(
    {
      flag: 'platform-protocol',
      about: 'its protocol version; a store stays with the newest that it had',
      default: 13,
      needsRestart: true,
    },
    'version',
    9,
    13,
  ),
  platformNetwork: choice(
    {
      flag: 'platform-network',
      about: `how long its contests take, 90 minutes on regtest: ${NETWORKS.join(', ')}; a store stays with its network`,
      default: 'regtest',
      needsRestart: true,
    },
    'name',
    NETWORKS,
  ),
} as const;

/** Whether a store is a PostgreSQL database, and no file. */
export const isPostgresUrl = (store: string): boolean =>
  /^postgres(?:ql)?:\/\//.test(store) && URL.canParse(store);
