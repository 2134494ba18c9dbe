import { NodeUnavailable } from '../node-unavailable.js';
import type { CallEnd } from './call-end.js';

/** Lets so many calls at once to a node, and so many more wait for their turn: a node's own work queue is short. */
export class CallGate {
  readonly #maxInFlight: number;
  readonly #maxQueued: number;
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;

  constructor(maxInFlight: number, maxQueued: number) {
    this.#maxInFlight = maxInFlight;
    this.#maxQueued = maxQueued;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get queued(): number {
    return this.#waiting.length;
  }

  /**
   * Does `work` when it is its turn.
   * @param end takes the call out of the queue; its reason is what is thrown, with a time limit told as `busy`
   * @throws {NodeUnavailable} at once when the queue is full.
   */
  async run<T>(work: () => Promise<T>, end: CallEnd): Promise<T> {
    if (this.#inFlight < this.#maxInFlight) this.#inFlight += 1;
    else await this.#turn(end);
    try {
      return await work();
    } finally {
      // Not at once: those whose time is over with this call's leave the queue first, instead of being sent for nothing.
      if (this.#waiting.length === 0) this.#inFlight -= 1;
      else setImmediate(() => this.#handOver());
    }
  }

  /** The place goes to the next in the queue, or becomes free. */
  #handOver(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inFlight -= 1;
  }

  #turn(end: CallEnd): Promise<void> {
    if (this.#waiting.length >= this.#maxQueued) {
      throw new NodeUnavailable(
        `${this.#inFlight} calls are at the node and ${this.#waiting.length} wait`,
        'busy',
      );
    }
    return new Promise((resolve, reject) => {
      const start = (): void => {
        end.off('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(notSent(end.reason));
      };
      this.#waiting.push(start);
      end.once('abort', leave);
    });
  }
}

function notSent(reason: unknown): unknown {
  const isTimeout = reason instanceof NodeUnavailable && reason.reason === 'timeout';
  return isTimeout ? new NodeUnavailable("the call's turn did not come in its time", 'busy') : reason;
}
