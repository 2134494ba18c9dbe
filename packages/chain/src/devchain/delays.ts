/** Represents delays that can be ended early. */
export class Delays {
  readonly #waiting = new Map<NodeJS.Timeout, () => void>();

  async wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(timer);
        resolve();
      }, milliseconds);
      this.#waiting.set(timer, resolve);
    });
  }

  /** Ends all that wait now. */
  end(): void {
    for (const [timer, resolve] of this.#waiting) {
      clearTimeout(timer);
      resolve();
    }
    this.#waiting.clear();
  }
}
