import { bytesToHex } from '@noble/hashes/utils.js';

/** Notifies those that wait for state transitions of this process. */
export class TransitionWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Wakes those that wait for a transition. */
  notify(id: Uint8Array): void {
    for (const wake of this.#waiting.get(bytesToHex(id)) ?? []) wake();
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
