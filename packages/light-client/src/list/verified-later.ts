import { runAtOnce, runInTurns, type Steps } from '@dapikit/chain/browser';

/** Holds a value that is verified later: in turns of the event loop, or at once when it is first needed. Nobody gets it before. */
export class VerifiedLater<Value extends object> {
  readonly #steps: () => Steps<Value>;
  #result: { readonly value: Value } | { readonly failure: unknown } | undefined;

  /** @param steps verifies the value, and throws where it is wrong */
  constructor(steps: () => Steps<Value>) {
    this.#steps = steps;
  }

  /** Returns the value; verifies it where that is not done yet. @throws what the steps throw, each time */
  value(): Value {
    if (this.#result === undefined)
      try {
        this.#result = { value: runAtOnce(this.#steps()) };
      } catch (failure) {
        this.#result = { failure };
      }
    if ('failure' in this.#result) throw this.#result.failure;
    return this.#result.value;
  }

  /** Verifies the value in turns. @throws (rejects) what the steps throw */
  async verify(): Promise<void> {
    try {
      const value = await runInTurns(this.#steps());
      this.#result ??= { value };
    } catch (failure) {
      this.#result ??= { failure };
    }
    this.value();
  }
}
