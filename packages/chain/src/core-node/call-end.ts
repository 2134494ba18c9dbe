import { EventEmitter } from 'node:events';
import type { NodeUnavailableError } from '../layer1/node-unavailable-error.js';

/**
 * Whether a call is over before its answer, and why. An `AbortSignal` says the same; there are several of these for each call, and to make
 * and to collect one costs ten times as much.
 */
export class CallEnd extends EventEmitter<{ abort: [] }> {
  #reason: NodeUnavailableError | undefined;

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): NodeUnavailableError | undefined {
    return this.#reason;
  }

  /** Ends the call now, unless it has ended. */
  end(reason: NodeUnavailableError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.emit('abort');
  }

  throwIfAborted(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }
}
