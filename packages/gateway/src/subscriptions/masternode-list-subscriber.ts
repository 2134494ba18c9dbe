import { NodeRefusal, ZERO_HASH, type ChainTip, type MasternodeListDiff } from '@dapikit/chain';
import type { Stop, Tell } from '../json-rpc/session.js';
import type { ChainEvent } from './told-chain.js';
import { sharedNotice } from './shared-notice.js';
import type { SubscriptionContext } from './subscription.js';

/** When a subscriber is told of its masternode list. */
export type ListPace = 'chainlock' | 'block';

/** What a subscriber has: a block that we know, or one that it says it has. */
type HeldBlock = ChainTip | { readonly hash: string; readonly height: undefined };

const RETRY_MS = 1000;

const listNotice = sharedNotice((diff: MasternodeListDiff) => ({ event: 'list', diff }));
const diffNotice = sharedNotice((diff: MasternodeListDiff) => ({ event: 'diff', diff }));

/**
 * Brings one subscriber from the block it has to the block its list is to be of, again and again: what it is told next depends
 * only on what it was told last, so that nothing is lost between the first list and the first change of it.
 */
export class MasternodeListSubscriber {
  readonly #context: SubscriptionContext;
  readonly #pace: ListPace;
  readonly #tell: Tell;
  readonly #unwatch: Stop;
  #held: HeldBlock | undefined;
  #isMoving = false;
  #isStopped = false;
  #retry: NodeJS.Timeout | undefined;

  /** @param baseHash the block whose list the subscriber has */
  constructor(context: SubscriptionContext, pace: ListPace, baseHash: string | undefined, tell: Tell) {
    this.#context = context;
    this.#pace = pace;
    this.#held = baseHash === undefined ? undefined : { hash: baseHash, height: undefined };
    this.#tell = tell;
    this.#unwatch = context.chain.watch((event) => this.#hear(event));
    void this.#move();
  }

  stop(): void {
    this.#isStopped = true;
    this.#unwatch();
    clearTimeout(this.#retry);
  }

  #hear({ kind }: ChainEvent): void {
    if (kind === 'replaced') this.#reset();
    void this.#move();
  }

  /** The block that the list is to be of. */
  get #goal(): ChainTip | undefined {
    const { chain } = this.#context;
    return this.#pace === 'block' ? chain.tip : chain.chainLock;
  }

  /** Never rejects. */
  async #move(): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    // A reorganisation is told block by block: the goal is where it ends.
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
    if (this.#held?.hash !== goal.hash) return true;
    this.#held = goal;
    return false;
  }

  async #moveTo(goal: ChainTip): Promise<void> {
    if (this.#held?.height !== undefined && this.#context.chain.has(this.#held) === false) this.#reset();
    const held = this.#held;
    const diff = await this.#diff(held, goal);
    // Meanwhile the subscriber may have gone, or the chain may have been replaced.
    if (diff === undefined || this.#isStopped || this.#held !== held) return;
    this.#held = goal;
    this.#tell(held === undefined ? listNotice(diff) : diffNotice(diff));
  }

  /** `undefined` where the way to the goal has to be looked for again. */
  async #diff(held: HeldBlock | undefined, goal: ChainTip): Promise<MasternodeListDiff | undefined> {
    try {
      return await this.#context.masternodeDiffs.between(held?.hash ?? ZERO_HASH, goal.hash);
    } catch (error) {
      if (!(error instanceof NodeRefusal) || this.#isStopped) throw error;
      // The goal was reorganised away meanwhile.
      if (this.#goal?.hash !== goal.hash) return undefined;
      if (held === undefined || held.height !== undefined) throw error;
      // If the node has the goal, what it refuses is the block that the subscriber says it has.
      await this.#context.masternodeDiffs.between(ZERO_HASH, goal.hash);
      if (this.#held === held) this.#reset();
      return undefined;
    }
  }

  /** The block the subscriber has is no more: it begins anew. */
  #reset(): void {
    if (this.#held === undefined || this.#isStopped) return;
    const { hash } = this.#held;
    this.#held = undefined;
    this.#tell({ event: 'reset', blockHash: hash });
  }

  #retryLater(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#move(), RETRY_MS).unref();
  }
}
