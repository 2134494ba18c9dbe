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

/** Describes a backend with the rate limits of several gateways. Its setting, log lines and choice derive from it. */
export interface BucketBackend {
  /** The name in log lines. */
  readonly name: string;
  /** The flag of its URL. */
  readonly flag: string;
  /** The description of its URL, with an example. */
  readonly description: string;
  /** The accepted URLs in words, for errors. */
  readonly expected: string;
  readonly isUrl: (text: string) => boolean;
  /** Opens the store at a URL. @throws {RangeError} (it rejects) for another URL; an error that names a missing client */
  readonly open: (url: string) => Promise<OpenBucketStore>;
}

/** Delay before the store is tried again after a failure, in milliseconds. */
const RETRY_INTERVAL = 1_000;

/** Maximum of characters that are logged of an error: a store may send megabytes. */
const MAX_CAUSE_CHARACTERS = 500;

/**
 * Uses buckets in a store that several processes share; in this process while the store is away. Then each process grants the
 * limit by itself, from where the store left off as far as it knows: a limit that is too wide is better than no answer.
 * An unavailable store is logged once, retried each second, and logged once when it has recovered.
 */
export class SharedBuckets implements Buckets {
  readonly #backend: Pick<BucketBackend, 'name'>;
  readonly #open: OpenBucketStore;
  readonly #memory: MemoryBuckets;
  readonly #log: Logger;
  #store: BucketStore | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(
    backend: Pick<BucketBackend, 'name'>,
    open: OpenBucketStore,
    memory: MemoryBuckets,
    log: Logger,
  ) {
    this.#backend = backend;
    this.#open = open;
    this.#memory = memory;
    this.#log = log;
  }

  /** Returns buckets in the store of a backend; in `memory` at first when it cannot be had. */
  static async start(
    backend: Pick<BucketBackend, 'name'>,
    open: OpenBucketStore,
    memory: MemoryBuckets,
    log: Logger,
  ): Promise<SharedBuckets> {
    const buckets = new SharedBuckets(backend, open, memory, log);
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

  /** Logs that the store is unavailable. The rest of the error is not for a log: it has the failed command, which may contain the password. */
  #miss(error: unknown): void {
    const cause = (error instanceof Error ? error.message : String(error)).slice(0, MAX_CAUSE_CHARACTERS);
    this.#log.warn({ cause }, `${this.#backend.name} unavailable; falling back to per-process limits`);
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => void this.#reconnect(), RETRY_INTERVAL).unref();
  }

  async #reconnect(): Promise<void> {
    try {
      // The buckets in memory stay: a store that is lost again and again gives no client a new burst.
      await this.#connect();
      if (this.#store !== undefined)
        this.#log.info(`${this.#backend.name} available; limits are shared again`);
    } catch {
      if (!this.#isClosed) this.#retryLater();
    }
  }
}
