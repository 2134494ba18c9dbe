import { Semaphore } from '../event-loop/semaphore.js';
import { NodeUnavailableError } from '../layer1/node-unavailable-error.js';
import type { CallEnd } from './call-end.js';

/** Limits the calls in flight to a node, and those that wait for their turn: a node's own work queue is short. */
export class CallGate {
  readonly #maxQueued: number;
  readonly #semaphore: Semaphore;

  constructor(maxInFlight: number, maxQueued: number) {
    this.#maxQueued = maxQueued;
    this.#semaphore = new Semaphore(maxInFlight);
  }

  get inFlight(): number {
    return this.#semaphore.running;
  }

  get queued(): number {
    return this.#semaphore.queued;
  }

  /**
   * Runs `work` when it is its turn.
   * @param end takes the call out of the queue; its reason is what is thrown, with a time limit reported as `busy`
   * @throws {NodeUnavailableError} at once when the queue is full.
   */
  async run<T>(work: () => Promise<T>, end: CallEnd): Promise<T> {
    const { inFlight, queued } = this;
    if (this.#semaphore.isFull && queued >= this.#maxQueued)
      throw new NodeUnavailableError(`${inFlight} calls are at the node and ${queued} wait`, 'busy');
    return this.#semaphore.run(work, (leave) => {
      const onAbort = (): void => leave(notSent(end.reason));
      end.once('abort', onAbort);
      return () => end.off('abort', onAbort);
    });
  }
}

function notSent(reason: unknown): unknown {
  const isTimeout = reason instanceof NodeUnavailableError && reason.reason === 'timeout';
  return isTimeout ? new NodeUnavailableError("the call's turn did not come in its time", 'busy') : reason;
}
