import type {
  BlockEvent,
  CallOptions,
  ChainLock,
  ChainRead,
  ChainReads,
  ChainTip,
  Eventually,
  Layer1,
  MasternodeListDiff,
  NodeStatus,
  TransactionStatus,
} from '@dapikit/chain';
import type { CacheSettings } from '../settings/settings.js';
import { ChainCache } from './chain-cache.js';
import { diffKey } from './final-diffs.js';
import type { AnswerSource, TracedCall } from '../base/provenance.js';
import { NodeReads, type TracedDiff } from './node-reads.js';
import { SharedCalls } from './shared-calls.js';
import { isAway } from './tip-check.js';

/** Number of requests while reorgs come before their responses. */
const MAX_REQUESTS = 5;

/** Describes layer 1 with a cache in front. */
export interface CachedLayer1 extends Layer1 {
  /** Size of the cached hashes in bytes, outside of the heap. */
  readonly hashBytes: number;
  tip(options?: TracedCall): Eventually<ChainTip>;
  blockHash(height: number, options?: TracedCall): Eventually<string>;
  masternodeListDiff(baseBlock: string, block: string, options?: TracedCall): Promise<MasternodeListDiff>;
  /** Reloads the settings for the next request, and requests the tip before that: the nodes may be others as well. */
  reconfigure(settings: CacheSettings): void;
  /** Stops following the chain. */
  close(): void;
}

/**
 * Puts a cache in front of `layer1`: valid responses are served from it, and identical concurrent requests are sent once. It follows
 * the chain from now on.
 *
 * - A hash under a ChainLock is cached permanently; another until its block is disconnected. Errors are never cached.
 * - A hash that is requested again a minute or more later is compared with what the node reports then. One that a node contradicts
 *   in any response is evicted.
 * - A request that was sent before a reorg is repeated.
 * - While no node responds, final data is served as ever, and the rest for `maxStaleTip`.
 * - A transaction is sent each time.
 *
 * Every request ends in `callTimeout`, with `NodeUnavailableError` for the reason `timeout`.
 *
 * @param now a clock that never goes back, in milliseconds
 */
export function cachedLayer1(
  layer1: Layer1,
  settings: CacheSettings,
  now: () => number = () => performance.now(),
): CachedLayer1 {
  return new CachingLayer1(layer1, settings, now);
}

class CachingLayer1 implements CachedLayer1 {
  readonly #layer1: Layer1;
  readonly #cache = new ChainCache();
  readonly #node: NodeReads;
  readonly #hashCalls = new SharedCalls<string>();
  readonly #diffCalls = new SharedCalls<TracedDiff>();
  readonly #statusCalls = new SharedCalls<NodeStatus>();
  readonly #lockCalls = new SharedCalls<ChainLock | undefined>();
  readonly #unwatch: readonly (() => void)[];

  constructor(layer1: Layer1, settings: CacheSettings, now: () => number) {
    this.#layer1 = layer1;
    this.#node = new NodeReads(layer1, this.#cache, settings, now);
    this.#unwatch = [
      layer1.watchBlocks((event) => this.#node.apply(event)),
      layer1.watchChainLocks((chainLock) => this.#node.applyChainLock(chainLock)),
    ];
  }

  get hashBytes(): number {
    return this.#cache.bytes;
  }

  tip(options?: TracedCall): Eventually<ChainTip> {
    const { tip } = this.#cache;
    const source = this.#sourceNow();
    if (tip === undefined || source === undefined) return this.#requestedTip(options);
    this.#trace(options, source, this.#isFinal(tip.height));
    return tip;
  }

  blockHash(height: number, options?: TracedCall): Eventually<string> {
    const final = this.#cache.finalHash(height);
    if (final !== undefined) {
      this.#node.confirm(height);
      this.#trace(options, 'hit', true);
      return final;
    }
    const recent = this.#cache.recentHash(height);
    if (recent === undefined) return this.#requestedHash(height, options);
    const source = this.#sourceNow();
    if (source === undefined) return this.#checkedHash(height, options);
    this.#node.confirm(height);
    this.#trace(options, source, false);
    return recent;
  }

  sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string> {
    return this.#node.send(options?.signal, (own) => this.#layer1.sendTransaction(serialized, own));
  }

  async masternodeListDiff(
    baseBlock: string,
    block: string,
    options?: TracedCall,
  ): Promise<MasternodeListDiff> {
    const known = this.#node.diffs.get(baseBlock, block);
    if (known) {
      this.#trace(options, 'hit', true);
      return known;
    }
    const key = diffKey(baseBlock, block);
    const { diff, isFinal } = await this.#settled((count) =>
      this.#diffCalls.join(`${count} ${key}`, options?.signal, (signal) =>
        this.#node.diff(baseBlock, block, signal),
      ),
    );
    this.#trace(options, 'miss', isFinal);
    return diff;
  }

  async transactionStatus(txid: string, options?: CallOptions): Promise<TransactionStatus> {
    const status = await this.#node.send(options?.signal, (own) => this.#layer1.transactionStatus(txid, own));
    if (status.place === 'block') this.#node.compare(status.block);
    return status;
  }

  /** Reads without a cache: callers that read the same often cache it. */
  read<Name extends ChainRead>(
    name: Name,
    request: ChainReads[Name]['request'],
    options?: CallOptions,
  ): Promise<ChainReads[Name]['response']> {
    return this.#node.send(options?.signal, (own) => this.#layer1.read(name, request, own));
  }

  watchTransactions(listener: (txid: string) => void): () => void {
    return this.#layer1.watchTransactions(listener);
  }

  status(options?: CallOptions): Promise<NodeStatus> {
    return this.#statusCalls.join(this.#present(), options?.signal, (signal) => this.#node.status(signal));
  }

  bestChainLock(options?: CallOptions): Promise<ChainLock | undefined> {
    return this.#lockCalls.join(this.#present(), options?.signal, (signal) => this.#node.chainLock(signal));
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    return this.#layer1.watchBlocks(listener);
  }

  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    return this.#layer1.watchChainLocks(listener);
  }

  reconfigure(settings: CacheSettings): void {
    this.#node.reconfigure(settings);
  }

  close(): void {
    for (const stop of this.#unwatch) stop();
  }

  /** Returns the cache of recent blocks if it may be used at once; `undefined` if the tip must be requested first. */
  #sourceNow(): AnswerSource | undefined {
    if (this.#node.check.isFresh) return 'hit';
    if (!this.#node.check.isFailing || !this.#node.check.mayBeStale) return undefined;
    this.#node.check.retry();
    return 'stale';
  }

  async #requestedTip(options: TracedCall | undefined): Promise<ChainTip> {
    try {
      const tip = await this.#node.check.tip(options?.signal);
      this.#trace(options, 'miss', this.#isFinal(tip.height));
      return tip;
    } catch (error) {
      const { tip } = this.#cache;
      if (tip === undefined || !this.#mayServeStale(error)) throw error;
      this.#trace(options, 'stale', this.#isFinal(tip.height));
      return tip;
    }
  }

  /** Returns the cached hash at a height, if it is still cached after the tip was requested. */
  async #checkedHash(height: number, options: TracedCall | undefined): Promise<string> {
    let source: AnswerSource = 'miss';
    try {
      await this.#node.check.tip(options?.signal);
    } catch (error) {
      if (!this.#mayServeStale(error)) throw error;
      source = 'stale';
    }
    const final = this.#cache.finalHash(height);
    const hash = final ?? this.#cache.recentHash(height);
    if (hash === undefined) return this.#requestedHash(height, options);
    this.#node.confirm(height);
    this.#trace(options, source, final !== undefined);
    return hash;
  }

  async #requestedHash(height: number, options: TracedCall | undefined): Promise<string> {
    const hash = await this.#settled((count) =>
      this.#hashCalls.join(`${count} ${height}`, options?.signal, (signal) =>
        this.#node.hash(height, signal),
      ),
    );
    this.#trace(options, 'miss', this.#cache.finalHash(height) === hash);
    return hash;
  }

  /** Returns a response that no reorg overtook: repeats the request after one. */
  async #settled<T>(send: (count: number) => Promise<T>): Promise<T> {
    for (let request = 1; ; request += 1) {
      const { reorganisations } = this.#cache;
      const response = await send(reorganisations);
      if (reorganisations === this.#cache.reorganisations || request === MAX_REQUESTS) return response;
    }
  }

  #mayServeStale(error: unknown): boolean {
    return isAway(error) && this.#node.check.mayBeStale;
  }

  /** Returns the key of a request: a request after an event does not share the response to one before it. */
  #present(): string {
    return String(this.#cache.events);
  }

  #isFinal(height: number): boolean {
    return height <= this.#cache.finalHeight;
  }

  #trace(options: TracedCall | undefined, source: AnswerSource, isFinal: boolean): void {
    options?.provenance?.add(source, isFinal, this.#node.check.blockAge);
  }
}
