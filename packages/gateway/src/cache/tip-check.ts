import { NodeUnavailableError, type ChainTip } from '@dapikit/chain';
import type { ChainCache } from './chain-cache.js';
import { SharedCalls } from './shared-calls.js';

/** Limits the age of a tip, in milliseconds. */
export interface TipAges {
  /** After the request of the current one. */
  readonly maxTipAge: number;
  /** After the last event or response about it, while no node responds. */
  readonly maxStaleTip: number;
}

/** Number of requests of the tip while events arrive during each. */
const MAX_REQUESTS = 5;

/**
 * Checks whether the cached tip is current. Events are not enough, since an unavailable node emits none: the tip is
 * requested after every event and when it is older than its maximum age.
 */
export class TipCheck {
  readonly #cache: ChainCache;
  readonly #request: (signal: AbortSignal) => Promise<ChainTip>;
  #ages: TipAges;
  readonly #now: () => number;
  readonly #calls = new SharedCalls<ChainTip>();
  /** Time of the request of the cached tip, and the count of events then. */
  #requested = { at: -Infinity, events: -1 };
  #lastNews = -Infinity;
  /** Time of the last failure of a node to respond; `undefined` once one responded. */
  #failedAt: number | undefined;
  #newest: { readonly hash: string; readonly since: number } | undefined;

  constructor(
    cache: ChainCache,
    request: (signal: AbortSignal) => Promise<ChainTip>,
    ages: TipAges,
    now: () => number,
  ) {
    this.#cache = cache;
    this.#request = request;
    this.#ages = ages;
    this.#now = now;
  }

  /** Takes other ages from now on, and requests the tip before it is served again: other nodes may respond now. */
  reconfigure(ages: TipAges): void {
    this.#ages = ages;
    this.#cache.expireTip();
  }

  get isFresh(): boolean {
    const { at, events } = this.#requested;
    return events === this.#cache.events && this.#now() - at < this.#ages.maxTipAge;
  }

  /** Returns whether no node responded to the last request. */
  get isFailing(): boolean {
    return this.#failedAt !== undefined;
  }

  /** Returns whether cached data may still be served while no node responds. */
  get mayBeStale(): boolean {
    return this.#now() - this.#lastNews <= this.#ages.maxStaleTip;
  }

  /** Returns for how many milliseconds the newest block has been known; `undefined` before the first one. */
  get blockAge(): number | undefined {
    return this.#newest && this.#now() - this.#newest.since;
  }

  /** Takes note of an event: a node is available. */
  noteEvent(): void {
    this.#failedAt = undefined;
    this.#noteNews();
  }

  /** Expires the tip, which a response does not agree with. */
  expire(): void {
    this.#requested = { at: -Infinity, events: -1 };
  }

  /** Requests the tip, caches it, and returns it. Concurrent callers share the request. */
  async tip(caller: AbortSignal | undefined): Promise<ChainTip> {
    for (let request = 1; ; request += 1) {
      const { events } = this.#cache;
      const tip = await this.#calls.join(String(events), caller, (signal) => this.#requestNow(signal));
      if (events === this.#cache.events || request === MAX_REQUESTS) return tip;
    }
  }

  /** Retries the node from time to time while the cache is served. */
  retry(): void {
    const now = this.#now();
    if (this.#failedAt === undefined || now - this.#failedAt < this.#ages.maxTipAge) return;
    this.#failedAt = now;
    this.tip(undefined).catch(() => undefined);
  }

  async #requestNow(signal: AbortSignal): Promise<ChainTip> {
    const { events } = this.#cache;
    const at = this.#now();
    try {
      const tip = await this.#request(signal);
      this.#failedAt = undefined;
      if (events === this.#cache.events) {
        this.#cache.setReportedTip(tip);
        this.#requested = { at, events };
        this.#noteNews();
      }
      return tip;
    } catch (error) {
      if (isAway(error)) this.#failedAt = this.#now();
      throw error;
    }
  }

  #noteNews(): void {
    this.#lastNews = this.#now();
    const { tip } = this.#cache;
    if (tip && tip.hash !== this.#newest?.hash) this.#newest = { hash: tip.hash, since: this.#lastNews };
  }
}

/** Returns whether an error says that no node responded, rather than that its caller is gone. */
export function isAway(error: unknown): boolean {
  return error instanceof NodeUnavailableError && error.reason !== 'cancelled';
}
