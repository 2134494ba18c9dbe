import { checkBlock, checkBlockAtHeight, checkHeader } from '../consensus/block-rules.js';
import { CoinSet } from '../consensus/coins.js';
import { MasternodeList } from '../consensus/masternode-list.js';
import { REGTEST } from '../consensus/regtest.js';
import { Rejection } from '../consensus/rejection.js';
import type { SizedBlock } from '../consensus/sized-block.js';
import type { BlockEvent } from '../layer1.js';
import { applyBlock, undoBlock } from './apply-block.js';
import { medianTimePast, type ChainBlock } from './chain-block.js';
import { connectBlock } from './connect-block.js';

/** What a chain state is told from outside. */
export interface ChainStateOptions {
  readonly genesis: SizedBlock;
  /** The present, in seconds since the epoch. */
  readonly now: () => number;
  /** Transactions whose scripts were checked already, with rules no laxer than a block's. */
  readonly scriptsAreChecked: (txid: string) => boolean;
}

/**
 * The block chain: every block known, the best chain among them, and the unspent outputs at its tip.
 *
 * The best chain is the longest of valid blocks, the one that was there first among equals: on regtest every block is
 * the same work. A block is checked whole when it joins the best chain for the first time.
 */
export class ChainState {
  readonly coins = new CoinSet();
  readonly #options: ChainStateOptions;
  readonly #blocks = new Map<string, ChainBlock>();
  readonly #best: ChainBlock[] = [];
  readonly #listeners = new Set<(event: BlockEvent, block: SizedBlock) => void>();

  constructor(options: ChainStateOptions) {
    this.#options = options;
    const { genesis } = options;
    const { time } = genesis.header;
    const connected = { masternodes: MasternodeList.empty, creditPool: 0n, spent: [] };
    const block: ChainBlock = {
      block: genesis,
      height: 0,
      previous: undefined,
      medianTime: time,
      connected,
      invalid: undefined,
    };
    // The genesis coinbase is in no set of unspent outputs: it can never be spent.
    this.#blocks.set(genesis.hash, block);
    this.#best.push(block);
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
    return this.#blocks.get(hash);
  }

  /** Whether the best chain has a block with a hash. */
  hasBlock(hash: string): boolean {
    const block = this.#blocks.get(hash);
    return block !== undefined && this.isInBestChain(block);
  }

  isInBestChain(block: ChainBlock): boolean {
    return this.#best[block.height] === block;
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
    const known = this.#blocks.get(block.hash);
    if (known) throw new Rejection(known.invalid === undefined ? 'duplicate' : 'duplicate-invalid');
    checkBlock(block);
    const previous = this.#blocks.get(block.header.previousBlockHash);
    if (previous === undefined) throw new Rejection('prev-blk-not-found');
    if (previous.invalid !== undefined) throw new Rejection('bad-prevblk');
    const height = previous.height + 1;
    checkHeader({ block, medianTime: previous.medianTime, now: this.#options.now() });
    const medianTime = medianTimePast(block.header.time, previous, REGTEST.medianTimeSpan);
    const added: ChainBlock = {
      block,
      height,
      previous,
      medianTime,
      connected: undefined,
      invalid: undefined,
    };
    this.#blocks.set(block.hash, added);
    this.#rememberRefusal(added, () => checkBlockAtHeight(block, height, previous.medianTime));
    if (height > this.tip.height) this.#activate(added);
    return added;
  }

  /**
   * Declares a block invalid, with all that stand on it; the best chain falls back to the block before it, or to a longer
   * branch that was beside it.
   *
   * Source: `CChainState::InvalidateBlock` in `src/validation.cpp` of dashpay/dash.
   * @throws {RangeError} for the genesis block.
   */
  invalidate(block: ChainBlock): void {
    if (block.previous === undefined) throw new RangeError('the genesis block cannot be invalid');
    this.#markInvalid(block, 'invalidated');
    const abandoned = this.isInBestChain(block) ? this.#retreat(block.height - 1) : [];
    this.#announce('disconnected', abandoned);
    for (let best = this.#longerBranch(); best !== undefined; best = this.#longerBranch()) {
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

  #connect(block: ChainBlock): void {
    block.connected ??= connectBlock(block, {
      coins: this.coins,
      hasBlock: (hash) => this.hasBlock(hash),
      scriptsAreChecked: this.#options.scriptsAreChecked,
    });
    this.#advance(block);
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

  /** The highest block that is higher than the tip and not known to be invalid, the one known longest among equals. */
  #longerBranch(): ChainBlock | undefined {
    let best: ChainBlock | undefined;
    for (const known of this.#blocks.values()) {
      if (known.invalid === undefined && known.height > (best ?? this.tip).height) best = known;
    }
    return best;
  }

  #rememberRefusal(block: ChainBlock, check: () => void): void {
    try {
      check();
    } catch (error) {
      if (error instanceof Rejection) this.#markInvalid(block, error.reason);
      throw error;
    }
  }

  #markInvalid(block: ChainBlock, reason: string): void {
    for (const known of this.#blocks.values()) {
      for (let at: ChainBlock | undefined = known; at && at.height >= block.height; at = at.previous) {
        if (at === block) known.invalid ??= reason;
      }
    }
  }

  #announce(kind: BlockEvent['kind'], blocks: readonly ChainBlock[]): void {
    for (const { block, height } of blocks) {
      for (const listener of this.#listeners) listener({ kind, hash: block.hash, height }, block);
    }
  }
}
