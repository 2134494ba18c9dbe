import { EventEmitter } from 'node:events';
import type { NodeUnavailable } from '../node-unavailable.js';

/**
 * Whether a call is over before its answer, and why. An `AbortSignal` says the same; there are several of these for each call, and to make
 * and to collect one costs ten times as much.
 */
export class CallEnd extends EventEmitter<{ abort: [] }> {
  #reason: NodeUnavailable | undefined;

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): NodeUnavailable | undefined {
    return this.#reason;
  }

  /** Ends the call now, unless it has ended. */
  end(reason: NodeUnavailable): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.emit('abort');
  }

  throwIfAborted(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }
}
