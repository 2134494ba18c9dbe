import { StoreUnavailableError } from '../../store/store-unavailable-error.js';

/** Describes a change of the state that waits for its block. */
export interface PendingChange<Work> {
  readonly work: Work;
  /** Keys that it is known to read. */
  readonly reads: readonly Uint8Array[];
}

/** Describes what came of a change: its result, or why it was rejected. */
export type ChangeOutcome = { readonly result: unknown } | { readonly error: unknown };

/** Describes what came of changes: the outcome of each in their order, and their block where there is one. */
export interface SettledChanges<Made> {
  readonly outcomes: readonly ChangeOutcome[];
  readonly made?: Made;
}

interface Waiting<Work> extends PendingChange<Work> {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Largest number of changes of one block; the others come in the next one. */
const MAX_PER_BLOCK = 100;
/** Largest number of changes that wait. A state transition has up to 20 KiB. */
const MAX_PENDING = 5_000;
/** Largest number of retries of blocks, in all blocks that are made together, where the store does not respond for a moment. */
const MAX_RETRIES = 4;
/** Wait before a block is tried again. */
const RETRY_MS = 1_000;

/**
 * Collects changes of the state into blocks, in the order in which they arrive. Blocks come in a fixed rhythm, as far as something waits
 * for one.
 */
export class BlockQueue<Work, Made> {
  readonly #waiting: Waiting<Work>[] = [];
  /** Timer that makes the next blocks, with its time in ms of the host clock. */
  #timer: { readonly handle: NodeJS.Timeout; readonly due: number } | undefined;
  #running: Promise<readonly Made[]> | undefined;
  #retries = 0;

  /**
   * @param makeBlock stores the changes in one block. What it throws is the error of all of them, unless each can be tried alone, or a
   * transient failure of the store passes.
   */
  constructor(
    private readonly makeBlock: (changes: readonly PendingChange<Work>[]) => Promise<SettledChanges<Made>>,
  ) {}

  /** Returns whether changes wait for their block, or it is being made. */
  get isPending(): boolean {
    return this.#running !== undefined || this.#waiting.length > 0;
  }

  /** @throws {StoreUnavailableError} where too many changes wait for one more */
  requireRoom(): void {
    if (this.#waiting.length < MAX_PENDING) return;
    const detail = `${MAX_PENDING} changes wait for their block`;
    throw new StoreUnavailableError('the platform', 'busy', { detail });
  }

  /**
   * Adds a change, and resolves when its block is stored. @param interval of the blocks, in ms
   *
   * @throws {StoreUnavailableError} where too many changes wait
   */
  add<Result>(change: PendingChange<Work>, interval: number): Promise<Result> {
    this.requireRoom();
    return new Promise<Result>((resolve, reject) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of this very work
      this.#waiting.push({ ...change, resolve: (result) => resolve(result as Result), reject });
      this.#flushIn(interval - (Date.now() % interval));
    });
  }

  /** Makes blocks of all that waits, now, and returns them. Never fails. */
  async flush(): Promise<readonly Made[]> {
    clearTimeout(this.#timer?.handle);
    this.#timer = undefined;
    const running = this.#drain(this.#running);
    this.#running = running;
    const made = await running;
    if (this.#running === running) this.#running = undefined;
    return made;
  }

  /** Makes blocks after a time, or earlier where they are due earlier. */
  #flushIn(milliseconds: number): void {
    const due = Date.now() + milliseconds;
    if (this.#timer !== undefined && this.#timer.due <= due) return;
    clearTimeout(this.#timer?.handle);
    this.#timer = { handle: setTimeout(() => void this.flush(), milliseconds), due };
  }

  async #drain(before: Promise<unknown> | undefined): Promise<readonly Made[]> {
    await before;
    this.#retries = 0;
    const made: Made[] = [];
    // Those that arrive meanwhile have a timer of their own.
    for (let rest = this.#waiting.length; rest > 0; rest -= MAX_PER_BLOCK)
      made.push(...(await this.#settle(this.#waiting.splice(0, Math.min(rest, MAX_PER_BLOCK)))));
    return made;
  }

  async #settle(changes: readonly Waiting<Work>[]): Promise<readonly Made[]> {
    try {
      const { outcomes, made } = await this.#makePatiently(changes);
      for (const [at, { resolve, reject }] of changes.entries()) {
        const outcome = outcomes[at];
        if (outcome !== undefined && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.error);
      }
      return made === undefined ? [] : [made];
    } catch (error) {
      if (changes.length === 1 || error instanceof StoreUnavailableError) {
        for (const { reject } of changes) reject(error);
        return [];
      }
      // What one of them did wrong is not the fault of the others.
      const made: Made[] = [];
      for (const change of changes) made.push(...(await this.#settle([change])));
      return made;
    }
  }

  /** Makes a block, again where the store does not respond for a moment. */
  async #makePatiently(changes: readonly Waiting<Work>[]): Promise<SettledChanges<Made>> {
    for (;;) {
      try {
        return await this.makeBlock(changes);
      } catch (error) {
        if (!isTransient(error) || this.#retries >= MAX_RETRIES) throw error;
        this.#retries += 1;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

const isTransient = (error: unknown): boolean =>
  error instanceof StoreUnavailableError && error.isTransient && !error.maybeCommitted;
