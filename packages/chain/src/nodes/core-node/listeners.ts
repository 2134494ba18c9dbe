/** Represents the listeners of one kind of event. */
export class Listeners<Event> {
  readonly #listeners = new Set<{ readonly call: (event: Event) => void }>();
  readonly #onError: (error: unknown) => void;

  /** @param onError is called with what a listener throws; the others are called all the same */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Gives a function that stops it. */
  add(call: (event: Event) => void): () => void {
    const listener = { call };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: Event): void {
    for (const { call } of this.#listeners) {
      try {
        call(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
