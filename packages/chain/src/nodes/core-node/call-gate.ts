import { Semaphore } from '../../base/event-loop/semaphore.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import type { CancellationToken } from './cancellation-token.js';

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
   * @param token takes the call out of the queue; its reason is thrown, with a time limit reported as `busy`
   * @throws {NodeUnavailableError} at once when the queue is full.
   */
  async run<T>(work: () => Promise<T>, token: CancellationToken): Promise<T> {
    const { inFlight, queued } = this;
    if (this.#semaphore.isFull && queued >= this.#maxQueued)
      throw new NodeUnavailableError(`${inFlight} calls are at the node and ${queued} wait`, 'busy');
    return this.#semaphore.run(work, (leave) => {
      const onAbort = (): void => leave(notSent(token.reason));
      token.once('abort', onAbort);
      return () => token.off('abort', onAbort);
    });
  }
}

function notSent(reason: unknown): unknown {
  const isTimeout = reason instanceof NodeUnavailableError && reason.reason === 'timeout';
  return isTimeout ? new NodeUnavailableError('the call was queued for too long', 'busy') : reason;
}
