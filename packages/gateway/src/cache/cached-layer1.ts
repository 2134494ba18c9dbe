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
import { NodeRejectionError, ZERO_HASH } from '@dapikit/chain';
import type { CacheSettings } from '../settings/settings.js';
import { ChainCache } from './chain-cache.js';
import { Confirmations } from './confirmations.js';
import { diffHeight, diffKey, FinalDiffs } from './final-diffs.js';
import { Finality } from './finality.js';
import type { AnswerSource, TracedCall } from '../base/provenance.js';
import { SharedCalls } from './shared-calls.js';
import { inTime } from './time-limit.js';
import { isAway, TipCheck } from './tip-check.js';

/** How often a request is repeated when a reorg came before its response. */
const MAX_REQUESTS = 5;

/** Describes layer 1 with a cache in front. */
export interface CachedLayer1 extends Layer1 {
  /** The memory of the cached hashes, in bytes, outside of the heap. */
  readonly hashBytes: number;
  tip(options?: TracedCall): Eventually<ChainTip>;
  blockHash(height: number, options?: TracedCall): Eventually<string>;
  masternodeListDiff(baseBlock: string, block: string, options?: TracedCall): Promise<MasternodeListDiff>;
  /** Goes on with other settings from the next request on, and requests the tip before that: the nodes may be others as well. */
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
  #callTimeout: number;
  readonly #cache = new ChainCache();
  readonly #diffs: FinalDiffs;
  readonly #check: TipCheck;
  readonly #finality: Finality;
  readonly #confirmations: Confirmations;
  readonly #hashCalls = new SharedCalls<string>();
  readonly #diffCalls = new SharedCalls<TracedDiff>();
  readonly #statusCalls = new SharedCalls<NodeStatus>();
  readonly #lockCalls = new SharedCalls<ChainLock | undefined>();
  readonly #unwatch: readonly (() => void)[];

  constructor(layer1: Layer1, settings: CacheSettings, now: () => number) {
    this.#layer1 = layer1;
    this.#callTimeout = settings.callTimeout;
    this.#diffs = new FinalDiffs(settings.maxDiffBytes);
    this.#confirmations = new Confirmations(now);
    this.#check = new TipCheck(this.#cache, (signal) => this.#askTip(signal), settings, now);
    this.#finality = new Finality(this.#cache, {
      hashAt: (height) => this.#ask(undefined, (options) => layer1.blockHash(height, options)),
      bestChainLock: () => this.#ask(undefined, (options) => layer1.bestChainLock(options)),
    });
    this.#unwatch = [
      layer1.watchBlocks((event) => this.#apply(event)),
      layer1.watchChainLocks((chainLock) => void this.#finality.hear(chainLock)),
    ];
  }

  get hashBytes(): number {
    return this.#cache.bytes;
  }

  tip(options?: TracedCall): Eventually<ChainTip> {
    const { tip } = this.#cache;
    const source = this.#sourceNow();
    if (tip === undefined || source === undefined) return this.#askedTip(options);
    this.#trace(options, source, this.#isFinal(tip.height));
    return tip;
  }

  blockHash(height: number, options?: TracedCall): Eventually<string> {
    const final = this.#cache.finalHash(height);
    if (final !== undefined) {
      this.#confirm(height);
      this.#trace(options, 'hit', true);
      return final;
    }
    const recent = this.#cache.recentHash(height);
    if (recent === undefined) return this.#askedHash(height, options);
    const source = this.#sourceNow();
    if (source === undefined) return this.#checkedHash(height, options);
    this.#confirm(height);
    this.#trace(options, source, false);
    return recent;
  }

  sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string> {
    return this.#ask(options?.signal, (own) => this.#layer1.sendTransaction(serialized, own));
  }

  async masternodeListDiff(
    baseBlock: string,
    block: string,
    options?: TracedCall,
  ): Promise<MasternodeListDiff> {
    const known = this.#diffs.get(baseBlock, block);
    if (known) {
      this.#trace(options, 'hit', true);
      return known;
    }
    const key = diffKey(baseBlock, block);
    const { diff, isFinal } = await this.#settled((count) =>
      this.#diffCalls.join(`${count} ${key}`, options?.signal, (signal) =>
        this.#askDiff(baseBlock, block, signal),
      ),
    );
    this.#trace(options, 'miss', isFinal);
    return diff;
  }

  async transactionStatus(txid: string, options?: CallOptions): Promise<TransactionStatus> {
    const status = await this.#ask(options?.signal, (own) => this.#layer1.transactionStatus(txid, own));
    if (status.place === 'block') this.#compare(status.block);
    return status;
  }

  /** What is read is not cached: who reads the same often caches it. */
  read<Name extends ChainRead>(
    name: Name,
    request: ChainReads[Name]['request'],
    options?: CallOptions,
  ): Promise<ChainReads[Name]['response']> {
    return this.#ask(options?.signal, (own) => this.#layer1.read(name, request, own));
  }

  watchTransactions(listener: (txid: string) => void): () => void {
    return this.#layer1.watchTransactions(listener);
  }

  status(options?: CallOptions): Promise<NodeStatus> {
    return this.#statusCalls.join(this.#present(), options?.signal, (signal) => this.#askStatus(signal));
  }

  bestChainLock(options?: CallOptions): Promise<ChainLock | undefined> {
    return this.#lockCalls.join(this.#present(), options?.signal, (signal) => this.#askChainLock(signal));
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    return this.#layer1.watchBlocks(listener);
  }

  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    return this.#layer1.watchChainLocks(listener);
  }

  reconfigure(settings: CacheSettings): void {
    this.#callTimeout = settings.callTimeout;
    this.#check.reconfigure(settings);
    this.#diffs.resize(settings.maxDiffBytes);
  }

  close(): void {
    for (const stop of this.#unwatch) stop();
  }

  #apply(event: BlockEvent): void {
    this.#cache.apply(event);
    this.#confirmations.note(event.height);
    this.#check.hear();
    if (event.kind === 'replaced') this.#diffs.clear();
  }

  /** Returns the cache of recent blocks if it may be used at once; `undefined` if a node must be asked first. */
  #sourceNow(): AnswerSource | undefined {
    if (this.#check.isFresh) return 'hit';
    if (!this.#check.isFailing || !this.#check.mayBeStale) return undefined;
    this.#check.retry();
    return 'stale';
  }

  async #askedTip(options: TracedCall | undefined): Promise<ChainTip> {
    try {
      const tip = await this.#check.tip(options?.signal);
      this.#trace(options, 'miss', this.#isFinal(tip.height));
      return tip;
    } catch (error) {
      const { tip } = this.#cache;
      if (tip === undefined || !this.#mayGoOnAfter(error)) throw error;
      this.#trace(options, 'stale', this.#isFinal(tip.height));
      return tip;
    }
  }

  /** Returns the cached hash at a height, if it is still cached after the tip was requested. */
  async #checkedHash(height: number, options: TracedCall | undefined): Promise<string> {
    let source: AnswerSource = 'miss';
    try {
      await this.#check.tip(options?.signal);
    } catch (error) {
      if (!this.#mayGoOnAfter(error)) throw error;
      source = 'stale';
    }
    const final = this.#cache.finalHash(height);
    const hash = final ?? this.#cache.recentHash(height);
    if (hash === undefined) return this.#askedHash(height, options);
    this.#confirm(height);
    this.#trace(options, source, final !== undefined);
    return hash;
  }

  async #askedHash(height: number, options: TracedCall | undefined): Promise<string> {
    const hash = await this.#settled((count) =>
      this.#hashCalls.join(`${count} ${height}`, options?.signal, (signal) => this.#askHash(height, signal)),
    );
    this.#trace(options, 'miss', this.#cache.finalHash(height) === hash);
    return hash;
  }

  /** The answer to a question that no reorganisation came in between of. */
  async #settled<T>(ask: (count: number) => Promise<T>): Promise<T> {
    for (let question = 1; ; question += 1) {
      const { reorganisations } = this.#cache;
      const answer = await ask(reorganisations);
      if (reorganisations === this.#cache.reorganisations || question === MAX_REQUESTS) return answer;
    }
  }

  async #askTip(signal: AbortSignal): Promise<ChainTip> {
    const tip = await this.#ask(signal, (own) => this.#layer1.tip(own));
    this.#confirmations.note(tip.height);
    void this.#finality.begin();
    return tip;
  }

  async #askHash(height: number, signal: AbortSignal): Promise<string> {
    const { finalHeight, reorganisations, replacements } = this.#cache;
    const wasFinal = height <= finalHeight;
    try {
      const hash = await this.#ask(signal, (own) => this.#layer1.blockHash(height, own));
      const isCurrent = wasFinal
        ? replacements === this.#cache.replacements
        : reorganisations === this.#cache.reorganisations;
      if (isCurrent) {
        this.#cache.answerHash(height, hash, wasFinal);
        this.#confirmations.note(height);
      }
      // Without a tip it is not known what of the chain is settled.
      if (this.#cache.tip === undefined) this.#check.tip(undefined).catch(() => undefined);
      // The node is ahead of the cache.
      if (height > this.#tipHeight()) this.#check.doubt();
      return hash;
    } catch (error) {
      // The node's chain has become shorter.
      if (error instanceof NodeRejectionError && height <= this.#tipHeight()) this.#check.doubt();
      throw error;
    }
  }

  async #askDiff(baseBlock: string, block: string, signal: AbortSignal): Promise<TracedDiff> {
    const { finalHeight, replacements } = this.#cache;
    const diff = await this.#ask(signal, (own) => this.#layer1.masternodeListDiff(baseBlock, block, own));
    const isFinal =
      (diffHeight(diff) ?? Infinity) <= finalHeight && replacements === this.#cache.replacements;
    for (const reported of blocksOf(diff, baseBlock, block)) this.#compare(reported);
    if (isFinal) this.#diffs.set(baseBlock, block, diff);
    return { diff, isFinal };
  }

  async #askStatus(signal: AbortSignal): Promise<NodeStatus> {
    const status = await this.#ask(signal, (own) => this.#layer1.status(own));
    this.#compare(status.tip);
    if (status.chainLock) this.#compare(status.chainLock);
    return status;
  }

  async #askChainLock(signal: AbortSignal): Promise<ChainLock | undefined> {
    const chainLock = await this.#ask(signal, (own) => this.#layer1.bestChainLock(own));
    if (chainLock) this.#compare(chainLock);
    return chainLock;
  }

  /** Evicts the hash at the height of a block that a node reported, if it is another one. */
  #compare(block: ChainTip): void {
    if (!this.#cache.contradict(block)) return;
    this.#diffs.clear();
    this.#check.doubt();
  }

  /** Asks a node in the background for a hash that it reported once, some time ago. */
  #confirm(height: number): void {
    if (this.#cache.isConfirmed(height) || !this.#confirmations.isDue(height)) return;
    this.#confirmations.note(height);
    void this.#askConfirmation(height);
  }

  /** Never rejects: a node that is away is asked again later. */
  async #askConfirmation(height: number): Promise<void> {
    const { reorganisations } = this.#cache;
    try {
      const hash = await this.#ask(undefined, (options) => this.#layer1.blockHash(height, options));
      if (reorganisations !== this.#cache.reorganisations) return;
      this.#compare({ hash, height });
      this.#cache.confirm(height, hash);
    } catch {
      // No node answered, or none has the block now.
    }
  }

  #ask<T>(caller: AbortSignal | undefined, ask: (options: CallOptions) => Eventually<T>): Promise<T> {
    return inTime(this.#callTimeout, caller, (signal) => ask({ signal }));
  }

  #mayGoOnAfter(error: unknown): boolean {
    return isAway(error) && this.#check.mayBeStale;
  }

  /** Returns the key of a request: a request after an event does not share the response to one before it. */
  #present(): string {
    return String(this.#cache.events);
  }

  #isFinal(height: number): boolean {
    return height <= this.#cache.finalHeight;
  }

  #tipHeight(): number {
    return this.#cache.tip?.height ?? Infinity;
  }

  #trace(options: TracedCall | undefined, source: AnswerSource, isFinal: boolean): void {
    options?.provenance?.add(source, isFinal, this.#check.blockAge);
  }
}

/** Returns the blocks that a diff names, as far as their heights are known. Below DIP-3 Dash Core gives zeros for hashes. */
function blocksOf(diff: MasternodeListDiff, baseBlock: string, block: string): ChainTip[] {
  const heights = [
    { hash: diff.baseBlockHash, height: heightIn(baseBlock) },
    { hash: diff.blockHash, height: heightIn(block) ?? diffHeight(diff) },
  ];
  return heights.flatMap(({ hash, height }) =>
    height === undefined || hash === ZERO_HASH ? [] : [{ hash, height }],
  );
}

const HEIGHT = /^\d{1,10}$/;

function heightIn(block: string): number | undefined {
  return HEIGHT.test(block) ? Number(block) : undefined;
}

/** A diff, and whether both its blocks are final. */
interface TracedDiff {
  readonly diff: MasternodeListDiff;
  readonly isFinal: boolean;
}
