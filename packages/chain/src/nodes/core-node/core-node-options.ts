import type { Credentials, CredentialsSource } from './credentials.js';

/** Describes the connection to a Dash Core node. */
export interface CoreNodeOptions extends Partial<CoreNodeLimits> {
  /** URL of its RPC server, such as `http://127.0.0.1:9998`. Credentials in it are taken out, and never shown. */
  readonly url: string;
  /** Those of the URL when left out. A function is called again when the node rejects its credentials. */
  readonly credentials?: Credentials | CredentialsSource;
  /** PEM of the authority that signed its certificate, for `https`; those that Node.js trusts when left out. */
  readonly certificateAuthority?: string;
  /** Where it publishes over ZMQ: addresses, or `ask` the node itself, or `none`. `ask` unless said otherwise. */
  readonly notifications?: 'ask' | 'none' | readonly string[];
  /** Called with what a listener throws, and when ZMQ or the watch fails otherwise than by a node without an answer. A process warning unless said otherwise. */
  readonly onError?: (error: unknown) => void;
  /** The present, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Bounds on the use of a node. Times are in milliseconds. */
export interface CoreNodeLimits {
  /** Time from one poll of its tip to the next, unless a message triggers one before. */
  readonly pollInterval: number;
  /** Largest number of calls at the node at once. A stock node has 4 threads, and 16 places in its queue. */
  readonly maxCallsInFlight: number;
  /** Largest number of calls that wait here for one of those; one more is rejected at once. */
  readonly maxCallsQueued: number;
  readonly connectTimeout: number;
  /** From the request to the whole header of the answer. */
  readonly headersTimeout: number;
  /** Between two pieces of an answer. */
  readonly bodyTimeout: number;
  /** For a call in all, its wait in the queue included. */
  readonly callTimeout: number;
  /** Largest number of bytes of one response. */
  readonly maxResponseBytes: number;
  /** JSON values of one response: the largest masternode list of the main network has some 40,000. */
  readonly maxResponseValues: number;
}

/** Lists the defaults of the options. */
export const DEFAULT_LIMITS: CoreNodeLimits = {
  pollInterval: 2_000,
  maxCallsInFlight: 8,
  maxCallsQueued: 256,
  connectTimeout: 3_000,
  headersTimeout: 10_000,
  bodyTimeout: 5_000,
  callTimeout: 15_000,
  maxResponseBytes: 32 * 1024 * 1024,
  maxResponseValues: 100_000,
};

/** Node's timers have 32 bits; beyond they fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns the limits among the options.
 * @throws {RangeError} for one that is not a whole number from 1 (0 for `maxCallsQueued`) to 2147483647.
 */
export function readLimits(options: Partial<CoreNodeLimits>): CoreNodeLimits {
  const limit = (name: keyof CoreNodeLimits, lowest = 1): number => {
    const value = options[name] ?? DEFAULT_LIMITS[name];
    if (Number.isInteger(value) && value >= lowest && value <= MAX_TIMER_MS) return value;
    throw new RangeError(
      `${name}: expected a whole number from ${lowest} to ${MAX_TIMER_MS}, found ${value}`,
    );
  };
  return {
    pollInterval: limit('pollInterval'),
    maxCallsInFlight: limit('maxCallsInFlight'),
    maxCallsQueued: limit('maxCallsQueued', 0),
    connectTimeout: limit('connectTimeout'),
    headersTimeout: limit('headersTimeout'),
    bodyTimeout: limit('bodyTimeout'),
    callTimeout: limit('callTimeout'),
    maxResponseBytes: limit('maxResponseBytes'),
    maxResponseValues: limit('maxResponseValues'),
  };
}
