import { whenAborted } from '../method/until-aborted.js';

/** Lets one wait until something happened since it last waited. */
export class Wake {
  #isDue = false;
  #resume: (() => void) | undefined;

  notify(): void {
    this.#isDue = true;
    this.#resume?.();
  }

  /** Resolves when something happened, or at once if it already has. Rejects with the reason when the signal is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#isDue) {
      let stop: (() => void) | undefined;
      try {
        await new Promise<void>((resolve, reject) => {
          this.#resume = resolve;
          stop = whenAborted(signal, reject);
        });
      } finally {
        this.#resume = undefined;
        stop?.();
      }
    }
    this.#isDue = false;
  }
}
