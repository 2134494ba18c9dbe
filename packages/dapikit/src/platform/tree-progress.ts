import type { Platform } from '@dapikit/platform';
import { rootOf } from './local-platform-status.js';

/** Time before the first report on trees that are built, and between two, in milliseconds. */
const REPORT_INTERVAL_MS = 1_000;

/** Describes how far building the trees of a state is. */
export interface TreeReport {
  /** The number of entries of the store that the trees have. */
  readonly entries: number;
  readonly isComplete: boolean;
}

/** Reports how far building the trees of a state is: once a second, and at the end; nothing where it takes less than a second. */
export class TreeProgress {
  readonly #report: (report: TreeReport) => void;
  readonly #now: () => number;
  #begun: number | undefined;
  #reported = 0;
  #entries = 0;

  /** @param now returns the time in milliseconds */
  constructor(report: (report: TreeReport) => void, now: () => number = () => performance.now()) {
    this.#report = report;
    this.#now = now;
  }

  /** Notes the number of entries of the store that the trees have. */
  note(entries: number): void {
    this.#entries = entries;
    this.#begun ??= this.#now();
    const intervals = Math.floor((this.#now() - this.#begun) / REPORT_INTERVAL_MS);
    if (intervals <= this.#reported) return;
    this.#reported = intervals;
    this.#report({ entries, isComplete: false });
  }

  /** Notes that the trees are built. */
  complete(): void {
    if (this.#reported > 0) this.#report({ entries: this.#entries, isComplete: true });
    this.#begun = undefined;
    this.#reported = 0;
  }
}

/** Builds the trees of the state of a platform, unless its proofs are off. Never fails: the next proof meets the same error, and reports it. */
export async function buildTrees(platform: Platform, progress: TreeProgress): Promise<void> {
  try {
    await rootOf(platform);
    progress.complete();
  } catch {
    // Also where proofs are off.
  }
}
