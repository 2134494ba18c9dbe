import { NodeUnavailableError, type ChainTip } from '@dapikit/chain';
import type { ChainCache } from './chain-cache.js';
import { SharedCalls } from './shared-calls.js';

/** Limits the age of a tip, in milliseconds. */
export interface TipAges {
  /** After the request of the present one. */
  readonly maxTipAge: number;
  /** After it was last heard of, while no node answers. */
  readonly maxStaleTip: number;
}

/** How often the tip is requested when events arrive during the request. */
const MAX_REQUESTS = 5;

/**
 * Checks whether the cached tip is current. Events alone do not say: an unavailable node emits none. So the tip is requested,
 * after every event and every so often.
 */
export class TipCheck {
  readonly #memory: ChainCache;
  readonly #ask: (signal: AbortSignal) => Promise<ChainTip>;
  #ages: TipAges;
  readonly #now: () => number;
  readonly #calls = new SharedCalls<ChainTip>();
  /** When the cached tip was requested, and at which count of events. */
  #asked = { at: -Infinity, events: -1 };
  #lastHeard = -Infinity;
  /** When a node last failed to answer; `undefined` once one answered. */
  #failedAt: number | undefined;
  #newest: { readonly hash: string; readonly since: number } | undefined;

  constructor(
    memory: ChainCache,
    ask: (signal: AbortSignal) => Promise<ChainTip>,
    ages: TipAges,
    now: () => number,
  ) {
    this.#memory = memory;
    this.#ask = ask;
    this.#ages = ages;
    this.#now = now;
  }

  /** Judges by these from now on, and asks for the tip before it is served again: other nodes may answer now. */
  reconfigure(ages: TipAges): void {
    this.#ages = ages;
    this.#memory.expireTip();
  }

  get isFresh(): boolean {
    const { at, events } = this.#asked;
    return events === this.#memory.events && this.#now() - at < this.#ages.maxTipAge;
  }

  /** Whether no node answered when one was last asked. */
  get isFailing(): boolean {
    return this.#failedAt !== undefined;
  }

  /** Whether cached data may still be served while no node answers. */
  get mayBeStale(): boolean {
    return this.#now() - this.#lastHeard <= this.#ages.maxStaleTip;
  }

  /** For how long the newest block has been known. */
  get blockAge(): number | undefined {
    return this.#newest && this.#now() - this.#newest.since;
  }

  /** An event came. */
  hear(): void {
    this.#failedAt = undefined;
    this.#heard();
  }

  /** An answer does not go with the tip: it is not fresh any longer. */
  doubt(): void {
    this.#asked = { at: -Infinity, events: -1 };
  }

  /** Asks for the tip, and remembers it; gives it. Who asks meanwhile gets the same answer. */
  async tip(caller: AbortSignal | undefined): Promise<ChainTip> {
    for (let question = 1; ; question += 1) {
      const { events } = this.#memory;
      const tip = await this.#calls.join(String(events), caller, (signal) => this.#askNow(signal));
      if (events === this.#memory.events || question === MAX_REQUESTS) return tip;
    }
  }

  /** Retries the node from time to time while the cache is served. */
  retry(): void {
    const now = this.#now();
    if (this.#failedAt === undefined || now - this.#failedAt < this.#ages.maxTipAge) return;
    this.#failedAt = now;
    this.tip(undefined).catch(() => undefined);
  }

  async #askNow(signal: AbortSignal): Promise<ChainTip> {
    const { events } = this.#memory;
    const at = this.#now();
    try {
      const tip = await this.#ask(signal);
      this.#failedAt = undefined;
      if (events === this.#memory.events) {
        this.#memory.answerTip(tip);
        this.#asked = { at, events };
        this.#heard();
      }
      return tip;
    } catch (error) {
      if (isAway(error)) this.#failedAt = this.#now();
      throw error;
    }
  }

  #heard(): void {
    this.#lastHeard = this.#now();
    const { tip } = this.#memory;
    if (tip && tip.hash !== this.#newest?.hash) this.#newest = { hash: tip.hash, since: this.#lastHeard };
  }
}

/** Returns whether an error says that no node answered, rather than that its caller is gone. */
export function isAway(error: unknown): boolean {
  return error instanceof NodeUnavailableError && error.reason !== 'cancelled';
}
