import { runAtOnce } from '../../base/event-loop/in-turns.js';
import { checkBlockAtHeightSteps, checkBlockSteps, checkHeader } from '../../rules/consensus/block-rules.js';
import type { CoinSet } from '../../rules/consensus/coins.js';
import { REGTEST } from '../../rules/consensus/regtest.js';
import { isAccepted, RejectionError } from '../../rules/consensus/rejection-error.js';
import type { SizedBlock } from '../../rules/consensus/sized-block.js';
import type { BlockEvent, ChainLock } from '../../layer1/layer1.js';
import { effectsOfValid } from './block-effects.js';
import { ChainBlock, medianTimePast } from '../block-tree/chain-block.js';
import {
  blockScriptSteps,
  NO_SCRIPT_RESULTS,
  type BlockScriptResults,
  type ScriptSpend,
} from './block-scripts.js';
import { Activation, type ActivationOptions } from './activation.js';
import { isAtPoint, pointOf, type ChainPoint } from './chain-point.js';
import { chainDataFrom, copyOf, isBesideLock, type ChainData } from './chain-data.js';

/** Lists the options of a chain state. */
export interface ChainStateOptions extends ActivationOptions {
  /** The present, in seconds since the epoch. */
  readonly now: () => number;
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
  readonly #data: ChainData;
  readonly #activation: Activation;
  readonly #listeners = new Set<(event: BlockEvent, block: ChainBlock) => void>();

  /** @param origin the genesis block, or a chain to begin with: changes of one then do not affect the other */
  constructor(options: ChainStateOptions & { readonly origin: SizedBlock | ChainState }) {
    this.#options = options;
    const { origin } = options;
    this.#data = origin instanceof ChainState ? copyOf(origin.#data) : chainDataFrom(origin);
    this.#activation = new Activation(this.#data, options, (kind, blocks) => this.#announce(kind, blocks));
  }

  /** Returns the unspent outputs at the tip. */
  get coins(): CoinSet {
    return this.#data.best.coins;
  }

  get tip(): ChainBlock {
    return this.#data.best.tip;
  }

  /** Returns the block of the best chain at `height`; `undefined` where there is none. */
  blockAt(height: number): ChainBlock | undefined {
    return this.#data.best.at(height);
  }

  /**
   * Returns the block at `height` of the chain that ends with `tip`, which may have left the best chain meanwhile: at once from where the
   * best chain has it; `undefined` above it and below 0.
   */
  ancestorOf(tip: ChainBlock, height: number): ChainBlock | undefined {
    return this.#data.best.ancestorOf(tip, height);
  }

  /** Returns the block with a hash, in the best chain or not. */
  block(hash: string): ChainBlock | undefined {
    return this.#data.known.get(hash);
  }

  /** Returns every block, parents first. */
  blocks(): IterableIterator<ChainBlock> {
    return this.#data.known.since(0);
  }

  /** Returns the reject reason of a block or of one before it; `undefined` if no check rejected them so far. */
  rejectionOf(block: ChainBlock): string | undefined {
    return this.#data.known.rejectionOf(block);
  }

  /** Returns the lowest of the blocks that were declared invalid from outside. */
  invalidated(): ChainBlock[] {
    return this.#data.known.lowestRejected(INVALIDATED);
  }

  /** Returns whether the best chain has a block with a hash. */
  hasBlock(hash: string): boolean {
    const block = this.#data.known.get(hash);
    return block !== undefined && this.isInBestChain(block);
  }

  isInBestChain(block: ChainBlock): boolean {
    return this.#data.best.has(block);
  }

  /** Returns the highest ChainLock. */
  get chainLock(): ChainLock | undefined {
    return this.#data.chainLock;
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
    if (this.#data.best.at(chainLock.height)?.hash !== chainLock.hash)
      throw new RangeError(`block ${chainLock.hash} is not in the best chain`);
    if (chainLock.height <= (this.#data.chainLock?.height ?? -1)) return false;
    this.#data.chainLock = chainLock;
    return true;
  }

  /** Puts a lower ChainLock of the best chain, or none, in the place of the highest one. No node does that: only a control of a development chain. */
  replaceLock(chainLock: ChainLock | undefined): void {
    this.#data.chainLock = chainLock;
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
    yield* this.#activation.rejectionSteps(
      added,
      checkBlockAtHeightSteps(block, height, previous.medianTime),
    );
    if (height > this.tip.height) yield* this.#activation.steps(added, scriptResults);
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
      if (previous.height >= this.tip.height)
        spends = runAtOnce(this.#activation.spendSteps(block, previous));
    });
    return yield* blockScriptSteps(spends);
  }

  /**
   * Checks a block in steps, as far as that needs neither its height nor coins; returns the block before it.
   * @throws {RejectionError} with Dash Core's reject reason
   */
  *#placeSteps(block: SizedBlock): Generator<undefined, ChainBlock> {
    const known = this.#data.known.get(block.hash);
    if (known)
      throw new RejectionError(this.rejectionOf(known) === undefined ? 'duplicate' : 'duplicate-invalid');
    yield* checkBlockSteps(block);
    const previous = this.#data.known.get(block.header.previousBlockHash);
    if (previous === undefined) throw new RejectionError('prev-blk-not-found');
    if (this.rejectionOf(previous) !== undefined) throw new RejectionError('bad-prevblk');
    if (isBesideLock(this.#data, previous)) throw new RejectionError('bad-prevblk-chainlock');
    checkHeader({ block, medianTime: previous.medianTime, now: this.#options.now() });
    if (previous.height < (this.#data.chainLock?.height ?? -1)) throw new RejectionError('bad-chainlock');
    return previous;
  }

  /** Connects a block that was found valid before: without checks and events. */
  append(block: SizedBlock): void {
    const previous = this.tip;
    const added = this.#know(block, previous);
    added.connect(effectsOfValid(added, previous, this.coins));
    this.#data.best.append(added);
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
    this.#data.known.reject(block, INVALIDATED);
    const abandoned = this.isInBestChain(block) ? yield* this.#data.best.retreatSteps(block.height - 1) : [];
    this.#announce('disconnected', abandoned);
    yield* this.#activation.bestSteps();
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
    this.#data.known.pardon(block);
    yield* this.#activation.bestSteps();
  }

  /** Returns the point to which {@link restore} goes back. */
  point(): ChainPoint {
    return pointOf(this.#data);
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
    this.#data.chainLock = chainLock;
    yield* this.#activation.steps(tip);
    this.#data.known.restore(known, rejected);
  }

  /** Returns whether the chain is what it was at a point. */
  isAt(point: ChainPoint): boolean {
    return isAtPoint(this.#data, point);
  }

  /** Copies the chain in steps. What changes meanwhile is in the copy or not: it is of use only if the chain {@link isAt} the same point. */
  *copySteps(): Generator<undefined, ChainState> {
    const genesis = this.blockAt(0) ?? this.tip;
    const copy = new ChainState({ ...this.#options, origin: genesis.block });
    copy.#data.best = yield* this.#data.best.copySteps();
    copy.#data.known = yield* this.#data.known.copySteps();
    copy.#data.chainLock = this.#data.chainLock;
    return copy;
  }

  /** Replaces the state with that of another chain with the same genesis block, which is not to be used from then on. */
  replaceWith(other: ChainState): void {
    const { abandoned, branch } = this.#data.best.differences(other.#data.best);
    this.#data.known = other.#data.known;
    this.#data.best = other.#data.best;
    this.#data.chainLock = other.#data.chainLock;
    this.#announce('disconnected', abandoned);
    this.#announce('connected', branch);
  }

  #know(block: SizedBlock, previous: ChainBlock): ChainBlock {
    const medianTime = medianTimePast(block.header.time, previous, REGTEST.medianTimeSpan);
    const [height, sequence] = [previous.height + 1, this.#data.known.size];
    const added = new ChainBlock(block, { height, previous, medianTime, sequence });
    this.#data.known.add(added);
    return added;
  }

  #announce(kind: BlockEvent['kind'], blocks: readonly ChainBlock[]): void {
    if (this.#listeners.size === 0) return;
    for (const block of blocks) {
      const { hash, height } = block;
      for (const listener of this.#listeners) listener({ kind, hash, height }, block);
    }
  }
}
