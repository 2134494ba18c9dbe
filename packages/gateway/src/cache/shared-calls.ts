import { cancelled } from './time-limit.js';

/** Shares pending calls: equal requests wait for the same response or error. */
export class SharedCalls<T> {
  readonly #open = new Map<string, SharedCall<T>>();

  /**
   * Returns the response to the call named `key`, which `send` makes unless it is under way. A caller whose signal is aborted is rejected with
   * `NodeUnavailableError` for the reason `cancelled`, alone; when all are gone the signal of `send` is aborted.
   */
  async join(
    key: string,
    caller: AbortSignal | undefined,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (caller?.aborted) throw cancelled();
    const call = this.#open.get(key) ?? this.#start(key, send);
    return call.wait(caller);
  }

  #start(key: string, send: (signal: AbortSignal) => Promise<T>): SharedCall<T> {
    const call: SharedCall<T> = new SharedCall(send, () => {
      if (this.#open.get(key) === call) this.#open.delete(key);
    });
    this.#open.set(key, call);
    return call;
  }
}

class SharedCall<T> {
  readonly #controller = new AbortController();
  readonly #response: Promise<T>;
  readonly #onEnd: () => void;
  #waiters = 0;
  #isOver = false;

  constructor(send: (signal: AbortSignal) => Promise<T>, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#response = this.#send(send);
    // Nobody may wait any longer when it fails.
    this.#response.catch(() => undefined);
  }

  async wait(caller: AbortSignal | undefined): Promise<T> {
    this.#waiters += 1;
    try {
      return await (caller ? this.#unless(caller) : this.#response);
    } finally {
      this.#waiters -= 1;
      if (this.#waiters === 0) this.#leave();
    }
  }

  async #send(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await send(this.#controller.signal);
    } finally {
      this.#isOver = true;
      this.#onEnd();
    }
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#onEnd();
    this.#controller.abort(cancelled());
  }

  async #unless(caller: AbortSignal): Promise<T> {
    let leave: (() => void) | undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(cancelled());
      caller.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([this.#response, left]);
    } finally {
      if (leave) caller.removeEventListener('abort', leave);
    }
  }
}
