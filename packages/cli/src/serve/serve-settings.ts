import { DEFAULT_SETTINGS } from '@dapikit/gateway';
import { toggle, type Values } from '../option.js';
import { clientLimitSettings } from './client-limit-settings.js';
import { gatewaySettings } from './gateway-settings.js';
import { memorySettings } from './memory-settings.js';
import { logSettings } from './log-settings.js';
import { NODE_SCHEMA, readNodesText, shownNode, type NodeSettings } from './node-settings.js';
import { platformSettings } from './platform-settings.js';
import { number, setting, time, url, words } from './setting.js';
import { stateFolder } from './state-folder.js';
import { webSocketSettings } from './web-socket-settings.js';

const { host, ...others } = gatewaySettings;

/**
 * Everything `dapikit serve` can be told. Flags, environment, file, its JSON Schema, `dapikit config` and the page of the settings
 * are derived from this table.
 */
export const serveSettings = {
  nodes: setting<readonly NodeSettings[]>(
    {
      flag: 'nodes',
      about:
        'the Dash Core nodes: URLs with spaces between them, each with its other members behind ? as in a query',
      default: [],
    },
    {
      value: 'urls',
      schema: { type: 'array', items: NODE_SCHEMA, minItems: 1 },
      read: readNodesText,
      show: (nodes) => nodes.map(shownNode),
    },
  ),
  driveUrl: url({
    flag: 'drive-url',
    about:
      'of the gRPC server of Drive, such as http://127.0.0.1:26670: what getStatus tells of the platform',
    default: undefined,
  }),
  tenderdashUrl: url({
    flag: 'tenderdash-url',
    about: 'of the RPC server of Tenderdash, such as http://127.0.0.1:26657, for getStatus as well',
    default: undefined,
  }),
  ...platformSettings,
  host,
  port: number(
    {
      flag: 'port',
      about: 'port to listen on, 0 for a free one',
      default: DEFAULT_SETTINGS.port,
      needsRestart: true,
    },
    'number',
    0,
    65_535,
  ),
  adminHost: words<string>(
    {
      flag: 'admin-host',
      about:
        'address for operators: /metrics, /livez and /readyz over plain HTTP, for whoever can reach it, and /platform for programs on this machine',
      default: '127.0.0.1',
      needsRestart: true,
    },
    'address',
  ),
  adminPort: setting<number | 'none'>(
    {
      flag: 'admin-port',
      about: 'its port, 0 for a free one, none for no such address',
      default: 9090,
      needsRestart: true,
    },
    {
      value: 'number',
      schema: { anyOf: [{ type: 'integer', minimum: 0, maximum: 65_535 }, { const: 'none' }] },
      read: (text, name) =>
        text === 'none'
          ? text
          : number({ flag: name, about: '', default: 0 }, '', 0, 65_535).read(text, name),
    },
  ),
  studio: setting<boolean>(
    {
      flag: 'studio',
      about: 'whether browsers get the studio at /, a page to look at contracts, the chain and the methods',
      default: false,
      needsRestart: true,
    },
    { value: 'true|false', schema: { type: 'boolean' }, read: toggle },
  ),
  workers: number(
    {
      flag: 'workers',
      about: 'processes that share the port, each with its own connections to the nodes',
      default: 1,
      needsRestart: true,
    },
    'processes',
    1,
    1024,
  ),
  stateDir: words<string>(
    {
      flag: 'state-dir',
      about: 'where the self-signed certificate is kept',
      default: stateFolder(),
      defaultText: '~/.dapikit',
      needsRestart: true,
    },
    'folder',
  ),
  ...others,
  ...clientLimitSettings,
  ...webSocketSettings,
  ...memorySettings,
  shutdownDelay: time(
    {
      flag: 'shutdown-delay',
      about: 'time that /readyz says 503 before the gateway stops taking connections',
      default: DEFAULT_SETTINGS.shutdownDelay,
    },
    0,
  ),
  readyMaxTipAge: time(
    {
      flag: 'ready-max-tip-age',
      about:
        'above it /readyz says 503: since the median time of the last eleven blocks, 0 where it does not matter; not asked on regtest',
      default: DEFAULT_SETTINGS.readyMaxTipAge,
    },
    0,
  ),
  readyMaxBlocksBehind: number(
    {
      flag: 'ready-max-blocks-behind',
      about: 'above it /readyz says 503: blocks that a node lacks though it has their headers',
      default: DEFAULT_SETTINGS.readyMaxBlocksBehind,
    },
    'blocks',
    0,
    1_000_000,
  ),
  ...logSettings,
} as const;

/** What `dapikit serve` was told. */
export type ServeValues = Values<typeof serveSettings>;
