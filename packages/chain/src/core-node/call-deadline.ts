import type { CallOptions } from '../layer1/layer1.js';
import { NodeUnavailableError } from '../layer1/node-unavailable-error.js';
import { CallEnd } from './call-end.js';

/**
 * What ends a call before its answer: its time limit, its caller or the end of the client. It is the options of the calls that are made
 * for this one: a {@link callerOf} them is this end itself.
 */
export class CallDeadline extends CallEnd implements CallOptions {
  readonly isUrgent: boolean;
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | CallEnd | undefined;
  #controller: AbortController | undefined;

  constructor(milliseconds: number, caller: AbortSignal | CallEnd | undefined, isUrgent = false) {
    super();
    this.isUrgent = isUrgent;
    this.#timer = setTimeout(() => {
      this.end(new NodeUnavailableError(`no answer in ${milliseconds} ms`, 'timeout'));
    }, milliseconds);
    this.#caller = caller;
    if (caller === undefined) return;
    if (caller instanceof CallEnd) caller.once('abort', this.#cancel);
    else caller.addEventListener('abort', this.#cancel, { once: true });
    if (caller.aborted) this.#cancel();
  }

  /** Returns the same for who needs an `AbortSignal`; made when it is first asked for. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.aborted) controller.abort(this.reason);
      else this.once('abort', () => controller.abort(this.reason));
    }
    return this.#controller.signal;
  }

  /** Lets go of the timer and of the caller. */
  dispose(): void {
    clearTimeout(this.#timer);
    if (this.#caller instanceof CallEnd) this.#caller.off('abort', this.#cancel);
    else this.#caller?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => this.end(new NodeUnavailableError('the call was cancelled', 'cancelled'));
}

/** Returns the signal that the caller of a call is gone. */
export function callerOf(options: CallOptions | undefined): AbortSignal | CallEnd | undefined {
  return options instanceof CallDeadline ? options : options?.signal;
}
