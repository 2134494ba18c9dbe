import type { NodeHistory } from './node-history.js';

/** An answer to one call, and when it was asked for and came, by `performance.now`. */
export interface Answered {
  readonly call: 'tip' | 'status' | number;
  readonly asked: number;
  readonly answered: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly data?: { readonly reason: string } };
  /** What `Cache-Status` said: `hit`, `miss` or `stale`. */
  readonly source: string | null;
}

/** How long after the nodes a gateway may be that says nothing of it, in milliseconds: as long as a pool counts as ready. */
const MAX_LAG_MS = 15_000 + 2_000;
/** The additional time in ms for which it may serve responses that it marks as stale. */
const MAX_STALE_MS = MAX_LAG_MS + 60_000;
/** The history is sure of itself that long after. */
const SETTLED_MS = 1_500;
const OUT_OF_RANGE = 'height-out-of-range';

/** What answers are held against. */
export type ChainHistory = Pick<NodeHistory, 'tipAge' | 'hashAge' | 'absenceAge'>;

/** Holds answers against the history of the nodes. */
export class AnswerCheck {
  readonly counts = { answers: 0, hit: 0, miss: 0, stale: 0, outOfRange: 0, unavailable: 0 };
  /** Those that are wrong: of no node's chain, then or before. */
  readonly wrong: string[] = [];
  /** How long before the question what was answered was last so, in milliseconds; of those that were not marked as stale. */
  readonly lags: number[] = [];
  /** When it was answered that no node answers. */
  readonly unavailable: number[] = [];
  readonly #history: ChainHistory;
  readonly #waiting: Answered[] = [];

  constructor(history: ChainHistory) {
    this.#history = history;
  }

  add(answer: Answered): void {
    this.#waiting.push(answer);
  }

  /** Checks those that the history is sure of. */
  check(now = performance.now()): void {
    const due = this.#waiting.findIndex(({ answered }) => answered > now - SETTLED_MS);
    for (const answer of this.#waiting.splice(0, due === -1 ? this.#waiting.length : due))
      this.#checkOne(answer);
  }

  #checkOne(answer: Answered): void {
    this.counts.answers += 1;
    const { source } = answer;
    if (source === 'hit' || source === 'miss' || source === 'stale') this.counts[source] += 1;
    const lag = this.#lagOf(answer);
    if (lag === undefined || lag > (source === 'stale' ? MAX_STALE_MS : MAX_LAG_MS)) {
      this.wrong.push(JSON.stringify({ ...answer, lag }));
    } else if (source !== 'stale') this.lags.push(lag);
  }

  /** `undefined` for what was never so. */
  #lagOf({ call, asked, answered, result, error }: Answered): number | undefined {
    if (error?.code === -32003) {
      this.counts.unavailable += 1;
      this.unavailable.push(answered);
      return 0;
    }
    if (error?.data?.reason === OUT_OF_RANGE && typeof call === 'number') {
      this.counts.outOfRange += 1;
      return this.#history.absenceAge(call, asked, answered);
    }
    if (call === 'status') return typeof result === 'object' && result !== null ? 0 : undefined;
    if (typeof result !== 'string') return undefined;
    return call === 'tip'
      ? this.#history.tipAge(result, asked, answered)
      : this.#history.hashAge(call, result, asked, answered);
  }
}
