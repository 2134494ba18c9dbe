import type { BlockEvent, ChainLock } from '../layer1.js';
import { NodeUnavailable } from '../node-unavailable.js';
import type { BestChain } from './best-chain.js';
import { Listeners } from './listeners.js';
import { isNotTold } from './node-answers.js';
import type { ZmqEndpoint } from './zmq-endpoint.js';
import type { ZmqNews } from './zmq-message.js';
import type { ZmqSubscription } from './zmq-subscription.js';

/** What a watch asks of its node. */
export interface WatchSource {
  readonly bestBlockHash: () => Promise<string>;
  readonly bestChainLock: () => Promise<ChainLock | undefined>;
  /** Where the node publishes; empty for nowhere. */
  readonly endpoints: () => Promise<readonly ZmqEndpoint[]>;
}

/**
 * Watches a node: looks at its tip and its ChainLock every so often, and at once when the node publishes that there is
 * something new. What is published is never believed, as messages are lost and come late: it only says when to look.
 */
export class NodeWatch {
  readonly blocks: Listeners<BlockEvent>;
  readonly chainLocks: Listeners<ChainLock>;
  /** The ids of transactions that the node published something of. */
  readonly transactions: Listeners<string>;
  readonly #source: WatchSource;
  readonly #chain: BestChain;
  readonly #pollInterval: number;
  readonly #onError: (error: unknown) => void;
  readonly #now: () => number;
  #lastLook: number | undefined;
  #subscriptions: readonly ZmqSubscription[] | undefined;
  #chainLock: ChainLock | undefined;
  #chainLocksAreTold = true;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isNews = false;
  #isClosed = false;

  constructor(
    source: WatchSource,
    chain: BestChain,
    pollInterval: number,
    onError: (error: unknown) => void,
    now: () => number,
  ) {
    this.#now = now;
    this.#source = source;
    this.#chain = chain;
    this.#pollInterval = pollInterval;
    this.#onError = onError;
    this.blocks = new Listeners(onError);
    this.chainLocks = new Listeners(onError);
    this.transactions = new Listeners(onError);
  }

  /** The last ChainLock told. */
  get chainLock(): ChainLock | undefined {
    return this.#chainLock;
  }

  /** When the tip was last seen. */
  get lastLook(): number | undefined {
    return this.#lastLook;
  }

  get notifications(): 'connected' | 'disconnected' | 'none' {
    const subscriptions = this.#subscriptions ?? [];
    if (subscriptions.length === 0) return 'none';
    return subscriptions.every(({ isConnected }) => isConnected) ? 'connected' : 'disconnected';
  }

  /** Begins, unless it has. */
  start(): void {
    if (this.#timer === undefined && this.#looking === undefined) this.#look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all((this.#subscriptions ?? []).map((subscription) => subscription.close()));
    this.#subscriptions = [];
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
      await this.#subscribe();
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

  async #subscribe(): Promise<void> {
    if (this.#subscriptions || this.#isClosed) return;
    const endpoints = await this.#source.endpoints();
    const subscriptions: ZmqSubscription[] = [];
    this.#subscriptions = subscriptions;
    for (const endpoint of endpoints) {
      try {
        await this.#open(endpoint, subscriptions);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  /** Who does not use ZMQ does not load it. */
  async #open(endpoint: ZmqEndpoint, subscriptions: ZmqSubscription[]): Promise<void> {
    const { ZmqSubscription } = await import('./zmq-subscription.js');
    if (this.#isClosed) return;
    const listener = {
      onNews: (news: ZmqNews) => {
        if (news.kind === 'transaction') this.transactions.tell(news.hash);
        else if (!this.#isKnown(news)) this.#look();
      },
      onGap: () => this.#look(),
      onError: this.#onError,
    };
    subscriptions.push(new ZmqSubscription(endpoint, listener));
  }

  /** Of a block joining, a node publishes up to three messages. While looking, everything is news: what is seen may be older. */
  #isKnown({ kind, hash }: ZmqNews): boolean {
    if (this.#looking || kind === 'disconnected') return false;
    return hash === (kind === 'chainlock' ? this.#chainLock : this.#chain.tip)?.hash;
  }
}
