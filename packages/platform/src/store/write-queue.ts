import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Overlay } from './overlay.js';
import { StoreUnavailableError, type StoreFailure } from './store-unavailable-error.js';
import type { WritableView } from './store.js';
import { TimeSlices } from './time-slices.js';

/** Describes a write that waits for its turn. */
export interface QueuedWrite {
  readonly work: (view: WritableView) => Promise<unknown>;
  /** Keys that it will ask for. */
  readonly reads: readonly Uint8Array[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Describes the outcome of a write: its result, or its error. */
export type WriteOutcome = { readonly result: unknown } | { readonly error: unknown };

/** Failures that are known only after a wait, or would come at once for each of those that wait. */
const SLOW: ReadonlySet<StoreFailure> = new Set(['timeout', 'busy', 'unreachable']);
/** Largest number of writes that are stored at once. */
const MAX_TOGETHER = 64;

/**
 * Runs writes one after the other, in the order in which they come. Those that wait are stored together: storing takes longer
 * than writing. Each is still all or nothing, and is notified when it is stored.
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
    while (this.#waiting.length > 0) {
      // Writers that are on their way come with the present turn of the event loop: storing them together costs less.
      await nextTurn();
      const writes = this.#waiting.splice(0, MAX_TOGETHER);
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

  /** Rejects the writes that came while a database did not respond in time: they have waited as long already. */
  #giveUp(error: unknown): void {
    if (!(error instanceof StoreUnavailableError) || !SLOW.has(error.reason)) return;
    const untried = new StoreUnavailableError('the store', error.reason, { cause: error });
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
  const slices = new TimeSlices();
  for (const { work } of writes) {
    await slices.next();
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
