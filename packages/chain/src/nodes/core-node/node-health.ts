import { NodeRejectionError, type ChainLock } from '../../layer1/layer1.js';
import type { ChainTip } from '../../layer1/chain-tip.js';
import { NodeUnavailableError, type UnavailableReason } from '../../layer1/node-unavailable-error.js';

/** Describes the last known state of a node, without a request to it. Times are in milliseconds since the epoch. */
export interface NodeHealth {
  /** The last tip that watchers were notified of; `undefined` before the first. */
  readonly tip: ChainTip | undefined;
  /** The last ChainLock that watchers were notified of. */
  readonly chainLock: ChainLock | undefined;
  /** When the watch last saw that this is the tip. */
  readonly lastPollAt: number | undefined;
  /** When it last answered, if only to reject. */
  readonly lastAnswer: number | undefined;
  /** Why it did not answer the call that ended last; `undefined` when it did. */
  readonly failure: NodeFailure | undefined;
  /** At the node, without those of the watch. */
  readonly callsInFlight: number;
  readonly callsQueued: number;
  /** State of the connection to ZMQ messages of the node; `none` where it publishes nothing or is not watched, and is polled only. */
  readonly notifications: 'connected' | 'disconnected' | 'none';
}

/** Describes the last failure of a node. */
export interface NodeFailure {
  readonly reason: UnavailableReason;
  /** For a log. */
  readonly message: string;
  /** When the first of the calls failed since its last answer. */
  readonly since: number;
}

/** These say nothing of the node. */
const OF_OURS: ReadonlySet<UnavailableReason> = new Set(['busy', 'cancelled', 'closed']);

/** Records when a node responded, and why it does not. */
export class CallRecord {
  readonly #now: () => number;
  #lastAnswer: number | undefined;
  #failure: NodeFailure | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  get lastAnswer(): number | undefined {
    return this.#lastAnswer;
  }

  get failure(): NodeFailure | undefined {
    return this.#failure;
  }

  /** Runs a call and records its outcome. */
  async of<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      this.#answered();
      return answer;
    } catch (error) {
      if (error instanceof NodeRejectionError) this.#answered();
      if (error instanceof NodeUnavailableError && !OF_OURS.has(error.reason)) this.#failed(error);
      throw error;
    }
  }

  #answered(): void {
    this.#lastAnswer = this.#now();
    this.#failure = undefined;
  }

  #failed({ reason, message }: NodeUnavailableError): void {
    this.#failure = { reason, message, since: this.#failure?.since ?? this.#now() };
  }
}
