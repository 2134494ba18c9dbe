import type { Overlay } from './overlay.js';
import { StoreUnavailable, type StoreFailure } from './store-unavailable.js';
import type { WritableView } from './store.js';

/** A write that waits for its turn. */
export interface QueuedWrite {
  readonly work: (view: WritableView) => Promise<unknown>;
  /** Keys that it will ask for. */
  readonly reads: readonly Uint8Array[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What came of a write: what it gave, or what it threw. */
export type WriteOutcome = { readonly result: unknown } | { readonly error: unknown };

/** What is known only after a wait, or would come at once for each of those that wait. */
const SLOW: ReadonlySet<StoreFailure> = new Set(['timeout', 'busy', 'unreachable']);
/** How many writes are stored at once. */
const MOST_TOGETHER = 64;

/**
 * Runs writes one after the other, in the order in which they come. Those that wait are stored together: storing takes longer
 * than writing. Each is still all or nothing, and is told when it is stored.
 */
export class WriteQueue {
  readonly #waiting: QueuedWrite[] = [];
  #running: Promise<void> | undefined;

  /** @param store stores the writes and gives what came of each; what it throws is what came of all of them. */
  constructor(private readonly store: (writes: readonly QueuedWrite[]) => Promise<readonly WriteOutcome[]>) {}

  run<Result>(work: (view: WritableView) => Promise<Result>, reads: readonly Uint8Array[]): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of this very work
      this.#waiting.push({ work, reads, resolve: (result) => resolve(result as Result), reject });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when all writes that have come so far are done. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    // Writers that were told together come again together: they are waited for, as far as they are on their way.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const writes = this.#waiting.splice(0, MOST_TOGETHER);
      try {
        const outcomes = await this.store(writes);
        for (const [at, { resolve, reject }] of writes.entries()) {
          const outcome = outcomes[at];
          if (outcome !== undefined && 'result' in outcome) resolve(outcome.result);
          else reject(outcome?.error);
        }
      } catch (error) {
        for (const { reject } of writes) reject(error);
        this.#giveUp(error);
      }
    }
    this.#running = undefined;
  }

  /** Those that came while a database did not answer in time have waited as long: not for each of them again. */
  #giveUp(error: unknown): void {
    if (!(error instanceof StoreUnavailable) || !SLOW.has(error.reason)) return;
    const untried = new StoreUnavailable('the store', error.reason, { cause: error });
    for (const { reject } of this.#waiting.splice(0)) reject(untried);
  }
}

/**
 * Runs writes on one state, each on what those before it left.
 *
 * @param overlay gets all that they change.
 * @param isFatal which errors are not those of one write: thrown, and the others are not run.
 * @returns what came of each.
 */
export async function runTogether(
  overlay: Overlay,
  writes: readonly QueuedWrite[],
  isFatal: (error: unknown) => boolean = () => false,
): Promise<readonly WriteOutcome[]> {
  const outcomes: WriteOutcome[] = [];
  for (const { work } of writes) {
    const begin = overlay.mark();
    try {
      outcomes.push({ result: await work(overlay) });
    } catch (error) {
      if (isFatal(error)) throw error;
      overlay.undoTo(begin);
      outcomes.push({ error });
    }
  }
  return outcomes;
}
