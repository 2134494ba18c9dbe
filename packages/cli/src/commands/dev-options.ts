import { homedir } from 'node:os';
import { join } from 'node:path';
import { DEV_MNEMONIC } from '@dapikit/chain';
import { DEFAULT_SETTINGS } from '@dapikit/gateway';
import { integer, oneOf, option, text, toggle, UsageError } from '../option.js';
import { limitOptions } from './limit-options.js';
import { gatewaySettings } from '../serve/gateway-settings.js';
import { LOG_LEVELS } from '../serve/log-settings.js';
import { webSocketOptions } from './web-socket-options.js';

/** When the embedded chain mines: once a transaction arrives, or every so many seconds. */
type Mining = 'on-transaction' | { readonly everyMilliseconds: number };

const MINING_SECONDS = { least: 0.01, most: 86_400 };

function readMining(value: string, name: string): Mining {
  if (value === 'on-transaction') return value;
  const { least, most } = MINING_SECONDS;
  const seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= least && seconds <= most) return { everyMilliseconds: seconds * 1000 };
  throw new UsageError(
    `${name}: expected on-transaction, or seconds from ${least} to ${most}, found ${JSON.stringify(value)}`,
  );
}

const { host, tlsCert, tlsKey, statusEncoding, ...limits } = gatewaySettings;

/** Everything `dapikit dev` can be told. */
export const devOptions = {
  host,
  port: option({
    flag: 'port',
    env: 'PORT',
    value: 'number',
    about: 'port to listen on, 0 for a free one',
    default: DEFAULT_SETTINGS.port,
    read: integer(0, 65_535),
  }),
  tlsCert,
  tlsKey,
  stateDir: option({
    flag: 'state-dir',
    env: 'DAPIKIT_HOME',
    value: 'folder',
    about: 'where the self-signed certificate is kept',
    default: join(homedir(), '.dapikit'),
    defaultText: '~/.dapikit',
    read: text,
  }),
  mnemonic: option({
    flag: 'mnemonic',
    value: 'words',
    about: 'the words that all keys of the embedded chain come from',
    default: DEV_MNEMONIC,
    defaultText: '"test test … junk"',
    read: text,
  }),
  mining: option<Mining>({
    flag: 'mining',
    value: 'when',
    about: 'when blocks are mined: on-transaction, or every so many seconds',
    default: 'on-transaction',
    read: readMining,
  }),
  masternodeChanges: option({
    flag: 'masternode-changes',
    value: 'blocks',
    about: 'blocks between changes of the masternode list, 0 for none',
    default: 10,
    read: integer(0, 1_000_000),
  }),
  statusEncoding,
  platformData: option<string | undefined>({
    flag: 'platform-data',
    value: 'folder',
    about: 'where the platform at /platform keeps its state; without it, it begins anew at every start',
    default: undefined,
    read: text,
  }),
  platformStore: option<string | undefined>({
    flag: 'platform-store',
    env: 'PLATFORM_STORE',
    value: 'url',
    about: 'a PostgreSQL database that keeps the state of the platform: postgres://…',
    default: undefined,
    read: text,
  }),
  allowRemoteControls: option({
    flag: 'allow-remote-controls',
    about: 'lets other machines change the chain at /dev, where nobody is asked who he is',
    default: DEFAULT_SETTINGS.allowRemoteControls,
    read: toggle,
  }),
  ...limits,
  ...limitOptions,
  ...webSocketOptions,
  logLevel: option({
    flag: 'log-level',
    env: 'LOG_LEVEL',
    value: 'level',
    about: LOG_LEVELS.join(', '),
    default: 'warn',
    read: oneOf(LOG_LEVELS),
  }),
} as const;
