import { NodeUnavailable } from '../node-unavailable.js';

/**
 * What ends a call before its answer: its time limit, its caller or the end of the client. The reason of `signal` is always a
 * {@link NodeUnavailable}.
 */
export class CallDeadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;

  constructor(milliseconds: number, caller: AbortSignal | undefined) {
    this.#timer = setTimeout(() => {
      this.end(new NodeUnavailable(`no answer in ${milliseconds} ms`, 'timeout'));
    }, milliseconds);
    this.#caller = caller;
    caller?.addEventListener('abort', this.#cancel, { once: true });
    if (caller?.aborted) this.#cancel();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the call now. */
  end(reason: NodeUnavailable): void {
    this.#controller.abort(reason);
  }

  /** Lets go of the timer and of the caller's signal. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => this.end(new NodeUnavailable('the call was cancelled', 'cancelled'));
}
