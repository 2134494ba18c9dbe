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
      await new Promise<void>((resolve) => {
        const resume = (): void => {
          signal.removeEventListener('abort', resume);
          resolve();
        };
        this.#resume = resume;
        signal.addEventListener('abort', resume);
      });
      this.#resume = undefined;
      signal.throwIfAborted();
    }
    this.#isDue = false;
  }
}
