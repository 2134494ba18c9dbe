import { DEFAULT_LIMIT_SETTINGS, type LimitSettings } from './limits/limit-settings.js';
import type { PlatformWriters } from './platform/platform-access.js';
import type { StatusEncoding } from './platform-status/encode-status.js';
import { DEFAULT_WEB_SOCKET_SETTINGS, type WebSocketSettings } from './web-socket/web-socket-settings.js';

/** How the gateway behaves. Times are in milliseconds. */
export interface GatewaySettings extends LimitSettings, WebSocketSettings {
  /** The address to listen on. */
  readonly host: string;
  /** The port to listen on; 0 picks a free one. */
  readonly port: number;
  /** PEM files of the certificate and its key; without them a self-signed certificate is made and kept. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Where what must survive a restart is kept, such as the self-signed certificate. */
  readonly stateDirectory: string;
  /** Connections that are open at once; those beyond are closed as they come. */
  readonly maxConnections: number;
  readonly maxBodyBytes: number;
  /** The largest contract that is checked, at most `maxBodyBytes`. A check keeps all other requests waiting. */
  readonly maxContractBytes: number;
  readonly maxBatchCalls: number;
  /** Arrays and objects within each other in a request. */
  readonly maxDepth: number;
  /** To the first byte of a connection, then to the end of the TLS handshake, then to the end of a request's headers. */
  readonly headersTimeout: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeout: number;
  /** Without a request on a connection that has had one, and without progress of an answer the client does not read. */
  readonly idleTimeout: number;
  /** How long a shutdown waits for requests in flight. */
  readonly drainTimeout: number;
  /** How long a shutdown goes on taking connections while `/readyz` says 503, so that others learn of it. */
  readonly shutdownDelay: number;
  /** Above it `/readyz` says 503: since the median time of the last eleven blocks; 0 where that does not matter. */
  readonly readyMaxTipAge: number;
  /** Above it `/readyz` says 503: blocks that the node lacks though it has their headers. */
  readonly readyMaxBlocksBehind: number;
  /** Where `/metrics`, `/livez` and `/readyz` are served over plain HTTP to operators; `undefined` for nowhere. */
  readonly admin: { readonly host: string; readonly port: number } | undefined;
  readonly statusEncoding: StatusEncoding;
  /** Whether other machines may use the controls of the development chain. They change it without asking who calls. */
  readonly allowRemoteControls: boolean;
  /** Who may change a platform that others use. */
  readonly platformWrites: PlatformWriters;
}

/** The settings that hold from the start to the end. */
export type RestartSetting =
  | 'host'
  | 'port'
  | 'admin'
  | 'stateDirectory'
  | 'headersTimeout'
  | 'requestTimeout'
  | 'allowRemoteControls';

/** How answers of nodes are kept, and how long they are waited for. Times are in milliseconds. */
export interface MemorySettings {
  /** For a question to a node in all. Clients and proxies of Dash's own wait for ten seconds. */
  readonly callTimeout: number;
  /** How long after a node was asked for its tip the answer holds, unless there is news; 0 asks every time. */
  readonly maxTipAge: number;
  /** How long the tip and what is not final are still served, marked as stale, while no node answers; 0 for not at all. */
  readonly maxStaleTip: number;
  /** What the masternode list diffs that are kept take in memory, about; 0 keeps none. */
  readonly maxDiffBytes: number;
}

/** The memory that is told nothing. */
export const DEFAULT_MEMORY_SETTINGS: MemorySettings = {
  callTimeout: 8_000,
  maxTipAge: 2_000,
  maxStaleTip: 60_000,
  maxDiffBytes: 64 * 1024 * 1024,
};

/** The settings of a gateway that is told nothing. */
export const DEFAULT_SETTINGS: Omit<GatewaySettings, 'stateDirectory'> = {
  ...DEFAULT_LIMIT_SETTINGS,
  ...DEFAULT_WEB_SOCKET_SETTINGS,
  host: '127.0.0.1',
  port: 3000,
  tls: undefined,
  maxConnections: 1000,
  maxBodyBytes: 2 * 1024 * 1024,
  maxContractBytes: 256 * 1024,
  maxBatchCalls: 100,
  maxDepth: 64,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  idleTimeout: 60_000,
  drainTimeout: 10_000,
  shutdownDelay: 0,
  readyMaxTipAge: 90 * 60_000,
  readyMaxBlocksBehind: 3,
  admin: undefined,
  statusEncoding: 'rs-dapi',
  allowRemoteControls: false,
  platformWrites: 'local',
};
