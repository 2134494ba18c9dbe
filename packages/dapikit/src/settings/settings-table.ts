import {
  describeUntil,
  NEWEST_JUDGED_PROTOCOL,
  NEWEST_RELEASED_PROTOCOL,
  OLDEST_PLATFORM_PROTOCOL,
} from '@dapikit/contract/protocol-versions';
import { isStoreUrl, STORE_FORMS, STORE_URL_FORMS } from '@dapikit/platform/open-store';
import {
  cacheSettings,
  developmentSettings,
  fixedSetting,
  flag,
  gatewaySettings,
  httpUrl,
  maskedUrl,
  Mismatch,
  oneOf,
  optional,
  parsedText,
  productionSettings,
  setting,
  text,
  wholeNumber,
  type SettingValues,
  PROOF_VERIFICATIONS,
} from '@dapikit/gateway';
import { LOG_FORMATS } from '../log/create-log.js';
import {
  NODE_SCHEMA,
  NODE_URL_SCHEMA,
  readNodesText,
  shownNode,
  type NodeSettings,
} from './node-settings.js';
import { readDriveUrls, readPeerUrls } from './server-urls.js';
import { stateFolder } from './state-folder.js';

const MIB = 1024 * 1024;
const NETWORKS = ['mainnet', 'testnet', 'devnet', 'regtest'] as const;
const PROOF_SETTINGS = ['on', 'off'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings of both `dapikit serve` and `dapikit dev`, in addition to those of every gateway. */
const processSettings = {
  stateDirectory: fixedSetting({
    flag: 'state-dir',
    placeholder: 'folder',
    param: text('folder for the self-signed certificate'),
    default: stateFolder(),
    defaultText: '~/.dapikit',
  }),
  platformStore: fixedSetting({
    flag: 'platform-store',
    placeholder: 'file|url',
    param: optional(
      parsedText(
        `store of the local platform at /platform: ${STORE_FORMS}; without it, dapikit serve has no platform, and that of dapikit dev is in memory`,
        `a file, or a URL such as ${STORE_URL_FORMS} with % escapes in the password`,
        readStore,
      ),
    ),
    default: undefined,
    show: (store) => store && maskedUrl(store),
  }),
  platformProtocol: fixedSetting({
    flag: 'platform-protocol',
    placeholder: 'version',
    param: wholeNumber(
      `protocol version of the platform; those above ${NEWEST_RELEASED_PROTOCOL} are a preview; a store never goes back to an older one`,
      OLDEST_PLATFORM_PROTOCOL,
      NEWEST_JUDGED_PROTOCOL,
    ),
    default: NEWEST_RELEASED_PROTOCOL,
  }),
  strict: fixedSetting({
    flag: 'strict',
    placeholder: 'true|false',
    param: flag(
      `correct the defects of the network up to protocol ${NEWEST_RELEASED_PROTOCOL} in the local platform: queries that lose documents, claims, ties and others; a store keeps the order of its unsigned integers`,
    ),
    default: false,
  }),
  acceptWrongBls: fixedSetting({
    flag: 'accept-wrong-bls',
    placeholder: 'true|false',
    param: flag(
      `accept BLS signatures of state transitions that can be read and are wrong, as the network does ${describeUntil('acceptsWrongBls')}`,
    ),
    default: false,
  }),
  proofs: fixedSetting({
    flag: 'proofs',
    placeholder: 'on|off',
    param: oneOf(
      'whether the local platform proves its state: on, or off, with which writes are faster, requests of proofs are rejected, and evo-sdk, which verifies a proof of everything it reads, does not work',
      PROOF_SETTINGS,
    ),
    default: 'on',
  }),
  platformBlockTime: fixedSetting({
    flag: 'platform-block-time',
    placeholder: 'ms',
    param: wholeNumber(
      'interval of the blocks of the local platform: each has the transitions that arrived since the one before, in their order; 0 makes a block of each transition at once',
      0,
      3_600_000,
    ),
    default: 0,
  }),
  platformFeedBlocks: fixedSetting({
    flag: 'platform-feed-blocks',
    placeholder: 'n',
    param: wholeNumber(
      'blocks of the local platform that subscribers over WebSocket can resume from: those that this process made, in memory, at most 16 MB; 0 for no subscriptions to the platform',
      0,
      100_000,
    ),
    default: 1000,
  }),
  logLevel: setting({
    flag: 'log-level',
    placeholder: 'level',
    param: oneOf(LOG_LEVELS.join(', '), LOG_LEVELS),
    default: 'info',
  }),
} as const;

/**
 * Lists the settings of `dapikit serve`. Flags, environment, file, its JSON Schema, `dapikit config` and the page of the settings derive
 * from this table.
 */
export const serveSettings = {
  network: fixedSetting({
    flag: 'network',
    placeholder: 'name|file',
    param: optional(
      parsedText(
        'network to serve without a node, from untrusted evonodes whose responses are verified: mainnet, testnet, or a file with a checkpoint and peers (JSON); not yet run against public nodes',
        'mainnet, testnet, or a file',
        readNonEmpty,
      ),
    ),
    default: undefined,
  }),
  peers: fixedSetting({
    flag: 'peers',
    separator: ' ',
    placeholder: 'urls',
    param: optional(
      parsedText(
        'URLs of evonodes for network, separated by spaces, in the place of the seeds: https, and http for local networks',
        'URLs of http or https',
        readPeerUrls,
      ),
    ),
    default: undefined,
    show: (peers) => peers?.join(' '),
  }),
  verify: fixedSetting({
    flag: 'verify',
    placeholder: 'name|file',
    param: optional(
      parsedText(
        'network whose nodes are verified from a checkpoint: mainnet, testnet, or a file with a checkpoint (JSON), such as dapikit checkpoint create writes; a node whose headers, ChainLocks or masternode lists do not verify gets no requests',
        'mainnet, testnet, or a file',
        readNonEmpty,
      ),
    ),
    default: undefined,
  }),
  checkpoint: fixedSetting({
    flag: 'checkpoint',
    placeholder: 'file|height:hash',
    param: optional(
      parsedText(
        'checkpoint that network or verify begins with: a file that dapikit checkpoint create wrote, or height:hash, whose quorums are read from the blocks before it; by default the shipped one',
        'a file, or height:hash',
        readNonEmpty,
      ),
    ),
    default: undefined,
  }),
  maxCheckpointAge: fixedSetting({
    flag: 'max-checkpoint-age',
    placeholder: 'days',
    param: wholeNumber(
      'age above which a checkpoint or a stored state is rejected: members of old quorums have no stake left to lose; no rule of the network gives a number',
      1,
      36_500,
    ),
    default: 365,
  }),
  checkWork: fixedSetting({
    flag: 'check-work',
    placeholder: 'true|false',
    param: flag(
      'check the target of each header of network above the first list by the 24 before it (Dark Gravity Wave 3)',
    ),
    default: false,
  }),
  acceptExpiredCertificates: fixedSetting({
    flag: 'accept-expired-certificates',
    placeholder: 'true|false',
    param: flag(
      'ask peers of network whose certificate has expired and names their address, for responses that are verified; what cannot be verified is never sent to them',
    ),
    default: false,
  }),
  acceptFork: fixedSetting({
    flag: 'accept-fork',
    placeholder: 'hash',
    param: optional(
      parsedText(
        'hash of the block to follow after quorums signed two blocks of one height and network stopped; it is kept for good',
        'a hash: 64 lower-case hexadecimal digits',
        (hash) => (/^[0-9a-f]{64}$/.test(hash) ? hash : undefined),
      ),
    ),
    default: undefined,
  }),
  nodes: setting({
    flag: 'nodes',
    separator: ' ',
    placeholder: 'urls',
    param: parsedText<readonly NodeSettings[]>(
      'URLs of Dash Core nodes, separated by spaces; further members follow as a query string',
      'URLs of nodes',
      readNodesText,
      { type: 'array', items: { anyOf: [NODE_URL_SCHEMA, NODE_SCHEMA] }, minItems: 1 },
    ),
    default: [],
    show: (nodes) => nodes.map(shownNode),
  }),
  maxNodeResponseBytes: setting({
    flag: 'max-node-response-bytes',
    placeholder: 'bytes',
    param: wholeNumber('max size of a response of a node; larger ones are rejected', 1024, 1024 * MIB),
    default: 32 * MIB,
  }),
  driveUrls: setting({
    flag: 'drive-url',
    separator: ' ',
    placeholder: 'urls',
    param: parsedText(
      'gRPC endpoints of Drive, separated by spaces, used by getStatus and for the Platform service over gRPC, such as http://127.0.0.1:26670; the next one is asked where one has an outage, or a proof that verify-proofs does not accept',
      'URLs of http or https, such as http://127.0.0.1:26670',
      readDriveUrls,
    ),
    default: [],
    show: (urls) => urls.map(maskedUrl).join(' '),
  }),
  tenderdashUrl: setting({
    flag: 'tenderdash-url',
    placeholder: 'url',
    param: optional(
      httpUrl(
        'RPC endpoint of Tenderdash, used by getStatus and, beside drive-url, for state transitions and caching, such as http://127.0.0.1:26657',
      ),
    ),
    default: undefined,
    show: (url) => url && maskedUrl(url),
  }),
  verifyProofs: setting({
    flag: 'verify-proofs',
    placeholder: 'mode',
    param: oneOf(
      'what is done about the proofs of responses that are forwarded from drive-url: off, mark (verifies them against the quorums of the masternode list and says in the metadata dapikit-proof what was found), or reject (lets no response with an invalid proof pass)',
      PROOF_VERIFICATIONS,
    ),
    default: 'off',
  }),
  ...processSettings,
  platformNetwork: fixedSetting({
    flag: 'platform-network',
    placeholder: 'name',
    param: oneOf(
      `network whose contest duration applies (90 minutes on regtest): ${NETWORKS.join(', ')}; a store keeps its network`,
      NETWORKS,
    ),
    default: 'regtest',
  }),
  recordTransitions: fixedSetting({
    flag: 'record-transitions',
    placeholder: 'true|false',
    param: flag(
      'keep the last 1,000 rejected transitions and unsigned calls of the local platform with their contents, and the steps of signed transitions, at most 16 MB of each, and count fees, for listRejections, listUnsignedTransitions, getTransitionTrace and getFeeReport on the admin address; each process keeps its own',
    ),
    default: false,
  }),
  ...gatewaySettings,
  ...productionSettings,
  ...cacheSettings,
  studio: fixedSetting({
    flag: 'studio',
    placeholder: 'true|false',
    param: flag('serve the studio, a web page for contracts, the chain and the methods, at / to browsers'),
    default: false,
  }),
  workers: fixedSetting({
    flag: 'workers',
    placeholder: 'processes',
    param: wholeNumber(
      'number of processes that share the port, each with its own node connections',
      1,
      1024,
    ),
    default: 1,
  }),
  logFormat: fixedSetting({
    flag: 'log-format',
    placeholder: 'form',
    param: oneOf('json, pretty, or auto (pretty on a terminal, else json)', LOG_FORMATS),
    default: 'auto',
  }),
} as const;

/** Lists the settings of `dapikit dev`. */
export const devSettings = { ...gatewaySettings, ...developmentSettings, ...processSettings } as const;

/** Describes the values of the settings of `dapikit serve`. */
export type ServeValues = SettingValues<typeof serveSettings>;

function readNonEmpty(value: string): string | undefined {
  return value.trim() === '' ? undefined : value;
}

function readStore(store: string): string | Mismatch {
  return isStoreUrl(store) ? store : new Mismatch({ found: 'something else' });
}
