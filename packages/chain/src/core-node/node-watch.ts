import type { BlockEvent, ChainLock } from '../layer1.js';
import { NodeUnavailable } from '../node-unavailable.js';
import type { BestChain } from './best-chain.js';
import { Listeners } from './listeners.js';
import { isNotTold } from './node-answers.js';
import { isNewsTo, type NodeNews, type PublishedNews } from './node-news.js';

/** What a watch asks of its node. */
export interface WatchSource {
  readonly bestBlockHash: () => Promise<string>;
  readonly bestChainLock: () => Promise<ChainLock | undefined>;
}

/**
 * Watches a node: looks at its tip and its ChainLock every so often, and at once when the node publishes that there is
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
  #lastLook: number | undefined;
  #chainLock: ChainLock | undefined;
  #chainLocksAreTold = true;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
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

  /** The last ChainLock told. */
  get chainLock(): ChainLock | undefined {
    return this.#chainLock;
  }

  /** When the tip was last seen. */
  get lastLook(): number | undefined {
    return this.#lastLook;
  }

  /** Begins, unless it has. */
  start(): void {
    if (this.#timer !== undefined || this.#looking !== undefined) return;
    this.#news.blocks.add((news) => this.#hear(news));
    this.#look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Looks now, and again if there is more news by then. */
  #look(): void {
    this.#isNews = true;
    if (this.#isClosed || this.#looking) return;
    clearTimeout(this.#timer);
    this.#looking = this.#lookWhileNews();
  }

  async #lookWhileNews(): Promise<void> {
    while (this.#isNews && !this.#isClosed) {
      this.#isNews = false;
      await this.#lookOnce();
    }
    this.#looking = undefined;
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#look(), this.#pollInterval);
  }

  /** A call that fails ends it; the next look goes on from what was told. */
  async #lookOnce(): Promise<void> {
    try {
      await this.#followTip();
      this.#lastLook = this.#now();
      await this.#followChainLock();
      await this.#news.subscribe();
    } catch (error) {
      // A node that comes back may have been set up otherwise.
      this.#chainLocksAreTold = true;
      // The node's health has why it did not answer.
      if (!(error instanceof NodeUnavailable)) this.#onError(error);
    }
  }

  async #followTip(): Promise<void> {
    const tip = await this.#source.bestBlockHash();
    while (this.#chain.tip?.hash !== tip && !this.#isClosed) {
      const events = await this.#chain.stepTowards(tip);
      for (const event of events) this.blocks.tell(event);
    }
  }

  async #followChainLock(): Promise<void> {
    if (!this.#chainLocksAreTold || this.#isClosed) return;
    const chainLock = await this.#bestChainLock();
    if (!chainLock || chainLock.hash === this.#chainLock?.hash) return;
    // Of a block that came since, or that the node has not got yet: told once the block was.
    if (chainLock.height > (this.#chain.tip?.height ?? 0)) return;
    this.#chainLock = chainLock;
    this.chainLocks.tell(chainLock);
  }

  async #bestChainLock(): Promise<ChainLock | undefined> {
    try {
      return await this.#source.bestChainLock();
    } catch (error) {
      if (!isNotTold(error)) throw error;
      this.#chainLocksAreTold = false;
      return undefined;
    }
  }

  /** While looking, everything is news: what is seen may be older. */
  #hear(news: NodeNews): void {
    const seen = { tip: this.#chain.tip, chainLock: this.#chainLock };
    if (this.#looking || isNewsTo(news, seen)) this.#look();
  }
}
