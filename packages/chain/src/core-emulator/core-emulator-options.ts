import type { EmulatorCredentials } from './emulator-credentials.js';

/** Describes the limits of a Core RPC emulator. */
export interface EmulatorLimits {
  /** Bytes of a request's body; longer ones are rejected with HTTP status 413. As in Dash Core, 33,554,432. */
  readonly maxBodySize: number;
  /** Connections at a time; more are closed as they come. 100. */
  readonly maxConnections: number;
  /** Milliseconds for a request to come, and between two of a connection. As in Dash Core, 30,000. */
  readonly requestTimeout: number;
}

/** Defines the default limits. */
export const DEFAULT_EMULATOR_LIMITS: EmulatorLimits = {
  maxBodySize: 0x02000000,
  maxConnections: 100,
  requestTimeout: 30_000,
};

/** Describes the options of a Core RPC emulator. */
export interface CoreEmulatorOptions extends Partial<EmulatorLimits> {
  /** Credentials of the callers; calls without are rejected. */
  readonly credentials: EmulatorCredentials;
  /** Where the RPC server listens. 127.0.0.1. */
  readonly host?: string | undefined;
  /** The RPC server's port, 0 for a free one. 19898, as that of Dash Core on regtest. */
  readonly port?: number | undefined;
  /** Where messages are published, such as `tcp://127.0.0.1:29998`, or `tcp://127.0.0.1:*` for a free port. Nowhere. */
  readonly zmq?: string | undefined;
  /** Called with errors that no caller gets. A warning of the process by default. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** The present, in milliseconds since the epoch. `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Defines the port of Dash Core's RPC server on regtest. Source: `src/chainparamsbase.cpp` of dashpay/dash. */
export const DEFAULT_EMULATOR_PORT = 19_898;
