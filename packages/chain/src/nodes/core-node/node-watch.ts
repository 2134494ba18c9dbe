import type { BlockEvent, ChainLock } from '../../layer1/layer1.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import type { BestChain } from './best-chain.js';
import { Listeners } from './listeners.js';
import { isUnreported } from './node-answers.js';
import { isNewsTo, type NodeNews, type PublishedNews } from './node-news.js';

/** Describes the requests of a watch to its node. */
export interface WatchSource {
  readonly bestBlockHash: () => Promise<string>;
  readonly bestChainLock: () => Promise<ChainLock | undefined>;
}

/**
 * Watches a node: polls its tip and its ChainLock, and at once when the node publishes that there is
 * something new.
 */
export class NodeWatch {
  readonly blocks: Listeners<BlockEvent>;
  readonly chainLocks: Listeners<ChainLock>;
  readonly #news: PublishedNews;
  readonly #source: WatchSource;
  readonly #chain: BestChain;
  readonly #pollInterval: number;
  readonly #onError: (error: unknown) => void;
  readonly #now: () => number;
  #lastPollAt: number | undefined;
  #chainLock: ChainLock | undefined;
  #areChainLocksReported = true;
  #timer: NodeJS.Timeout | undefined;
  #probing: Promise<void> | undefined;
  #isNews = false;
  #isClosed = false;

  constructor(
    source: WatchSource,
    news: PublishedNews,
    chain: BestChain,
    pollInterval: number,
    onError: (error: unknown) => void,
    now: () => number,
  ) {
    this.#now = now;
    this.#source = source;
    this.#news = news;
    this.#chain = chain;
    this.#pollInterval = pollInterval;
    this.#onError = onError;
    this.blocks = new Listeners(onError);
    this.chainLocks = new Listeners(onError);
  }

  /** Returns the last emitted ChainLock. */
  get chainLock(): ChainLock | undefined {
    return this.#chainLock;
  }

  /** Returns the time at which the tip was last seen. */
  get lastPollAt(): number | undefined {
    return this.#lastPollAt;
  }

  /** Begins, unless it has. */
  start(): void {
    if (this.#timer !== undefined || this.#probing !== undefined) return;
    this.#news.blocks.add((news) => this.#handle(news));
    this.#probe();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#probing;
  }

  /** Polls now, and again if there is more news by then. */
  #probe(): void {
    this.#isNews = true;
    if (this.#isClosed || this.#probing) return;
    clearTimeout(this.#timer);
    this.#probing = this.#probeWhileNews();
  }

  async #probeWhileNews(): Promise<void> {
    while (this.#isNews && !this.#isClosed) {
      this.#isNews = false;
      await this.#probeOnce();
    }
    this.#probing = undefined;
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#probe(), this.#pollInterval);
  }

  /** Polls the node once. A failed call ends the poll; the next one continues after the last notification. */
  async #probeOnce(): Promise<void> {
    try {
      await this.#followTip();
      this.#lastPollAt = this.#now();
      await this.#followChainLock();
      await this.#news.subscribe();
    } catch (error) {
      // A node that comes back may have been set up otherwise.
      this.#areChainLocksReported = true;
      // The node's health has why it did not answer.
      if (!(error instanceof NodeUnavailableError)) this.#onError(error);
    }
  }

  async #followTip(): Promise<void> {
    const tip = await this.#source.bestBlockHash();
    while (this.#chain.tip?.hash !== tip && !this.#isClosed) {
      const events = await this.#chain.stepTowards(tip);
      for (const event of events) this.blocks.emit(event);
    }
  }

  async #followChainLock(): Promise<void> {
    if (!this.#areChainLocksReported || this.#isClosed) return;
    const chainLock = await this.#bestChainLock();
    if (!chainLock || chainLock.hash === this.#chainLock?.hash) return;
    // Of a block that came since, or that the node does not have yet: emitted after the block.
    if (chainLock.height > (this.#chain.tip?.height ?? 0)) return;
    this.#chainLock = chainLock;
    this.chainLocks.emit(chainLock);
  }

  async #bestChainLock(): Promise<ChainLock | undefined> {
    try {
      return await this.#source.bestChainLock();
    } catch (error) {
      if (!isUnreported(error)) throw error;
      this.#areChainLocksReported = false;
      return undefined;
    }
  }

  /** Handles an announcement of the node. During a poll it triggers another one, as the poll may have seen an older state. */
  #handle(news: NodeNews): void {
    const seen = { tip: this.#chain.tip, chainLock: this.#chainLock };
    if (this.#probing || isNewsTo(news, seen)) this.#probe();
  }
}
