import { DEFAULT_SETTINGS, STATUS_ENCODINGS } from '@dapikit/gateway';
import { choice, number, time, words } from './setting.js';

const MIB = 1024 * 1024;

/** The settings of every gateway, whatever stands behind it. */
export const gatewaySettings = {
  host: words(
    { flag: 'host', about: 'address to listen on', default: DEFAULT_SETTINGS.host, needsRestart: true },
    'address',
  ),
  tlsCert: words<undefined>(
    {
      flag: 'tls-cert',
      about: 'certificate (PEM); without it a self-signed one is kept, and plain HTTP is served as well',
      default: undefined,
    },
    'file',
  ),
  tlsKey: words<undefined>(
    { flag: 'tls-key', about: 'private key of the certificate (PEM)', default: undefined },
    'file',
  ),
  statusEncoding: choice(
    {
      flag: 'status-encoding',
      about: `how getStatus writes its result: ${STATUS_ENCODINGS.join(' or ')}`,
      default: DEFAULT_SETTINGS.statusEncoding,
    },
    'form',
    STATUS_ENCODINGS,
  ),
  maxConnections: number(
    { flag: 'max-connections', about: 'most connections at once', default: DEFAULT_SETTINGS.maxConnections },
    'connections',
    1,
    1_000_000,
  ),
  maxBodyBytes: number(
    { flag: 'max-body-bytes', about: 'largest request body', default: DEFAULT_SETTINGS.maxBodyBytes },
    'bytes',
    1,
    64 * MIB,
  ),
  maxContractBytes: number(
    {
      flag: 'max-contract-bytes',
      about: 'largest contract that is checked; a check keeps other requests waiting',
      default: DEFAULT_SETTINGS.maxContractBytes,
    },
    'bytes',
    1,
    64 * MIB,
  ),
  maxBatchCalls: number(
    { flag: 'max-batch-calls', about: 'most calls in a batch', default: DEFAULT_SETTINGS.maxBatchCalls },
    'calls',
    1,
    100_000,
  ),
  maxDepth: number(
    { flag: 'max-depth', about: 'deepest nesting of a request', default: DEFAULT_SETTINGS.maxDepth },
    'levels',
    2,
    10_000,
  ),
  headersTimeout: time({
    flag: 'headers-timeout',
    about: 'time to send the headers of a request, TLS handshake included',
    default: DEFAULT_SETTINGS.headersTimeout,
    needsRestart: true,
  }),
  requestTimeout: time({
    flag: 'request-timeout',
    about: 'time to send a whole request',
    default: DEFAULT_SETTINGS.requestTimeout,
    needsRestart: true,
  }),
  idleTimeout: time({
    flag: 'idle-timeout',
    about: 'time between requests on a connection',
    default: DEFAULT_SETTINGS.idleTimeout,
  }),
  drainTimeout: time({
    flag: 'drain-timeout',
    about: 'time that requests in flight get when the gateway stops',
    default: DEFAULT_SETTINGS.drainTimeout,
  }),
} as const;
