import { checkBlock, checkBlockAtHeight, checkHeader } from '../consensus/block-rules.js';
import { CoinSet } from '../consensus/coins.js';
import { MasternodeList } from '../consensus/masternode-list.js';
import { REGTEST } from '../consensus/regtest.js';
import { Rejection } from '../consensus/rejection.js';
import type { SizedBlock } from '../consensus/sized-block.js';
import { Withdrawals } from '../consensus/withdrawals.js';
import type { BlockEvent, ChainLock } from '../layer1.js';
import { QuorumList } from '../quorum/quorum-list.js';
import type { Transaction } from '../transaction/transaction.js';
import { applyBlock, undoBlock } from './apply-block.js';
import { effectsOfValid } from './block-effects.js';
import { ancestorAt, ChainBlock, medianTimePast } from './chain-block.js';
import { connectBlock } from './connect-block.js';
import { KnownBlocks } from './known-blocks.js';

/** What a chain state is told from outside. */
export interface ChainStateOptions {
  /** The present, in seconds since the epoch. */
  readonly now: () => number;
  /** Transactions whose scripts were checked already, with rules no laxer than a block's. */
  readonly scriptsAreChecked: (txid: string) => boolean;
  /** Whether a transaction spends what an InstantSend lock gives to another; none does where it is not given. */
  readonly conflictsWithLock?: (transaction: Transaction) => boolean;
}

/** All that a chain state is at one time, to go back to. */
export interface ChainPoint {
  readonly tip: ChainBlock;
  /** How many blocks were known. */
  readonly known: number;
  readonly refused: ReadonlyMap<ChainBlock, string>;
  readonly chainLock: ChainLock | undefined;
}

/** The reject reason of blocks that were declared invalid from outside. */
const INVALIDATED = 'invalidated';

/**
 * The block chain: every block known, the best chain among them, and the unspent outputs at its tip.
 *
 * The best chain is the longest of valid blocks, the one that was there first among equals: on regtest every block is
 * the same work. A block is checked whole when it joins the best chain for the first time.
 */
export class ChainState {
  readonly #options: ChainStateOptions;
  #coins: CoinSet;
  #known: KnownBlocks;
  #best: ChainBlock[];
  #chainLock: ChainLock | undefined;
  readonly #listeners = new Set<(event: BlockEvent, block: SizedBlock) => void>();

  /** @param origin the genesis block, or a chain to begin with: what is done to one of the two then leaves the other alone */
  constructor(options: ChainStateOptions & { readonly origin: SizedBlock | ChainState }) {
    this.#options = options;
    const { origin } = options;
    if (origin instanceof ChainState) {
      this.#coins = origin.coins.copy();
      this.#known = origin.#known.copy();
      this.#best = [...origin.#best];
      this.#chainLock = origin.#chainLock;
      return;
    }
    // The genesis coinbase is in no set of unspent outputs: it can never be spent.
    this.#coins = new CoinSet();
    const { time: medianTime } = origin.header;
    const genesis = new ChainBlock(origin, { height: 0, previous: undefined, medianTime, sequence: 0 });
    genesis.connect({
      masternodes: MasternodeList.empty,
      creditPool: 0n,
      withdrawals: Withdrawals.none,
      quorums: QuorumList.empty,
      spent: [],
    });
    this.#known = new KnownBlocks(genesis);
    this.#best = [genesis];
  }

  /** The unspent outputs at the tip. */
  get coins(): CoinSet {
    return this.#coins;
  }

  get tip(): ChainBlock {
    const tip = this.#best.at(-1);
    if (tip === undefined) throw new Error('a chain has at least its genesis block');
    return tip;
  }

  /** The block of the best chain at `height`; `undefined` where there is none. */
  blockAt(height: number): ChainBlock | undefined {
    return this.#best[height];
  }

  /** The block with a hash, in the best chain or not. */
  block(hash: string): ChainBlock | undefined {
    return this.#known.get(hash);
  }

  /** Every block, each behind the one it stands on. */
  blocks(): IterableIterator<ChainBlock> {
    return this.#known.since(0);
  }

  /** Why a block is not valid, or one before it; `undefined` where it is, as far as it was looked at. */
  refusalOf(block: ChainBlock): string | undefined {
    return this.#known.refusalOf(block);
  }

  /** The lowest of the blocks that were declared invalid from outside. */
  invalidated(): ChainBlock[] {
    const isDeclared = (block: ChainBlock): boolean => this.refusalOf(block) === INVALIDATED;
    return [...this.#known.refused.keys()].filter(
      (block) => isDeclared(block) && !(block.previous && isDeclared(block.previous)),
    );
  }

  /** Whether the best chain has a block with a hash. */
  hasBlock(hash: string): boolean {
    const block = this.#known.get(hash);
    return block !== undefined && this.isInBestChain(block);
  }

  isInBestChain(block: ChainBlock): boolean {
    return this.#best[block.height] === block;
  }

  /** The highest ChainLock. */
  get chainLock(): ChainLock | undefined {
    return this.#chainLock;
  }

  /**
   * Takes the ChainLock of a block of the best chain: from now on no branch beside it is taken. One that is not higher than the
   * last changes nothing.
   *
   * Source: `Chainlocks::UpdateBestChainlock` in `src/chainlock/chainlock.cpp` of dashpay/dash.
   * @returns whether it is the highest now
   * @throws {RangeError} when the block is not in the best chain.
   */
  lock(chainLock: ChainLock): boolean {
    if (this.#best[chainLock.height]?.hash !== chainLock.hash)
      throw new RangeError(`block ${chainLock.hash} is not in the best chain`);
    if (chainLock.height <= (this.#chainLock?.height ?? -1)) return false;
    this.#chainLock = chainLock;
    return true;
  }

  /**
   * Calls `listener` for every block that joined or left the best chain, once the chain is what it is going to be; gives a
   * function that stops it.
   */
  onBlock(listener: (event: BlockEvent, block: SizedBlock) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes a block. It joins the best chain if that makes it longer, with the blocks before it that were beside it.
   *
   * Source: `ProcessNewBlock` in `src/validation.cpp` of dashpay/dash.
   * @throws {Rejection} with Dash Core's reject reason; the best chain is then what it was.
   */
  accept(block: SizedBlock): ChainBlock {
    const known = this.#known.get(block.hash);
    if (known) throw new Rejection(this.refusalOf(known) === undefined ? 'duplicate' : 'duplicate-invalid');
    checkBlock(block);
    const previous = this.#known.get(block.header.previousBlockHash);
    if (previous === undefined) throw new Rejection('prev-blk-not-found');
    if (this.refusalOf(previous) !== undefined) throw new Rejection('bad-prevblk');
    if (this.#isBesideLock(previous)) throw new Rejection('bad-prevblk-chainlock');
    checkHeader({ block, medianTime: previous.medianTime, now: this.#options.now() });
    if (previous.height < (this.#chainLock?.height ?? -1)) throw new Rejection('bad-chainlock');
    const added = this.#know(block, previous);
    const { height } = added;
    this.#rememberRefusal(added, () => checkBlockAtHeight(block, height, previous.medianTime));
    if (height > this.tip.height) this.#activate(added);
    return added;
  }

  /** Puts a block on the tip that was found valid before: no rule is looked at, and nobody hears of it. */
  append(block: SizedBlock): void {
    const previous = this.tip;
    const added = this.#know(block, previous);
    added.connect(effectsOfValid(added, previous, this.coins));
    this.#advance(added);
  }

  /**
   * Declares a block invalid, with all that stand on it; the best chain falls back to the block before it, or to a branch
   * beside it that is then the best.
   *
   * Source: `CChainState::InvalidateBlock` in `src/validation.cpp` of dashpay/dash.
   * @throws {RangeError} for the genesis block.
   */
  invalidate(block: ChainBlock): void {
    if (block.previous === undefined) throw new RangeError('the genesis block cannot be invalid');
    this.#known.refuse(block, INVALIDATED);
    const abandoned = this.isInBestChain(block) ? this.#retreat(block.height - 1) : [];
    this.#announce('disconnected', abandoned);
    this.#activateBest();
  }

  /**
   * Takes back that a block is invalid, those before it and those that stand on it; they are checked again, and the best
   * chain becomes what it would be had they always been valid.
   *
   * Source: `CChainState::ResetBlockFailureFlags` in `src/validation.cpp` of dashpay/dash.
   */
  reconsider(block: ChainBlock): void {
    this.#known.pardon(block);
    this.#activateBest();
  }

  /** What {@link restore} goes back to. */
  point(): ChainPoint {
    return {
      tip: this.tip,
      known: this.#known.size,
      refused: new Map(this.#known.refused),
      chainLock: this.#chainLock,
    };
  }

  /**
   * Makes the chain what it was: blocks that came since are no longer known.
   * @param point of this chain, with no restoring to an older one since
   */
  restore({ tip, known, refused, chainLock }: ChainPoint): void {
    this.#chainLock = chainLock;
    this.#activate(tip);
    this.#known.restore(known, refused);
  }

  /** Becomes another chain with the same genesis block, which is not to be used from then on. */
  become(other: ChainState): void {
    const differs = this.#best.findIndex(({ hash }, height) => other.#best[height]?.hash !== hash);
    const fork = differs < 0 ? this.#best.length : differs;
    const [abandoned, branch] = [this.#best.slice(fork).toReversed(), other.#best.slice(fork)];
    this.#coins = other.#coins;
    this.#known = other.#known;
    this.#best = other.#best;
    this.#chainLock = other.#chainLock;
    this.#announce('disconnected', abandoned);
    this.#announce('connected', branch);
  }

  /** Source: `CChainState::ActivateBestChain` in `src/validation.cpp` of dashpay/dash. */
  #activateBest(): void {
    const isEligible = (block: ChainBlock): boolean => !this.#isBesideLock(block);
    const nextBest = (): ChainBlock => this.#known.best(isEligible);
    for (let best = nextBest(); best !== this.tip; best = nextBest()) {
      try {
        this.#activate(best);
      } catch (error) {
        if (!(error instanceof Rejection)) throw error;
      }
    }
  }

  /**
   * Makes `target` the tip: takes away blocks down to the last common one, then connects. All or nothing, and nobody hears
   * of it before all is done.
   */
  #activate(target: ChainBlock): void {
    const branch: ChainBlock[] = [];
    for (let at: ChainBlock | undefined = target; at && !this.isInBestChain(at); at = at.previous)
      branch.push(at);
    branch.reverse();
    const forkHeight = target.height - branch.length;
    const abandoned = this.#retreat(forkHeight);
    try {
      for (const block of branch) this.#rememberRefusal(block, () => this.#connect(block));
    } catch (error) {
      this.#retreat(forkHeight);
      for (const former of abandoned.toReversed()) this.#advance(former);
      throw error;
    }
    this.#announce('disconnected', abandoned);
    this.#announce('connected', branch);
  }

  #know(block: SizedBlock, previous: ChainBlock): ChainBlock {
    const medianTime = medianTimePast(block.header.time, previous, REGTEST.medianTimeSpan);
    const [height, sequence] = [previous.height + 1, this.#known.size];
    const added = new ChainBlock(block, { height, previous, medianTime, sequence });
    this.#known.add(added);
    return added;
  }

  #connect(block: ChainBlock): void {
    if (block.connected === undefined) {
      const state = connectBlock(block, {
        coins: this.coins,
        blockWith: (hash) => {
          const found = this.#known.get(hash);
          return found && this.isInBestChain(found) ? found : undefined;
        },
        scriptsAreChecked: this.#options.scriptsAreChecked,
        conflictsWithLock: this.#options.conflictsWithLock ?? (() => false),
      });
      block.connect(state);
    }
    this.#advance(block);
  }

  /** Whether a block is on a branch that leaves out the one under the ChainLock. */
  #isBesideLock(block: ChainBlock): boolean {
    const locked = this.#chainLock && this.#known.get(this.#chainLock.hash);
    if (locked === undefined || (this.isInBestChain(locked) && this.isInBestChain(block))) return false;
    const [lower, higher] = block.height < locked.height ? [block, locked] : [locked, block];
    return ancestorAt(higher, lower.height) !== lower;
  }

  #advance(block: ChainBlock): void {
    applyBlock(this.coins, block);
    this.#best.push(block);
  }

  /** Takes away the blocks above `height`; gives them, the highest first. */
  #retreat(height: number): ChainBlock[] {
    const taken = this.#best.splice(height + 1).toReversed();
    for (const block of taken) undoBlock(this.coins, block);
    return taken;
  }

  #rememberRefusal(block: ChainBlock, check: () => void): void {
    try {
      check();
    } catch (error) {
      if (error instanceof Rejection) this.#known.refuse(block, error.reason);
      throw error;
    }
  }

  #announce(kind: BlockEvent['kind'], blocks: readonly ChainBlock[]): void {
    if (this.#listeners.size === 0) return;
    for (const chainBlock of blocks) {
      const { hash, height, block } = chainBlock;
      for (const listener of this.#listeners) listener({ kind, hash, height }, block);
    }
  }
}
