import { homedir } from 'node:os';
import { join } from 'node:path';
import { DEV_MNEMONIC } from '@dapikit/chain';
import { DEFAULT_SETTINGS, STATUS_ENCODINGS } from '@dapikit/gateway';
import { integer, oneOf, option, text, toggle, UsageError, type Option } from '../option.js';
import { limitOptions } from './limit-options.js';
import { webSocketOptions } from './web-socket-options.js';

const LONGEST_TIME_MS = 24 * 60 * 60 * 1000;
const MIB = 1024 * 1024;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** When the embedded chain mines: once a transaction arrives, or every so many seconds. */
type Mining = 'on-transaction' | { readonly everyMilliseconds: number };

const MINING_SECONDS = { least: 0.01, most: 86_400 };

function timeout(flag: string, about: string, milliseconds: number): Option<number> {
  return { flag, value: 'ms', about, default: milliseconds, read: integer(1, LONGEST_TIME_MS) };
}

function readMining(value: string, name: string): Mining {
  if (value === 'on-transaction') return value;
  const { least, most } = MINING_SECONDS;
  const seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= least && seconds <= most) return { everyMilliseconds: seconds * 1000 };
  throw new UsageError(
    `${name}: expected on-transaction, or seconds from ${least} to ${most}, found ${JSON.stringify(value)}`,
  );
}

/** Everything `dapikit dev` can be told. */
export const devOptions = {
  host: option({
    flag: 'host',
    value: 'address',
    about: 'address to listen on',
    default: DEFAULT_SETTINGS.host,
    read: text,
  }),
  port: option({
    flag: 'port',
    env: 'PORT',
    value: 'number',
    about: 'port to listen on, 0 for a free one',
    default: DEFAULT_SETTINGS.port,
    read: integer(0, 65_535),
  }),
  tlsCert: option<string | undefined>({
    flag: 'tls-cert',
    value: 'file',
    about: 'certificate (PEM); without it a self-signed one is kept, and plain HTTP is served as well',
    default: undefined,
    read: text,
  }),
  tlsKey: option<string | undefined>({
    flag: 'tls-key',
    value: 'file',
    about: 'private key of the certificate (PEM)',
    default: undefined,
    read: text,
  }),
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
  statusEncoding: option({
    flag: 'status-encoding',
    value: 'form',
    about: `how getStatus writes its result: ${STATUS_ENCODINGS.join(' or ')}`,
    default: DEFAULT_SETTINGS.statusEncoding,
    read: oneOf(STATUS_ENCODINGS),
  }),
  allowRemoteControls: option({
    flag: 'allow-remote-controls',
    about: 'lets other machines change the chain at /dev, where nobody is asked who he is',
    default: DEFAULT_SETTINGS.allowRemoteControls,
    read: toggle,
  }),
  maxConnections: option({
    flag: 'max-connections',
    value: 'connections',
    about: 'most connections at once',
    default: DEFAULT_SETTINGS.maxConnections,
    read: integer(1, 1_000_000),
  }),
  ...limitOptions,
  maxBodyBytes: option({
    flag: 'max-body-bytes',
    value: 'bytes',
    about: 'largest request body',
    default: DEFAULT_SETTINGS.maxBodyBytes,
    read: integer(1, 64 * MIB),
  }),
  maxContractBytes: option({
    flag: 'max-contract-bytes',
    value: 'bytes',
    about: 'largest contract that is checked; a check keeps other requests waiting',
    default: DEFAULT_SETTINGS.maxContractBytes,
    read: integer(1, 64 * MIB),
  }),
  maxBatchCalls: option({
    flag: 'max-batch-calls',
    value: 'calls',
    about: 'most calls in a batch',
    default: DEFAULT_SETTINGS.maxBatchCalls,
    read: integer(1, 100_000),
  }),
  maxDepth: option({
    flag: 'max-depth',
    value: 'levels',
    about: 'deepest nesting of a request',
    default: DEFAULT_SETTINGS.maxDepth,
    read: integer(2, 10_000),
  }),
  headersTimeout: timeout(
    'headers-timeout',
    'time to send the headers of a request, TLS handshake included',
    DEFAULT_SETTINGS.headersTimeout,
  ),
  requestTimeout: timeout('request-timeout', 'time to send a whole request', DEFAULT_SETTINGS.requestTimeout),
  idleTimeout: timeout('idle-timeout', 'time between requests on a connection', DEFAULT_SETTINGS.idleTimeout),
  drainTimeout: timeout(
    'drain-timeout',
    'time that requests in flight get when the gateway stops',
    DEFAULT_SETTINGS.drainTimeout,
  ),
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
