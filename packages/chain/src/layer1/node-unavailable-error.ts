import { ChainError } from '../base/bytes/chain-error.js';

/** Properties of a call that got no response. */
interface Unavailability {
  /** True if the same call to the same node may succeed a little later, with nothing changed by its operator. */
  readonly isTransient: boolean;
  /** True if the call may have reached the node all the same: a transaction may be in its mempool. */
  readonly mayHaveReached: boolean;
}

/** Lists the reasons why a node is unavailable. */
export const UNAVAILABILITIES = {
  /** Its address cannot be found or connected to, or its certificate is not trusted. */
  unreachable: { isTransient: true, mayHaveReached: false },
  /** The connection ended before the answer did. */
  'connection-lost': { isTransient: true, mayHaveReached: true },
  /** It answered too slowly, or not at all. */
  timeout: { isTransient: true, mayHaveReached: true },
  /** Too many calls wait for this node already, or the call was queued for too long; it was not sent. */
  busy: { isTransient: true, mayHaveReached: false },
  /** A proxy before it got no answer from it (HTTP 502): mostly because it does not run. */
  'bad-gateway': { isTransient: true, mayHaveReached: true },
  /** Its work queue is full, or it is shutting down (HTTP 503). */
  overloaded: { isTransient: true, mayHaveReached: false },
  /** It loads or verifies its block index (RPC error -28). */
  starting: { isTransient: true, mayHaveReached: false },
  /** The credentials cannot be read, such as the cookie file of a node that does not run. */
  'no-credentials': { isTransient: true, mayHaveReached: false },
  /** It does not take the credentials (HTTP 401). */
  unauthorized: { isTransient: false, mayHaveReached: false },
  /** Its whitelist does not let this user make that call (HTTP 403). */
  forbidden: { isTransient: false, mayHaveReached: false },
  /** Its response is not that of a Dash Core node. */
  'unexpected-answer': { isTransient: false, mayHaveReached: true },
  /** Its response has more bytes or JSON values than its client allows. */
  'response-too-large': { isTransient: false, mayHaveReached: true },
  /** The caller no longer wanted the answer. */
  cancelled: { isTransient: false, mayHaveReached: true },
  /** Its client was closed. */
  closed: { isTransient: false, mayHaveReached: true },
} as const satisfies Readonly<Record<string, Unavailability>>;

/** Lists the stable names of the reasons why a node is unavailable. */
export type UnavailableReason = keyof typeof UNAVAILABILITIES;

/**
 * Reports that a node did not answer: it is unreachable, starting, overloaded, too slow, or not a node. Another one may
 * answer.
 */
export class NodeUnavailableError extends ChainError {
  override readonly name = 'NodeUnavailableError';

  /**
   * @param message for a log: it may name the node's host, and never has a password in it
   * @param reason `unreachable` unless said otherwise
   * @param code of the system, of TLS or of the HTTP client, such as `ECONNREFUSED`, where one of them failed
   */
  constructor(
    message: string,
    readonly reason: UnavailableReason = 'unreachable',
    readonly code?: string,
  ) {
    super(message);
  }

  /** Returns whether the same call to the same node may succeed a little later, with nothing changed by its operator. */
  get isTransient(): boolean {
    return UNAVAILABILITIES[this.reason].isTransient;
  }

  /** Returns whether the call may have reached the node all the same: a transaction may be in its mempool. */
  get mayHaveReached(): boolean {
    return UNAVAILABILITIES[this.reason].mayHaveReached;
  }
}
