import { readFileSync } from 'node:fs';
import { hostNameOf } from '../admission/access/host-name.js';
import { STATUS_ENCODINGS } from '../base/platform-status/encode-status.js';
import { ApiKeysError, readApiKeys, type ApiKey } from '../admission/limits/api-key.js';
import { BACKEND_SETTINGS, BUCKET_BACKENDS, type BackendUrls } from '../admission/limits/bucket-backends.js';
import { clientAddresses, FORWARDED_HEADERS } from '../admission/limits/client-address.js';
import type { BucketBackend } from '../admission/limits/shared-buckets.js';
import { MAX_BURST, MAX_CALL_COST, MAX_UNITS_PER_MINUTE, MIN_BURST } from '../admission/limits/rate-limit.js';
import { Mismatch } from '../base/params/mismatch.js';
import { flag, oneOf, optional, parsedText, text, wholeNumber, type Param } from '../base/params/param.js';
import { isHttpUrl } from './http-url.js';
import { maskedUrl } from './masked-url.js';
import { fixedSetting, setting, type Setting } from './setting.js';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Lists the callers who may change a platform that others use, from the fewest on. */
export const PLATFORM_WRITERS = ['none', 'admin', 'keys'] as const;

/** The state transitions that a local platform takes over gRPC. */
const PLATFORM_TRANSITIONS = ['none', 'signed'] as const;

const port = (description: string) => wholeNumber(description, 0, 65_535);
const time = (description: string, minimum = 1) => wholeNumber(description, minimum, DAY_MS);

function orNone(number: Param<number>): Param<number | 'none'> {
  const { description, ...schema } = number.schema;
  return {
    ...number,
    schema: { description, anyOf: [schema, { const: 'none' }] },
    read: (value) =>
      value === 'none'
        ? value
        : number.read(typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value),
  };
}

/** Reads the URL of a server. */
export function httpUrl(description: string) {
  return parsedText(
    description,
    'a URL of http or https',
    (url) => {
      const shown = JSON.stringify(maskedUrl(url));
      if (!isHttpUrl(url)) return new Mismatch({ found: shown });
      const { username, password } = new URL(url);
      if (username === '' && password === '') return url;
      return new Mismatch({ message: `${shown} has credentials, which are never sent: leave them out` });
    },
    { type: 'string', pattern: '^https?://' },
  );
}

/** Lists the settings of the cache of layer 1. Times are in milliseconds. */
export const cacheSettings = {
  callTimeout: setting({
    flag: 'call-timeout',
    placeholder: 'ms',
    param: time(
      'time limit of a call for all its requests to nodes; Dash clients and proxies wait ten seconds',
    ),
    default: 8_000,
  }),
  maxTipAge: setting({
    flag: 'max-tip-age',
    placeholder: 'ms',
    param: time('cache TTL of the chain tip; a new block invalidates it; 0 disables caching', 0),
    default: 2_000,
  }),
  maxStaleTip: setting({
    flag: 'max-stale-tip',
    placeholder: 'ms',
    param: time(
      'how long non-final responses are served, marked as stale, while no node responds; 0 disables this',
      0,
    ),
    default: 60_000,
  }),
  maxDiffBytes: setting({
    flag: 'max-diff-bytes',
    placeholder: 'bytes',
    param: wholeNumber(
      'approximate memory for cached final masternode list diffs; 0 disables caching',
      0,
      4 * GIB,
    ),
    default: 64 * MIB,
  }),
} as const;

/** Lists the settings of every gateway. Times are in milliseconds. */
export const gatewaySettings = {
  host: fixedSetting({
    flag: 'host',
    placeholder: 'address',
    param: text('address to listen on'),
    default: '127.0.0.1',
  }),
  port: fixedSetting({
    flag: 'port',
    placeholder: 'number',
    param: port('port to listen on; 0 for a free port'),
    default: 3000,
  }),
  tlsCert: setting({
    flag: 'tls-cert',
    placeholder: 'file',
    param: optional(
      text('certificate (PEM); without it, a self-signed one is created and plain HTTP is also served'),
    ),
    default: undefined,
  }),
  tlsKey: setting({
    flag: 'tls-key',
    placeholder: 'file',
    param: optional(text('private key of the certificate (PEM)')),
    default: undefined,
  }),
  allowedHosts: setting({
    flag: 'allowed-hosts',
    separator: ',',
    placeholder: 'names',
    param: parsedText<readonly string[]>(
      'host names that the admin address and the controls of dapikit dev accept in addition to localhost, loopback addresses and the admin address itself, such as dapikit.internal,10.0.0.5',
      'names or addresses without ports, such as dapikit.internal,10.0.0.5,[fd00::5]',
      readHostNames,
    ),
    default: [],
    defaultText: 'none',
  }),
  statusEncoding: setting({
    flag: 'status-encoding',
    placeholder: 'form',
    param: oneOf(`encoding of the result of getStatus: ${STATUS_ENCODINGS.join(' or ')}`, STATUS_ENCODINGS),
    default: 'rs-dapi',
  }),
  maxConnections: setting({
    flag: 'max-connections',
    placeholder: 'connections',
    param: wholeNumber('max simultaneous connections; further ones are closed at once', 1, 1_000_000),
    default: 1000,
  }),
  maxBodyBytes: setting({
    flag: 'max-body-bytes',
    placeholder: 'bytes',
    param: wholeNumber('max size of a request body', 1, 64 * MIB),
    default: 2 * MIB,
  }),
  maxOpenBytes: setting({
    flag: 'max-open-bytes',
    placeholder: 'bytes',
    param: wholeNumber(
      'max bytes of bodies and messages that all clients together have open, unfinished or not served yet; clients with an API key that has a limit of its own may have a quarter more',
      MIB,
      64 * GIB,
    ),
    default: 256 * MIB,
  }),
  maxContractBytes: setting({
    flag: 'max-contract-bytes',
    placeholder: 'bytes',
    param: wholeNumber('max size of a contract', 1, 64 * MIB),
    default: 256 * 1024,
  }),
  maxBatchCalls: setting({
    flag: 'max-batch-calls',
    placeholder: 'calls',
    param: wholeNumber('max calls of a batch', 1, 100_000),
    default: 100,
  }),
  maxJsonValues: setting({
    flag: 'max-json-values',
    placeholder: 'values',
    param: wholeNumber('max JSON values in a request, including arrays and objects', 100, 10_000_000),
    default: 20_000,
  }),
  maxMessageElements: setting({
    flag: 'max-message-elements',
    placeholder: 'elements',
    param: wholeNumber(
      'max elements of a gRPC message, of a client or of Drive: fields with every repetition, unknown ones too, and entries of lists and maps',
      100,
      10_000_000,
    ),
    default: 20_000,
  }),
  maxDepth: setting({
    flag: 'max-depth',
    placeholder: 'levels',
    param: wholeNumber('max nesting depth of a request; of a gRPC message at most 100', 2, 10_000),
    default: 64,
  }),
  headersTimeout: fixedSetting({
    flag: 'headers-timeout',
    placeholder: 'ms',
    param: time('time limit for the headers of a request, including the TLS handshake'),
    default: 10_000,
  }),
  requestTimeout: fixedSetting({
    flag: 'request-timeout',
    placeholder: 'ms',
    param: time('time limit for a whole request'),
    default: 30_000,
  }),
  idleTimeout: setting({
    flag: 'idle-timeout',
    placeholder: 'ms',
    param: time('max time between requests on a connection'),
    default: 75_000,
  }),
  minReadRate: setting({
    flag: 'min-read-rate',
    placeholder: 'bytes',
    param: wholeNumber(
      'min read rate of a client with pending bytes, in bytes per second; 0 for no minimum',
      0,
      64 * MIB,
    ),
    default: 4096,
  }),
  slowReadTimeout: setting({
    flag: 'slow-read-timeout',
    placeholder: 'ms',
    param: time('max time that a client may read more slowly than min-read-rate'),
    default: 60_000,
  }),
  drainTimeout: setting({
    flag: 'drain-timeout',
    placeholder: 'ms',
    param: time('time limit for requests in flight at shutdown'),
    default: 10_000,
  }),
  ratePerMinute: setting({
    flag: 'rate-limit',
    placeholder: 'units',
    param: wholeNumber(
      `rate limit per client address in units per minute; 0 for none. A plain HTTP call costs 2 units: 1 for the call and 1 for each started 16 KiB of its body. Calls cost 1 to ${MAX_CALL_COST} units (the pages of the methods say how many)`,
      0,
      MAX_UNITS_PER_MINUTE,
    ),
    // 600 plain calls: four times the requests that the official gateway allows.
    default: 1200,
    devDefault: 0,
  }),
  rateBurst: setting({
    flag: 'rate-burst',
    placeholder: 'units',
    param: wholeNumber(
      `burst size in units, if there is a rate limit; a plain call costs 2, and the most expensive one ${MIN_BURST}, which a smaller burst would never let through`,
      MIN_BURST,
      MAX_BURST,
    ),
    // 200 plain calls, or three full batches of plain calls.
    default: 400,
  }),
  ...backendSettings(),
  apiKeys: setting({
    flag: 'api-keys',
    placeholder: 'file',
    param: parsedText<readonly ApiKey[]>(
      'file of API keys (JSON, see dapikit key); a client with a key is limited by its key instead of its address',
      'a file of API keys',
      readKeyFile,
    ),
    default: [],
    defaultText: 'none',
    show: (keys) => keys.map(({ name }) => name),
  }),
  isApiKeyRequired: setting({
    flag: 'require-api-key',
    placeholder: 'true|false',
    param: flag('reject requests without an API key'),
    default: false,
    defaultText: 'false',
  }),
  trustedProxies: setting({
    flag: 'trusted-proxies',
    separator: ',',
    placeholder: 'networks',
    param: parsedText<readonly string[]>(
      'trusted proxies (CIDR) whose X-Forwarded-For is honoured, such as 10.0.0.0/8,::1',
      'an address or a network such as 10.0.0.0/8',
      readProxies,
    ),
    default: [],
    defaultText: 'none',
  }),
  forwardedHeader: setting({
    flag: 'forwarded-header',
    placeholder: 'name',
    param: oneOf(
      `header in which trusted proxies name the client: ${FORWARDED_HEADERS.join(' or ')}`,
      FORWARDED_HEADERS,
    ),
    default: 'x-forwarded-for',
  }),
  maxConnectionsPerAddress: setting({
    flag: 'max-connections-per-address',
    placeholder: 'connections',
    param: wholeNumber(
      'max simultaneous connections per client address; connections of trusted proxies are not counted',
      1,
      1_000_000,
    ),
    default: 100,
    devDefault: 1000,
  }),
  webSocketOrigins: setting({
    flag: 'ws-origins',
    separator: ',',
    placeholder: 'origins',
    param: parsedText<'any' | readonly string[]>(
      'origins whose pages may open a WebSocket, separated by commas, or any; clients without an Origin header always may',
      'any, or origins such as https://example.org separated by commas',
      readOrigins,
    ),
    default: 'any',
  }),
  maxSubscriptions: setting({
    flag: 'max-subscriptions',
    placeholder: 'subscriptions',
    param: wholeNumber('max subscriptions per WebSocket', 1, 100_000),
    default: 32,
  }),
  maxMessagesInFlight: setting({
    flag: 'max-messages-in-flight',
    placeholder: 'messages',
    param: wholeNumber('max messages in flight per WebSocket; further ones are queued', 1, 100_000),
    default: 16,
  }),
  maxBufferedBytes: setting({
    flag: 'max-buffered-bytes',
    placeholder: 'bytes',
    param: wholeNumber(
      'max bytes buffered for a client that reads too slowly, over HTTP or a WebSocket, before it is disconnected',
      1,
      GIB,
    ),
    // A full masternode list of the main network has two megabytes.
    default: 8 * MIB,
  }),
  platformTransitions: setting({
    flag: 'platform-transitions',
    placeholder: 'kind',
    param: oneOf(
      'state transitions that the local platform accepts over gRPC: none, or signed by their identities',
      PLATFORM_TRANSITIONS,
    ),
    default: 'none',
    devDefault: 'signed',
  }),
  pingInterval: setting({
    flag: 'ping-interval',
    placeholder: 'ms',
    param: time(
      'interval of WebSocket pings; a client that has not responded by the next one is disconnected',
    ),
    default: 30_000,
  }),
  docsUrl: fixedSetting({
    flag: 'docs-url',
    placeholder: 'url',
    param: optional(
      httpUrl(
        'site of this documentation that errors and diagnostics link to, such as https://docs.example.org; without it they name commands, such as dapikit explain 10101',
      ),
    ),
    default: undefined,
  }),
} as const;

/** Lists the settings of a gateway that others use. Times are in milliseconds. */
export const productionSettings = {
  adminHost: fixedSetting({
    flag: 'admin-host',
    placeholder: 'address',
    param: text(
      'admin address: /metrics, /livez, /readyz and /platform over plain HTTP, without API keys or limits, for every program that can reach it; host names other than localhost and its own require allowed-hosts',
    ),
    default: '127.0.0.1',
  }),
  adminPort: fixedSetting<number | 'none'>({
    flag: 'admin-port',
    placeholder: 'number',
    param: orNone(port('port of the admin address; 0 for a free port, none to disable it')),
    default: 9090,
    devDefault: 'none',
  }),
  platformWrites: setting({
    flag: 'platform-writes',
    placeholder: 'callers',
    param: oneOf(
      'who may change the platform: none, admin (clients of the admin address), or keys (also clients with an API key)',
      PLATFORM_WRITERS,
    ),
    default: 'none',
  }),
  shutdownDelay: setting({
    flag: 'shutdown-delay',
    placeholder: 'ms',
    param: time('time for which /readyz returns 503 before the gateway closes its port', 0),
    default: 0,
  }),
  readyMaxTipAge: setting({
    flag: 'ready-max-tip-age',
    placeholder: 'ms',
    param: time(
      'max age of the median time of the last eleven blocks, above which /readyz returns 503; 0 for no limit; ignored on regtest',
      0,
    ),
    default: 90 * 60_000,
  }),
  readyMaxBlocksBehind: setting({
    flag: 'ready-max-blocks-behind',
    placeholder: 'blocks',
    param: wholeNumber(
      'max blocks that a node lags behind its headers, above which /readyz returns 503',
      0,
      1_000_000,
    ),
    default: 3,
  }),
} as const;

/** Lists the settings of a gateway in front of a development chain. */
export const developmentSettings = {
  allowRemoteControls: fixedSetting({
    flag: 'allow-remote-controls',
    placeholder: 'true|false',
    param: flag(
      'allow other machines and clients of proxies to change the chain at /dev and the platform at /platform without credentials',
    ),
    default: false,
  }),
} as const;

function readHostNames(names: string): readonly string[] | Mismatch {
  const hosts = names.split(',').map((name) => name.trim().toLowerCase());
  const wrong = hosts.find((host) => hostNameOf(host) !== host);
  return wrong === undefined ? hosts : new Mismatch({ found: JSON.stringify(wrong) });
}

/** Returns the settings of the URLs of the backends of rate limits. */
function backendSettings(): { readonly [Name in keyof BackendUrls]: Setting<string | undefined> } {
  const settings = BACKEND_SETTINGS.map((name) => [name, backendSetting(BUCKET_BACKENDS[name])]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one setting for each name
  return Object.fromEntries(settings) as ReturnType<typeof backendSettings>;
}

/** The message shows nothing of the text: it may contain a password. */
function backendSetting({ flag, description, expected, isUrl }: BucketBackend): Setting<string | undefined> {
  const read = (url: string): string | Mismatch =>
    isUrl(url) ? url : new Mismatch({ found: 'something else' });
  return setting({
    flag,
    placeholder: 'url',
    param: optional(parsedText(description, expected, read)),
    default: undefined,
    show: (url) => url && maskedUrl(url),
  });
}

function readKeyFile(file: string): readonly ApiKey[] | Mismatch {
  try {
    return readApiKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof ApiKeysError || (error instanceof Error && 'code' in error))
      return new Mismatch({ message: `${file}: ${error.message}` });
    throw error;
  }
}

function readProxies(networks: string): readonly string[] | Mismatch {
  const trustedProxies = networks.split(',').map((network) => network.trim());
  for (const network of trustedProxies) {
    try {
      clientAddresses({ trustedProxies: [network], forwardedHeader: 'forwarded' });
    } catch (error) {
      if (error instanceof RangeError) return new Mismatch({ found: JSON.stringify(network) });
      throw error;
    }
  }
  return trustedProxies;
}

function readOrigins(text: string): 'any' | readonly string[] | Mismatch {
  if (text === 'any') return text;
  const origins = text.split(',').map((one) => one.trim());
  const wrong = origins.find((one) => !URL.canParse(one) || new URL(one).origin !== one);
  return wrong === undefined ? origins : new Mismatch({ found: JSON.stringify(wrong) });
}
