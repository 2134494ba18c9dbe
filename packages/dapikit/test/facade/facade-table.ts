import { callFacade, describeError, describeResult } from './outcome.js';

/** What a call of a facade is about: something that exists, something that does not, what the rules do not allow, and the two halves of a group's action. */
export type Case = 'present' | 'absent' | 'rejected' | 'proposed' | 'signed';

/** What each case of a method gave, in a few words. */
export type Row = Partial<Record<Case, string>>;

/** Calls methods of evo-sdk, and records what each gave. */
export class FacadeTable {
  readonly #rows = new Map<string, Row>();

  constructor(private readonly sdk: object) {}

  /** Calls a method, records what it gave, and returns its result: undefined where the call failed. */
  async call<Result>(name: string, about: Case, ...args: readonly unknown[]): Promise<Result> {
    const [result, outcome] = await this.#outcomeOf(name, args);
    this.#rows.set(name, { ...this.#rows.get(name), [about]: outcome });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the declarations of evo-sdk say
    return result as Result;
  }

  /** Calls a method that is recorded elsewhere, in preparation. @throws {Error} (rejects) where it fails */
  async prepare<Result>(name: string, ...args: readonly unknown[]): Promise<Result> {
    const [result, outcome] = await this.#outcomeOf(name, args);
    if (/^(?:error|rejected):/.test(outcome)) throw new Error(`${name}: ${outcome}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the declarations of evo-sdk say
    return result as Result;
  }

  async #outcomeOf(name: string, args: readonly unknown[]): Promise<[result: unknown, outcome: string]> {
    try {
      const result = await callFacade(this.sdk, name, args);
      return [result, describeResult(result)];
    } catch (error) {
      return [undefined, describeError(error)];
    }
  }

  /** Returns the rows by the names of their methods. */
  rows(): ReadonlyMap<string, Row> {
    return this.#rows;
  }
}
