import { bytesToHex } from '@noble/hashes/utils.js';

/** Number of rejections that are stored for those that wait later. */
const MAX_REJECTED = 1_000;

/** Notifies those that wait for state transitions of this process. */
export class TransitionWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Why no block has a transition that waited for one, the latest last. */
  readonly #rejected = new Map<string, unknown>();

  /** Wakes those that wait for a transition, as a block has it. */
  notify(id: Uint8Array): void {
    this.#wake(bytesToHex(id));
  }

  /** Wakes those that wait for a transition that no block has, though it waited for one. @param error why */
  reject(id: Uint8Array, error: unknown): void {
    const name = bytesToHex(id);
    this.forget(id);
    this.#rejected.set(name, error);
    const [oldest] = this.#rejected.keys();
    if (this.#rejected.size > MAX_REJECTED && oldest !== undefined) this.#rejected.delete(oldest);
    this.#wake(name);
  }

  /** Drops the rejection of a transition, which is sent again. */
  forget(id: Uint8Array): void {
    this.#rejected.delete(bytesToHex(id));
  }

  /** Throws the error of a transition that was rejected while it waited for its block. */
  throwRejection(id: Uint8Array): void {
    const error = this.#rejected.get(bytesToHex(id));
    if (error !== undefined) throw error;
  }

  #wake(name: string): void {
    for (const wake of this.#waiting.get(name) ?? []) wake();
  }

  /** Resolves when a transition was executed here, a time has passed, or the signal is aborted. */
  async wait(id: Uint8Array, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const name = bytesToHex(id);
    const waiting = this.#waiting.get(name) ?? new Set<() => void>();
    this.#waiting.set(name, waiting);
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        waiting.delete(wake);
        if (waiting.size === 0) this.#waiting.delete(name);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      signal?.addEventListener('abort', wake, { once: true });
      waiting.add(wake);
      if (signal?.aborted === true) wake();
    });
  }
}
