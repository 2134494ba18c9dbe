import { DEFAULT_LIMIT_SETTINGS, type LimitSettings } from './limits/limit-settings.js';
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
  readonly statusEncoding: StatusEncoding;
  /** Whether other machines may use the controls of the development chain. They change it without asking who calls. */
  readonly allowRemoteControls: boolean;
}

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
  statusEncoding: 'rs-dapi',
  allowRemoteControls: false,
};
