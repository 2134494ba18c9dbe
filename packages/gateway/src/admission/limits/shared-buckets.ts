import type { Eventually } from '@dapikit/chain';
import type { Logger } from 'pino';
import type { Buckets } from './buckets.js';
import type { MemoryBuckets } from './memory-buckets.js';
import type { RateLimit, Verdict } from './rate-limit.js';

/** Describes a connection to a store of buckets that several processes share. */
export interface BucketStore {
  /** Rejects when the store does not do it in time. */
  take(client: string, cost: number, limit: RateLimit): Promise<Verdict>;
  close(): void;
}

/** Opens a connection to the store. Calls `lost` once when it is gone; rejects when it cannot be had in time. */
export type OpenBucketStore = (lost: (error: Error) => void) => Promise<BucketStore>;

/** How long after a failure the store is tried again, in milliseconds. */
const RETRY_INTERVAL = 1_000;

/** What is logged of an error: Redis may send megabytes. */
const MAX_CAUSE_CHARACTERS = 500;

/**
 * Uses buckets in a store that several processes share; in this process while the store is away. Then each process grants the
 * limit by itself, from where the store left off as far as it knows: a limit that is too wide is better than no answer.
 * An unavailable store is logged once, retried each second, and logged once when it has recovered.
 */
export class SharedBuckets implements Buckets {
  readonly #open: OpenBucketStore;
  readonly #memory: MemoryBuckets;
  readonly #log: Logger;
  #store: BucketStore | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(open: OpenBucketStore, memory: MemoryBuckets, log: Logger) {
    this.#open = open;
    this.#memory = memory;
    this.#log = log;
  }

  /** Buckets in the store; in `memory` at first when it cannot be had. */
  static async start(open: OpenBucketStore, memory: MemoryBuckets, log: Logger): Promise<SharedBuckets> {
    const buckets = new SharedBuckets(open, memory, log);
    try {
      await buckets.#connect();
    } catch (error) {
      buckets.#miss(error);
    }
    return buckets;
  }

  take(client: string, cost: number, limit: RateLimit): Eventually<Verdict> {
    const store = this.#store;
    return store === undefined
      ? this.#memory.take(client, cost, limit)
      : this.#takeShared(store, client, cost, limit);
  }

  peek(client: string, cost: number, limit: RateLimit): Verdict {
    return this.#memory.peek(client, cost, limit);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#store?.close();
    this.#store = undefined;
    this.#memory.clear();
  }

  async #takeShared(store: BucketStore, client: string, cost: number, limit: RateLimit): Promise<Verdict> {
    try {
      const verdict = await store.take(client, cost, limit);
      this.#memory.adopt(client, verdict);
      return verdict;
    } catch (error) {
      this.#lose(store, error);
      return this.#memory.take(client, cost, limit);
    }
  }

  /** Uses the store from now on. Rejects when it cannot be had, or is lost before it is used. */
  async #connect(): Promise<void> {
    const losses: Error[] = [];
    let used: BucketStore | undefined;
    const store = await this.#open((error) => {
      losses.push(error);
      if (used !== undefined) this.#lose(used, error);
    });
    const [loss] = losses;
    if (loss !== undefined || this.#isClosed) store.close();
    if (loss !== undefined) throw loss;
    if (this.#isClosed) return;
    used = store;
    this.#store = store;
  }

  #lose(store: BucketStore, error: unknown): void {
    if (this.#store !== store) return;
    this.#store = undefined;
    store.close();
    this.#miss(error);
  }

  /** The rest of the error is not for a log: it has the command that failed, which may be the one with the password. */
  #miss(error: unknown): void {
    const cause = (error instanceof Error ? error.message : String(error)).slice(0, MAX_CAUSE_CHARACTERS);
    this.#log.warn({ cause }, 'Redis unavailable; falling back to per-process limits');
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => void this.#reconnect(), RETRY_INTERVAL).unref();
  }

  async #reconnect(): Promise<void> {
    try {
      // The buckets in memory stay: a store that is lost again and again gives no client a new burst.
      await this.#connect();
      if (this.#store !== undefined) this.#log.info('Redis available; limits are shared again');
    } catch {
      if (!this.#isClosed) this.#retryLater();
    }
  }
}
