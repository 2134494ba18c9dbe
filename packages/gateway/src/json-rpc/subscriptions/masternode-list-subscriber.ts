import { NodeRejectionError, ZERO_HASH, type ChainTip, type MasternodeListDiff } from '@dapikit/chain';
import type { Stop, Notify } from '../../base/messages/session.js';
import type { ChainEvent } from './notified-chain.js';
import { sharedNotice } from './shared-notice.js';
import type { SubscriptionContext } from './subscription.js';

/** Says when a subscriber is notified of its masternode list. */
export type ListPace = 'chainlock' | 'block';

/** Block of a subscriber: a known one, or one that it claims to have. */
type CurrentBlock = ChainTip | { readonly hash: string; readonly height: undefined };

const RETRY_MS = 1000;

const listNotice = sharedNotice((diff: MasternodeListDiff) => ({ event: 'list', diff }));
const diffNotice = sharedNotice((diff: MasternodeListDiff) => ({ event: 'diff', diff }));

/**
 * Brings one subscriber from the block it has to the block its list is to be of, again and again: its next notification depends
 * only on its last one, so that nothing is lost between the first list and the first change of it.
 */
export class MasternodeListSubscriber {
  readonly #context: SubscriptionContext;
  readonly #pace: ListPace;
  readonly #notify: Notify;
  readonly #unwatch: Stop;
  #current: CurrentBlock | undefined;
  #isMoving = false;
  #isStopped = false;
  #retry: NodeJS.Timeout | undefined;

  /** @param baseHash the block whose list the subscriber has */
  constructor(context: SubscriptionContext, pace: ListPace, baseHash: string | undefined, notify: Notify) {
    this.#context = context;
    this.#pace = pace;
    this.#current = baseHash === undefined ? undefined : { hash: baseHash, height: undefined };
    this.#notify = notify;
    this.#unwatch = context.chain.watch((event) => this.#handle(event));
    void this.#move();
  }

  stop(): void {
    this.#isStopped = true;
    this.#unwatch();
    clearTimeout(this.#retry);
  }

  #handle({ kind }: ChainEvent): void {
    if (kind === 'replaced') this.#reset();
    void this.#move();
  }

  /** Returns the block whose list the subscriber gets next. */
  get #goal(): ChainTip | undefined {
    const { chain } = this.#context;
    return this.#pace === 'block' ? chain.tip : chain.chainLock;
  }

  /** Sends the changes up to the goal. Never rejects. */
  async #move(): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    // A reorg is emitted block by block: the goal is where it ends.
    await Promise.resolve();
    try {
      for (let goal = this.#goal; goal && !this.#isStopped && this.#isBehind(goal); goal = this.#goal) {
        await this.#moveTo(goal);
      }
    } catch {
      // The node does not answer, and its health has why.
      this.#retryLater();
    }
    this.#isMoving = false;
  }

  #isBehind(goal: ChainTip): boolean {
    if (this.#current?.hash !== goal.hash) return true;
    this.#current = goal;
    return false;
  }

  async #moveTo(goal: ChainTip): Promise<void> {
    if (this.#current?.height !== undefined && this.#context.chain.has(this.#current) === false)
      this.#reset();
    const current = this.#current;
    const diff = await this.#diff(current, goal);
    // Meanwhile the subscriber may have gone, or the chain may have been replaced.
    if (diff === undefined || this.#isStopped || this.#current !== current) return;
    this.#current = goal;
    this.#notify(current === undefined ? listNotice(diff) : diffNotice(diff));
  }

  /** Returns the diff to the goal; `undefined` where the way to the goal has to be searched again. */
  async #diff(current: CurrentBlock | undefined, goal: ChainTip): Promise<MasternodeListDiff | undefined> {
    try {
      return await this.#context.masternodeDiffs.between(current?.hash ?? ZERO_HASH, goal.hash);
    } catch (error) {
      if (!(error instanceof NodeRejectionError) || this.#isStopped) throw error;
      // The goal was reorganised away meanwhile.
      if (this.#goal?.hash !== goal.hash) return undefined;
      if (current === undefined || current.height !== undefined) throw error;
      // If the node has the goal, what it rejects is the block that the subscriber says it has.
      await this.#context.masternodeDiffs.between(ZERO_HASH, goal.hash);
      if (this.#current === current) this.#reset();
      return undefined;
    }
  }

  /** Starts over: the block of the subscriber was disconnected. */
  #reset(): void {
    if (this.#current === undefined || this.#isStopped) return;
    const { hash } = this.#current;
    this.#current = undefined;
    this.#notify({ event: 'reset', blockHash: hash });
  }

  #retryLater(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#move(), RETRY_MS).unref();
  }
}
