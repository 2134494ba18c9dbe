import { checkBlock, checkBlockAtHeight, checkHeader } from '../consensus/block-rules.js';
import { CoinSet } from '../consensus/coins.js';
import { MasternodeList } from '../consensus/masternode-list.js';
import { REGTEST } from '../consensus/regtest.js';
import { Rejection } from '../consensus/rejection.js';
import type { SizedBlock } from '../consensus/sized-block.js';
import type { BlockEvent } from '../layer1.js';
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

  /** Calls `listener` for every block that joins or leaves the best chain, after it did; gives a function that stops it. */
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
    checkBlockAtHeight(block, height, previous.medianTime);
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
    if (height > this.tip.height) this.#activate(added);
    return added;
  }

  /**
   * Declares a block invalid, with all that stand on it; the best chain falls back to the block before it.
   *
   * Unlike Dash Core's `invalidateblock` it does not look for another branch: there is none longer that was not tried.
   */
  invalidate(block: ChainBlock): void {
    this.#markInvalid(block, 'invalidated');
    while (this.tip.invalid !== undefined) this.#disconnectTip();
  }

  /** Makes `target` the tip: takes away blocks down to the last common one, then connects. All or nothing. */
  #activate(target: ChainBlock): void {
    const branch: ChainBlock[] = [];
    for (let at: ChainBlock | undefined = target; at && !this.isInBestChain(at); at = at.previous)
      branch.unshift(at);
    const forkHeight = target.height - branch.length;
    const abandoned: ChainBlock[] = this.#best.slice(forkHeight + 1);
    while (this.tip.height > forkHeight) this.#disconnectTip();
    for (const block of branch) {
      try {
        this.#connect(block);
      } catch (error) {
        if (error instanceof Rejection) this.#markInvalid(block, error.reason);
        while (this.tip.height > forkHeight) this.#disconnectTip();
        for (const former of abandoned) this.#connect(former);
        throw error;
      }
    }
  }

  #connect(block: ChainBlock): void {
    const { created, state } = connectBlock(block, {
      coins: this.coins,
      hasBlock: (hash) => this.hasBlock(hash),
      scriptsAreChecked: this.#options.scriptsAreChecked,
    });
    for (const { outPoint } of state.spent) this.coins.remove(outPoint);
    for (const [outPoint, coin] of created) this.coins.add(outPoint, coin);
    block.connected = state;
    this.#best.push(block);
    this.#announce('connected', block);
  }

  #disconnectTip(): void {
    const block = this.#best.pop();
    if (block === undefined) return;
    for (const { txid, transaction } of block.block.transactions) {
      for (const index of transaction.outputs.keys()) this.coins.remove({ txid, index });
    }
    for (const { outPoint, coin } of block.connected?.spent ?? []) this.coins.add(outPoint, coin);
    this.#announce('disconnected', block);
  }

  #markInvalid(block: ChainBlock, reason: string): void {
    for (const known of this.#blocks.values()) {
      for (let at: ChainBlock | undefined = known; at && at.height >= block.height; at = at.previous) {
        if (at === block) known.invalid ??= reason;
      }
    }
  }

  #announce(kind: BlockEvent['kind'], { block, height }: ChainBlock): void {
    for (const listener of this.#listeners) listener({ kind, hash: block.hash, height }, block);
  }
}
