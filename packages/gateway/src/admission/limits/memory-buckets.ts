import type { Buckets } from './buckets.js';
import { fillTime, judge, type RateLimit, type Verdict } from './rate-limit.js';

/** Lists the options of buckets in memory. */
export interface MemoryBucketsOptions {
  /** All limits that are used. */
  readonly limits: readonly RateLimit[];
  /** A clock that never goes back, in whole microseconds. */
  readonly now: () => number;
  /** Half of the maximum number of stored clients. */
  readonly maxClients?: number;
}

const MAX_CLIENTS = 50_000;

/**
 * Stores token buckets in this process: of a client only the time at which its bucket is full again.
 *
 * Clients are stored in two generations. A generation ends after the time in which any bucket fills, so what is in the older
 * one when it is dropped is full: to forget it changes nothing. Only when more than `maxClients` come within that time does
 * a generation end early, and the oldest clients start with full buckets: memory is bounded for any number of addresses.
 */
export class MemoryBuckets implements Buckets {
  readonly #now: () => number;
  readonly #maxClients: number;
  readonly #lifetime: number;
  #young = new Map<string, number>();
  #old: ReadonlyMap<string, number> = new Map();
  #endsAt = -Infinity;

  constructor({ limits, now, maxClients = MAX_CLIENTS }: MemoryBucketsOptions) {
    this.#now = now;
    this.#maxClients = maxClients;
    this.#lifetime = Math.max(0, ...limits.map(fillTime));
  }

  take(client: string, cost: number, limit: RateLimit): Verdict {
    const verdict = this.peek(client, cost, limit);
    if (verdict.isAllowed) this.#store(client, verdict.fullIn);
    return verdict;
  }

  peek(client: string, cost: number, limit: RateLimit): Verdict {
    const fullAt = this.#young.get(client) ?? this.#old.get(client) ?? 0;
    return judge(Math.max(0, fullAt - this.#now()), cost, limit);
  }

  /** Stores the verdict of another store about a client. */
  adopt(client: string, { fullIn }: Verdict): void {
    this.#store(client, fullIn);
  }

  /** Forgets every client. */
  clear(): void {
    this.#young.clear();
    this.#old = new Map();
  }

  close(): void {
    this.clear();
  }

  #store(client: string, fullIn: number): void {
    const now = this.#now();
    if (now >= this.#endsAt || (this.#young.size >= this.#maxClients && !this.#young.has(client))) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#endsAt = now + this.#lifetime;
    }
    this.#young.set(client, now + fullIn);
  }
}
