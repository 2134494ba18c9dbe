import { StoreUnavailableError } from '../store/store-unavailable-error.js';

/** Describes a change of the state that waits for its block. */
export interface PendingChange<Work> {
  readonly work: Work;
  /** Keys that it is known to read. */
  readonly reads: readonly Uint8Array[];
}

/** Describes what came of a change: its result, or why it was rejected. */
export type ChangeOutcome = { readonly result: unknown } | { readonly error: unknown };

interface Waiting<Work> extends PendingChange<Work> {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** How many changes one block has at most; the others come in the next one. */
const MAX_PER_BLOCK = 100;
/** How many changes wait at most. A state transition has up to 20 KiB. */
const MAX_PENDING = 5_000;

/**
 * Collects changes of the state into blocks, in the order in which they arrive. Blocks come in a fixed rhythm, as far as something waits
 * for one.
 */
export class BlockQueue<Work> {
  readonly #waiting: Waiting<Work>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  /**
   * @param makeBlock stores the changes in one block, and returns the outcome of each in their order. What it throws is the error of all of
   * them, unless each can be tried alone.
   */
  constructor(
    private readonly makeBlock: (
      changes: readonly PendingChange<Work>[],
    ) => Promise<readonly ChangeOutcome[]>,
  ) {}

  /**
   * Adds a change, and resolves when its block is stored. @param interval of the blocks, in ms
   *
   * @throws {StoreUnavailableError} (rejects) where too many changes wait
   */
  add<Result>(change: PendingChange<Work>, interval: number): Promise<Result> {
    if (this.#waiting.length >= MAX_PENDING) {
      const detail = `${MAX_PENDING} changes wait for their block`;
      return Promise.reject(new StoreUnavailableError('the platform', 'busy', { detail }));
    }
    return new Promise<Result>((resolve, reject) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of this very work
      this.#waiting.push({ ...change, resolve: (result) => resolve(result as Result), reject });
      this.#timer ??= setTimeout(
        () => {
          void this.flush();
        },
        interval - (Date.now() % interval),
      );
    });
  }

  /** Makes blocks of all that waits, now. Never fails. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#drain(this.#running);
    await this.#running;
  }

  async #drain(before: Promise<void> | undefined): Promise<void> {
    await before;
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, MAX_PER_BLOCK));
  }

  async #settle(changes: readonly Waiting<Work>[]): Promise<void> {
    try {
      const outcomes = await this.makeBlock(changes);
      for (const [at, { resolve, reject }] of changes.entries()) {
        const outcome = outcomes[at];
        if (outcome !== undefined && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.error);
      }
    } catch (error) {
      // What one of them did wrong is not the fault of the others.
      if (changes.length > 1 && !(error instanceof StoreUnavailableError))
        for (const change of changes) await this.#settle([change]);
      else for (const { reject } of changes) reject(error);
    }
  }
}
