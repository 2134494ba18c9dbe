import { NodeRefusal, type ChainLock, type ChainTip } from '../layer1.js';
import { NodeUnavailable, type UnavailableReason } from '../node-unavailable.js';

/** What is known of a node without asking it. Times are in milliseconds since the epoch. */
export interface NodeHealth {
  /** The last tip that was told to who watches; `undefined` before the first. */
  readonly tip: ChainTip | undefined;
  /** The last ChainLock that was told. */
  readonly chainLock: ChainLock | undefined;
  /** When the watch last saw that this is the tip. */
  readonly lastLook: number | undefined;
  /** When it last answered, if only to refuse. */
  readonly lastAnswer: number | undefined;
  /** Why it did not answer the call that ended last; `undefined` when it did. */
  readonly failure: NodeFailure | undefined;
  /** At the node, without those of the watch. */
  readonly callsInFlight: number;
  readonly callsQueued: number;
  /** Whether messages of the node come in over ZMQ; `none` where it publishes nothing or is not watched, and is polled only. */
  readonly notifications: 'connected' | 'disconnected' | 'none';
}

/** Why a node did not answer. */
export interface NodeFailure {
  readonly reason: UnavailableReason;
  /** For a log. */
  readonly message: string;
  /** When the first of the calls failed since its last answer. */
  readonly since: number;
}

/** These say nothing of the node. */
const OF_OURS: ReadonlySet<UnavailableReason> = new Set(['busy', 'cancelled', 'closed']);

/** Keeps when a node answered, and why it does not. */
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

  /** Does a call, and keeps how it ended. */
  async of<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      this.#answered();
      return answer;
    } catch (error) {
      if (error instanceof NodeRefusal) this.#answered();
      if (error instanceof NodeUnavailable && !OF_OURS.has(error.reason)) this.#failed(error);
      throw error;
    }
  }

  #answered(): void {
    this.#lastAnswer = this.#now();
    this.#failure = undefined;
  }

  #failed({ reason, message }: NodeUnavailable): void {
    this.#failure = { reason, message, since: this.#failure?.since ?? this.#now() };
  }
}
