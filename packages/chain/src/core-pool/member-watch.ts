import { isNotTold } from '../core-node/node-answers.js';
import { isNewsTo, type NodeNews } from '../core-node/node-news.js';
import type { Eventually } from '../eventually.js';
import { NodeRefusal, type CallOptions, type ChainLock, type ChainTip, type NodeStatus } from '../layer1.js';
import { NodeUnavailable } from '../node-unavailable.js';
import { RPC_ERROR_CODES } from '../rpc-error-code.js';
import type { Ancestry } from './ancestry.js';
import type { CorePoolLimits } from './core-pool-options.js';
import type { FollowedChain } from './followed-chain.js';
import type { Member } from './member.js';
import type { AskedMethod } from './pool-observer.js';

type WatchLimits = Pick<CorePoolLimits, 'lookInterval' | 'lookTimeout' | 'statusInterval'>;

/**
 * Looks at a node every so often, at once when it tells of something new, and when it may be tried again after failures. What was
 * seen is followed before a look ends.
 */
export class MemberWatch {
  readonly #member: Member;
  readonly #chain: FollowedChain;
  readonly #ancestry: Ancestry;
  readonly #limits: () => WatchLimits;
  readonly #unsubscribe: readonly (() => void)[];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isNews = false;
  #isClosed = false;
  #chainLocksAreTold = true;
  #isStatusTold = true;
  #isSeen = false;
  readonly #isFollowable: () => boolean;

  /** @param isFollowable whether enough has been seen to begin to follow */
  constructor(
    member: Member,
    chain: FollowedChain,
    ancestry: Ancestry,
    limits: () => WatchLimits,
    isFollowable: () => boolean,
  ) {
    this.#member = member;
    this.#chain = chain;
    this.#ancestry = ancestry;
    this.#limits = limits;
    this.#isFollowable = isFollowable;
    const onNews = (news: NodeNews): void => {
      // One that fails is tried when its time has come. While looking, everything is news: what is seen may be older.
      const isTaken = member.breaker.state === 'closed' && (this.#looking || isNewsTo(news, member));
      if (isTaken) void this.look();
    };
    this.#unsubscribe = [
      member.node.watchNews(onNews),
      member.node.watchTransactions((txid) => chain.transactions.tell(txid)),
    ];
    void this.look();
  }

  /** Whether a first look has ended, well or not. */
  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** Looks at the node; while it is looked at already, once more after that. */
  look(): Promise<void> {
    this.#isNews = true;
    if (this.#isClosed) return Promise.resolve();
    clearTimeout(this.#timer);
    return (this.#looking ??= this.#lookWhileNews());
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  async #lookWhileNews(): Promise<void> {
    while (this.#isNews && !this.#isClosed) {
      this.#isNews = false;
      await this.#lookOnce();
      if (this.#member.breaker.state === 'open') this.#isNews = false;
    }
    this.#looking = undefined;
    if (this.#isClosed) return;
    const { breaker } = this.#member;
    const wait = breaker.state === 'open' ? breaker.wait : this.#limits().lookInterval;
    this.#timer = setTimeout(() => void this.look(), wait);
  }

  async #lookOnce(): Promise<void> {
    const member = this.#member;
    member.breaker.beginTry();
    try {
      const tip = await this.#ask('tip', (options) => member.node.tip(options));
      const block = await this.#block(tip);
      const chainLock = await this.#chainLock(tip);
      const status = await this.#status();
      if (this.#isClosed) return;
      member.saw({ tip: block, chainLock, status }, this.#chain.tip?.hash);
    } catch (error) {
      // It may come back set up otherwise.
      this.#chainLocksAreTold = true;
      this.#isStatusTold = true;
      member.lookFailed(error);
    }
    this.#isSeen = true;
    if (this.#isFollowable()) await this.#chain.follow();
  }

  #block({ hash }: ChainTip): Promise<Member['tip'] & object> {
    return this.#ancestry.recent.find(hash, (wanted) =>
      this.#ask('block', (options) => this.#member.node.block(wanted, options)),
    );
  }

  /** The best ChainLock of a block that the node has; the last one while it tells one that it does not have yet. */
  async #chainLock(tip: ChainTip): Promise<ChainLock | undefined> {
    const last = this.#member.chainLock;
    if (!this.#chainLocksAreTold) return undefined;
    try {
      const told = await this.#ask('bestChainLock', (options) => this.#member.node.bestChainLock(options));
      if (!told || told.hash === last?.hash) return told;
      if (told.height > tip.height) return last;
      await this.#block(told);
      return told;
    } catch (error) {
      if (error instanceof NodeRefusal && error.code === RPC_ERROR_CODES.notFound) return last;
      if (!isNotTold(error)) throw error;
      this.#chainLocksAreTold = false;
      return undefined;
    }
  }

  /** `undefined` while it is not due, and where its user may not ask for it: then the node counts as in step. */
  async #status(): Promise<NodeStatus | undefined> {
    const { status, statusAge, node } = this.#member;
    const isDue = statusAge >= this.#limits().statusInterval || status?.isInitialBlockDownload === true;
    if (!isDue || !this.#isStatusTold) return undefined;
    try {
      return await this.#ask('status', (options) => node.status(options));
    } catch (error) {
      if (!isNotTold(error)) throw error;
      this.#isStatusTold = false;
      return undefined;
    }
  }

  #ask<T>(method: AskedMethod, ask: (options: CallOptions) => Eventually<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new NodeUnavailable('the pool was closed', 'closed'));
    return this.#member.attempt(method, this.#limits().lookTimeout, { isUrgent: true }, ask);
  }
}
