import { isUnreported } from '../core-node/node-answers.js';
import { isNewsTo, type NodeNews } from '../core-node/node-news.js';
import type { Eventually } from '../../layer1/eventually.js';
import {
  NodeRejectionError,
  type CallOptions,
  type ChainLock,
  type NodeStatus,
} from '../../layer1/layer1.js';
import type { ChainTip } from '../../layer1/chain-tip.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { Ancestry } from './ancestry.js';
import type { CorePoolLimits } from './core-pool-options.js';
import type { FollowedChain } from './followed-chain.js';
import type { Member } from './member.js';
import type { ObservedMethod } from './pool-observer.js';

type WatchLimits = Pick<CorePoolLimits, 'probeInterval' | 'probeTimeout' | 'statusInterval'>;

/**
 * Polls a node, at once when it publishes news, and when it may be tried again after failures. What was
 * seen is followed before a probe ends.
 */
export class MemberWatch {
  readonly #member: Member;
  readonly #chain: FollowedChain;
  readonly #ancestry: Ancestry;
  readonly #limits: () => WatchLimits;
  readonly #unsubscribe: readonly (() => void)[];
  #timer: NodeJS.Timeout | undefined;
  #probing: Promise<void> | undefined;
  #isNews = false;
  #isClosed = false;
  #areChainLocksReported = true;
  #isStatusReported = true;
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
      // One that fails is tried when its time has come. During a probe, everything is news: the probe may have seen an older state.
      const isTaken = member.breaker.state === 'closed' && (this.#probing || isNewsTo(news, member));
      if (isTaken) void this.probe();
    };
    this.#unsubscribe = [
      member.node.watchNews(onNews),
      member.node.watchTransactions((txid) => chain.transactions.emit(txid)),
    ];
    void this.probe();
  }

  /** Returns whether a first probe has ended, well or not. */
  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** Probes the node; during a probe, once more after it. */
  probe(): Promise<void> {
    this.#isNews = true;
    if (this.#isClosed) return Promise.resolve();
    clearTimeout(this.#timer);
    return (this.#probing ??= this.#probeWhileNews());
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  async #probeWhileNews(): Promise<void> {
    while (this.#isNews && !this.#isClosed) {
      this.#isNews = false;
      await this.#probeOnce();
      if (this.#member.breaker.state === 'open') this.#isNews = false;
    }
    this.#probing = undefined;
    if (this.#isClosed) return;
    const { breaker } = this.#member;
    const wait = breaker.state === 'open' ? breaker.wait : this.#limits().probeInterval;
    this.#timer = setTimeout(() => void this.probe(), wait);
  }

  async #probeOnce(): Promise<void> {
    const member = this.#member;
    member.breaker.beginTry();
    try {
      const tip = await this.#request('tip', (options) => member.node.tip(options));
      const block = await this.#block(tip);
      const chainLock = await this.#chainLock(tip);
      const status = await this.#status();
      if (this.#isClosed) return;
      member.recordProbe({ tip: block, chainLock, status }, this.#chain.tip?.hash);
    } catch (error) {
      // It may come back set up otherwise.
      this.#areChainLocksReported = true;
      this.#isStatusReported = true;
      member.recordFailedProbe(error);
    }
    this.#isSeen = true;
    if (this.#isFollowable()) await this.#chain.follow();
  }

  #block({ hash }: ChainTip): Promise<Member['tip'] & object> {
    return this.#ancestry.recent.find(hash, (wanted) =>
      this.#request('block', (options) => this.#member.node.block(wanted, options)),
    );
  }

  /** Returns the best ChainLock of a block that the node has; the last one while it reports one that it does not have yet. */
  async #chainLock(tip: ChainTip): Promise<ChainLock | undefined> {
    const last = this.#member.chainLock;
    if (!this.#areChainLocksReported) return undefined;
    try {
      const reported = await this.#request('bestChainLock', (options) =>
        this.#member.node.bestChainLock(options),
      );
      if (!reported || reported.hash === last?.hash) return reported;
      if (reported.height > tip.height) return last;
      await this.#block(reported);
      return reported;
    } catch (error) {
      if (error instanceof NodeRejectionError && error.code === RPC_ERROR_CODES.notFound) return last;
      if (!isUnreported(error)) throw error;
      this.#areChainLocksReported = false;
      return undefined;
    }
  }

  /** Returns `undefined` while it is not due, and where its user may not request it: then the node counts as in step. */
  async #status(): Promise<NodeStatus | undefined> {
    const { status, statusAge, node } = this.#member;
    const isDue = statusAge >= this.#limits().statusInterval || status?.isInitialBlockDownload === true;
    if (!isDue || !this.#isStatusReported) return undefined;
    try {
      return await this.#request('status', (options) => node.status(options));
    } catch (error) {
      if (!isUnreported(error)) throw error;
      this.#isStatusReported = false;
      return undefined;
    }
  }

  #request<T>(method: ObservedMethod, send: (options: CallOptions) => Eventually<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new NodeUnavailableError('the pool was closed', 'closed'));
    return this.#member.attempt(method, this.#limits().probeTimeout, { isUrgent: true }, send);
  }
}
