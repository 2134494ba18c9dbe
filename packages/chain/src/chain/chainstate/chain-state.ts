import { runAtOnce } from '../../base/event-loop/in-turns.js';
import { checkBlockAtHeightSteps, checkBlockSteps, checkHeader } from '../../rules/consensus/block-rules.js';
import type { CoinSet } from '../../rules/consensus/coins.js';
import { MasternodeRegistry } from '../../rules/consensus/masternode-registry.js';
import { REGTEST } from '../../rules/consensus/regtest.js';
import { isAccepted, RejectionError } from '../../rules/consensus/rejection-error.js';
import type { SizedBlock } from '../../rules/consensus/sized-block.js';
import { Withdrawals } from '../../rules/consensus/withdrawals.js';
import type { BlockEvent, ChainLock } from '../../layer1/layer1.js';
import { NO_SIGNALS } from '../../rules/consensus/hard-fork-signals.js';
import { QuorumList } from '../../rules/consensus/quorum-list.js';
import type { Transaction } from '../../primitives/transaction/transaction.js';
import { ActiveChain } from './active-chain.js';
import { branchSpendSteps } from './branch-scripts.js';
import { effectsOfValid } from './block-effects.js';
import { ancestorAt, ChainBlock, medianTimePast } from '../block-tree/chain-block.js';
import {
  blockScriptSteps,
  NO_SCRIPT_RESULTS,
  type BlockScriptResults,
  type ScriptSpend,
} from './block-scripts.js';
import { connectBlockSteps } from './connect-block.js';
import { KnownBlocks } from '../block-tree/known-blocks.js';

/** Lists the options of a chain state. */
export interface ChainStateOptions {
  /** The present, in seconds since the epoch. */
  readonly now: () => number;
  /** Transactions whose scripts were checked already, with rules no laxer than a block's. */
  readonly scriptsAreChecked: (txid: string) => boolean;
  /** Returns whether a transaction spends what an InstantSend lock gives to another; none does where it is not given. */
  readonly conflictsWithLock?: (transaction: Transaction) => boolean;
}

/** Describes a complete chain state at one time, to restore it. */
export interface ChainPoint {
  readonly tip: ChainBlock;
  /** Number of known blocks. */
  readonly known: number;
  readonly rejected: ReadonlyMap<ChainBlock, string>;
  readonly chainLock: ChainLock | undefined;
}

/** The reject reason of blocks that were declared invalid from outside. */
const INVALIDATED = 'invalidated';

/**
 * Represents the block chain: every block known, the best chain among them, and the unspent outputs at its tip.
 *
 * The best chain is the longest of valid blocks, the one that was there first among equals: on regtest every block is
 * the same work. A block is checked whole when it joins the best chain for the first time.
 */
export class ChainState {
  readonly #options: ChainStateOptions;
  #known: KnownBlocks;
  #best: ActiveChain;
  #chainLock: ChainLock | undefined;
  readonly #listeners = new Set<(event: BlockEvent, block: ChainBlock) => void>();

  /** @param origin the genesis block, or a chain to begin with: changes of one then do not affect the other */
  constructor(options: ChainStateOptions & { readonly origin: SizedBlock | ChainState }) {
    this.#options = options;
    const { origin } = options;
    if (origin instanceof ChainState) {
      this.#known = origin.#known.copy();
      this.#best = origin.#best.copy();
      this.#chainLock = origin.#chainLock;
      return;
    }
    const { time: medianTime } = origin.header;
    const genesis = new ChainBlock(origin, { height: 0, previous: undefined, medianTime, sequence: 0 });
    genesis.connect({
      masternodes: MasternodeRegistry.empty,
      creditPool: 0n,
      withdrawals: Withdrawals.none,
      quorums: QuorumList.empty,
      hardForkSignals: NO_SIGNALS,
      spent: [],
    });
    this.#known = new KnownBlocks(genesis);
    this.#best = ActiveChain.from(genesis);
  }

  /** Returns the unspent outputs at the tip. */
  get coins(): CoinSet {
    return this.#best.coins;
  }

  get tip(): ChainBlock {
    return this.#best.tip;
  }

  /** Returns the block of the best chain at `height`; `undefined` where there is none. */
  blockAt(height: number): ChainBlock | undefined {
    return this.#best.at(height);
  }

  /**
   * Returns the block at `height` of the chain that ends with `tip`, which may have left the best chain meanwhile: at once from where the
   * best chain has it; `undefined` above it and below 0.
   */
  ancestorOf(tip: ChainBlock, height: number): ChainBlock | undefined {
    if (height < 0 || height > tip.height) return undefined;
    let at: ChainBlock | undefined = tip;
    while (at !== undefined && at.height > height && !this.isInBestChain(at)) at = at.previous;
    return at === undefined || at.height === height ? at : this.blockAt(height);
  }

  /** Returns the block with a hash, in the best chain or not. */
  block(hash: string): ChainBlock | undefined {
    return this.#known.get(hash);
  }

  /** Returns every block, parents first. */
  blocks(): IterableIterator<ChainBlock> {
    return this.#known.since(0);
  }

  /** Returns the reject reason of a block or of one before it; `undefined` if no check rejected them so far. */
  rejectionOf(block: ChainBlock): string | undefined {
    return this.#known.rejectionOf(block);
  }

  /** Returns the lowest of the blocks that were declared invalid from outside. */
  invalidated(): ChainBlock[] {
    const isDeclared = (block: ChainBlock): boolean => this.rejectionOf(block) === INVALIDATED;
    return [...this.#known.rejected.keys()].filter(
      (block) => isDeclared(block) && !(block.previous && isDeclared(block.previous)),
    );
  }

  /** Returns whether the best chain has a block with a hash. */
  hasBlock(hash: string): boolean {
    const block = this.#known.get(hash);
    return block !== undefined && this.isInBestChain(block);
  }

  isInBestChain(block: ChainBlock): boolean {
    return this.#best.has(block);
  }

  /** Returns the highest ChainLock. */
  get chainLock(): ChainLock | undefined {
    return this.#chainLock;
  }

  /**
   * Takes the ChainLock of a block of the best chain: from now on no other branch is followed. One that is not higher
   * than the last changes nothing.
   *
   * Source: `Chainlocks::UpdateBestChainlock` in `src/chainlock/chainlock.cpp` of dashpay/dash.
   *
   * @returns whether it is the highest now
   * @throws {RangeError} when the block is not in the best chain.
   */
  lock(chainLock: ChainLock): boolean {
    if (this.#best.at(chainLock.height)?.hash !== chainLock.hash)
      throw new RangeError(`block ${chainLock.hash} is not in the best chain`);
    if (chainLock.height <= (this.#chainLock?.height ?? -1)) return false;
    this.#chainLock = chainLock;
    return true;
  }

  /** Puts a lower ChainLock of the best chain, or none, in the place of the highest one. No node does that: only a control of a development chain. */
  replaceLock(chainLock: ChainLock | undefined): void {
    this.#chainLock = chainLock;
  }

  /**
   * Calls `listener` for every block that joined or left the best chain, once the chain is what it is going to be; gives a
   * function that stops it.
   */
  onBlock(listener: (event: BlockEvent, block: ChainBlock) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes a block. It joins the best chain if that makes it longer, with its ancestors on the same branch.
   *
   * Source: `ProcessNewBlock` in `src/validation.cpp` of dashpay/dash.
   * @param scriptResults those of {@link scriptSteps}, for scripts that need not be run again
   * @throws {RejectionError} with Dash Core's reject reason; the best chain is then what it was.
   */
  accept(block: SizedBlock, scriptResults = NO_SCRIPT_RESULTS): ChainBlock {
    return runAtOnce(this.acceptSteps(block, scriptResults));
  }

  /**
   * Does what {@link accept} does, in steps, while nobody else uses the chain.
   * @param scriptResults scripts without a result are run; absent where all are run in steps
   */
  *acceptSteps(block: SizedBlock, scriptResults?: BlockScriptResults): Generator<undefined, ChainBlock> {
    const previous = yield* this.#placeSteps(block);
    const added = this.#know(block, previous);
    const { height } = added;
    yield* this.#rejectionSteps(added, checkBlockAtHeightSteps(block, height, previous.medianTime));
    if (height > this.tip.height) yield* this.#activateSteps(added, scriptResults);
    return added;
  }

  /**
   * Runs the scripts in steps that {@link accept} would run for a block, those of its branch included, and returns their results. The
   * first step reads all that can change; nothing changes.
   */
  *scriptSteps(block: SizedBlock): Generator<undefined, BlockScriptResults> {
    let spends: readonly ScriptSpend[] = [];
    isAccepted(() => {
      const previous = runAtOnce(this.#placeSteps(block));
      if (previous.height >= this.tip.height) spends = runAtOnce(this.#spendSteps(block, previous));
    });
    return yield* blockScriptSteps(spends);
  }

  /**
   * Checks a block in steps, as far as that needs neither its height nor coins; returns the block before it.
   * @throws {RejectionError} with Dash Core's reject reason
   */
  *#placeSteps(block: SizedBlock): Generator<undefined, ChainBlock> {
    const known = this.#known.get(block.hash);
    if (known)
      throw new RejectionError(this.rejectionOf(known) === undefined ? 'duplicate' : 'duplicate-invalid');
    yield* checkBlockSteps(block);
    const previous = this.#known.get(block.header.previousBlockHash);
    if (previous === undefined) throw new RejectionError('prev-blk-not-found');
    if (this.rejectionOf(previous) !== undefined) throw new RejectionError('bad-prevblk');
    if (this.#isBesideLock(previous)) throw new RejectionError('bad-prevblk-chainlock');
    checkHeader({ block, medianTime: previous.medianTime, now: this.#options.now() });
    if (previous.height < (this.#chainLock?.height ?? -1)) throw new RejectionError('bad-chainlock');
    return previous;
  }

  *#spendSteps(block: SizedBlock, previous: ChainBlock): Generator<undefined, ScriptSpend[]> {
    const spends = yield* branchSpendSteps(block, previous, this.#best);
    return spends.filter(({ subject }) => !this.#options.scriptsAreChecked(subject.txid));
  }

  /** Connects a block that was found valid before: without checks and events. */
  append(block: SizedBlock): void {
    const previous = this.tip;
    const added = this.#know(block, previous);
    added.connect(effectsOfValid(added, previous, this.coins));
    this.#best.append(added);
  }

  /**
   * Declares a block invalid, with all its descendants; the best chain falls back to the block before it, or to a branch
   * beside it that is then the best.
   *
   * Source: `CChainState::InvalidateBlock` in `src/validation.cpp` of dashpay/dash.
   * @throws {RangeError} for the genesis block.
   */
  invalidate(block: ChainBlock): void {
    runAtOnce(this.invalidateSteps(block));
  }

  /** Does what {@link invalidate} does, in steps, while nobody else uses the chain. */
  *invalidateSteps(block: ChainBlock): Generator<undefined, void> {
    if (block.previous === undefined) throw new RangeError('the genesis block cannot be invalid');
    this.#known.reject(block, INVALIDATED);
    const abandoned = this.isInBestChain(block) ? yield* this.#best.retreatSteps(block.height - 1) : [];
    this.#announce('disconnected', abandoned);
    yield* this.#activateBestSteps();
  }

  /**
   * Takes back that a block is invalid, its ancestors and its descendants; they are checked again, and the best
   * chain becomes what it would be had they always been valid.
   *
   * Source: `CChainState::ResetBlockFailureFlags` in `src/validation.cpp` of dashpay/dash.
   */
  reconsider(block: ChainBlock): void {
    runAtOnce(this.reconsiderSteps(block));
  }

  /** Does what {@link reconsider} does, in steps, while nobody else uses the chain. */
  *reconsiderSteps(block: ChainBlock): Generator<undefined, void> {
    this.#known.pardon(block);
    yield* this.#activateBestSteps();
  }

  /** Returns the point to which {@link restore} goes back. */
  point(): ChainPoint {
    return {
      tip: this.tip,
      known: this.#known.size,
      rejected: new Map(this.#known.rejected),
      chainLock: this.#chainLock,
    };
  }

  /**
   * Restores the chain at a point: blocks that came since are no longer known.
   * @param point of this chain, with no restoring to an older one since
   */
  restore(point: ChainPoint): void {
    runAtOnce(this.restoreSteps(point));
  }

  /** Does what {@link restore} does, in steps, while nobody else uses the chain. */
  *restoreSteps({ tip, known, rejected, chainLock }: ChainPoint): Generator<undefined, void> {
    this.#chainLock = chainLock;
    yield* this.#activateSteps(tip);
    this.#known.restore(known, rejected);
  }

  /** Returns whether the chain is what it was at a point. */
  isAt({ tip, known, rejected, chainLock }: ChainPoint): boolean {
    const own = this.#known.rejected;
    return (
      this.tip === tip &&
      this.#known.size === known &&
      this.#chainLock === chainLock &&
      own.size === rejected.size &&
      [...own].every(([block, reason]) => rejected.get(block) === reason)
    );
  }

  /** Copies the chain in steps. What changes meanwhile is in the copy or not: it is of use only if the chain {@link isAt} the same point. */
  *copySteps(): Generator<undefined, ChainState> {
    const genesis = this.blockAt(0) ?? this.tip;
    const copy = new ChainState({ ...this.#options, origin: genesis.block });
    copy.#best = yield* this.#best.copySteps();
    copy.#known = yield* this.#known.copySteps();
    copy.#chainLock = this.#chainLock;
    return copy;
  }

  /** Replaces the state with that of another chain with the same genesis block, which is not to be used from then on. */
  replaceWith(other: ChainState): void {
    const { abandoned, branch } = this.#best.differences(other.#best);
    this.#known = other.#known;
    this.#best = other.#best;
    this.#chainLock = other.#chainLock;
    this.#announce('disconnected', abandoned);
    this.#announce('connected', branch);
  }

  /** Switches to the branch with the most work. Source: `CChainState::ActivateBestChain` in `src/validation.cpp` of dashpay/dash. */
  *#activateBestSteps(): Generator<undefined, void> {
    const isEligible = (block: ChainBlock): boolean => !this.#isBesideLock(block);
    const nextBest = (): ChainBlock => this.#known.best(isEligible);
    for (let best = nextBest(); best !== this.tip; best = nextBest()) {
      try {
        yield* this.#activateSteps(best);
      } catch (error) {
        if (!(error instanceof RejectionError)) throw error;
      }
    }
  }

  /**
   * Makes `target` the tip: disconnects blocks down to the last common one, then connects. All or nothing; events
   * follow when all is done.
   */
  *#activateSteps(target: ChainBlock, scriptResults?: BlockScriptResults): Generator<undefined, void> {
    const branch = this.#best.branchTo(target);
    const forkHeight = target.height - branch.length;
    const abandoned = yield* this.#best.retreatSteps(forkHeight);
    try {
      for (const block of branch) {
        const results = scriptResults ?? (yield* this.#ownScriptSteps(block));
        yield* this.#rejectionSteps(block, this.#connectSteps(block, results));
        yield;
      }
    } catch (error) {
      this.#best.retreat(forkHeight);
      for (const former of abandoned.toReversed()) this.#best.append(former);
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

  *#connectSteps(block: ChainBlock, scriptResults: BlockScriptResults): Generator<undefined, void> {
    if (block.connected === undefined) {
      const state = yield* connectBlockSteps(block, {
        coins: this.coins,
        blockWith: (hash) => {
          const found = this.#known.get(hash);
          return found && this.isInBestChain(found) ? found : undefined;
        },
        scriptsAreChecked: this.#options.scriptsAreChecked,
        scriptResults,
        conflictsWithLock: this.#options.conflictsWithLock ?? (() => false),
      });
      block.connect(state);
    }
    yield* this.#best.appendSteps(block);
  }

  /** Returns whether a block is on a branch that leaves out the one under the ChainLock. */
  #isBesideLock(block: ChainBlock): boolean {
    const locked = this.#chainLock && this.#known.get(this.#chainLock.hash);
    if (locked === undefined || (this.isInBestChain(locked) && this.isInBestChain(block))) return false;
    const [lower, higher] = block.height < locked.height ? [block, locked] : [locked, block];
    return ancestorAt(higher, lower.height) !== lower;
  }

  /** Runs the scripts of a block on the tip in steps; none of one that was connected before. */
  *#ownScriptSteps(block: ChainBlock): Generator<undefined, BlockScriptResults> {
    if (block.connected !== undefined) return NO_SCRIPT_RESULTS;
    return yield* blockScriptSteps(yield* this.#spendSteps(block.block, block.previous ?? block));
  }

  *#rejectionSteps(block: ChainBlock, check: Generator<undefined, void>): Generator<undefined, void> {
    try {
      yield* check;
    } catch (error) {
      if (error instanceof RejectionError) this.#known.reject(block, error.reason);
      throw error;
    }
  }

  #announce(kind: BlockEvent['kind'], blocks: readonly ChainBlock[]): void {
    if (this.#listeners.size === 0) return;
    for (const block of blocks) {
      const { hash, height } = block;
      for (const listener of this.#listeners) listener({ kind, hash, height }, block);
    }
  }
}
