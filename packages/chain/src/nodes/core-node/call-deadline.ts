import type { CallOptions } from '../../layer1/layer1.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { CancellationToken } from './cancellation-token.js';

/**
 * Cancels a call at its time limit or together with its caller. It serves as the options of the nested calls made for this one, so that
 * {@link callerOf} of those options is this token.
 */
export class CallDeadline extends CancellationToken implements CallOptions {
  readonly isUrgent: boolean;
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | CancellationToken | undefined;
  #controller: AbortController | undefined;

  constructor(milliseconds: number, caller: AbortSignal | CancellationToken | undefined, isUrgent = false) {
    super();
    this.isUrgent = isUrgent;
    this.#timer = setTimeout(() => {
      this.cancel(new NodeUnavailableError(`no answer in ${milliseconds} ms`, 'timeout'));
    }, milliseconds);
    this.#caller = caller;
    if (caller === undefined) return;
    if (caller instanceof CancellationToken) caller.once('abort', this.#onCallerAbort);
    else caller.addEventListener('abort', this.#onCallerAbort, { once: true });
    if (caller.aborted) this.#onCallerAbort();
  }

  /** Returns this token as an `AbortSignal`, created on first use. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.aborted) controller.abort(this.reason);
      else this.once('abort', () => controller.abort(this.reason));
    }
    return this.#controller.signal;
  }

  /** Clears the timer and stops listening to the caller. */
  dispose(): void {
    clearTimeout(this.#timer);
    if (this.#caller instanceof CancellationToken) this.#caller.off('abort', this.#onCallerAbort);
    else this.#caller?.removeEventListener('abort', this.#onCallerAbort);
  }

  readonly #onCallerAbort = (): void =>
    this.cancel(new NodeUnavailableError('the call was cancelled', 'cancelled'));
}

/** Returns the token or signal with which the caller of a call cancels it. */
export function callerOf(options: CallOptions | undefined): AbortSignal | CancellationToken | undefined {
  return options instanceof CallDeadline ? options : options?.signal;
}
