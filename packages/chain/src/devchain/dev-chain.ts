import { RPC_ERROR_CODES } from '../rpc-error-code.js';
import { difficulty } from '../block/difficulty.js';
import { encodeTransaction, type Transaction } from '../transaction/transaction.js';
import { ChainState } from '../chainstate/chain-state.js';
import { REGTEST } from '../consensus/regtest.js';
import { encodeSizedBlock, type SizedBlock } from '../consensus/sized-block.js';
import type { Eventually } from '../eventually.js';
import {
  NodeRefusal,
  type BlockEvent,
  type ChainLock,
  type ChainTip,
  type Layer1,
  type NodeStatus,
} from '../layer1.js';
import type { MasternodeListDiff } from '../masternode/masternode-list-diff.js';
import { followChain, type ChainFollower } from '../mempool/follow-chain.js';
import { Mempool } from '../mempool/mempool.js';
import { submitDecoded, submitTransaction } from '../mempool/submit.js';
import { mineBlock } from '../mining/mine-block.js';
import { regtestGenesis } from './genesis.js';
import { buildInitialChain } from './initial-chain.js';
import { KeyRing, type Account } from './keys.js';
import { masternodeDiff } from './masternode-diff.js';
import { masternodeChange } from './masternode-life.js';
import { type HeldCoin, heldCoins, payFrom, spendableCoins } from './wallet.js';

/** How a development chain behaves. */
export interface DevChainOptions {
  /** The words all its keys come from. */
  readonly mnemonic?: string;
  /** When blocks are mined: once a transaction arrives, every so many milliseconds, or only by `mine`. */
  readonly mining?: 'on-transaction' | 'manual' | { readonly everyMilliseconds: number };
  /** After how many blocks the masternode list changes by itself; 0 for never. */
  readonly masternodeChangeInterval?: number;
  /**
   * Called with what a block that a timer mines, or a listener, throws: nobody else could catch it. A process warning
   * unless said otherwise.
   */
  readonly onError?: (error: unknown) => void;
}

/** The words of the accounts that are funded when nothing else is said. Never use them for coins that are worth something. */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

const DEFAULTS = {
  mnemonic: DEV_MNEMONIC,
  mining: 'on-transaction',
  masternodeChangeInterval: 10,
  onError: (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error)),
} as const;

/** Node's timers hold 32 bits; beyond they fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** 1 January 2026, 00:00 UTC: the time of block 1, in seconds. */
const FIRST_BLOCK_TIME = Date.UTC(2026, 0, 1) / 1000;

const HIGHEST_INT32 = 2 ** 31 - 1;

/**
 * A chain in this process, with regtest's rules, that mines its own blocks.
 *
 * The same options give the same chain on every machine: its keys come from the mnemonic, and its clock is that of its
 * blocks, each 150 seconds after the one before it.
 */
export class DevChain implements Layer1 {
  /** Keys that hold coins from the start. */
  readonly accounts: readonly Account[];
  readonly #options: Required<DevChainOptions>;
  readonly #keyRing: KeyRing;
  readonly #mempool = new Mempool();
  readonly #chain: ChainState;
  readonly #follower: ChainFollower;
  /** Told apart by their times, blocks at the same height of two branches never have the same hash. */
  #branches = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: DevChainOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#keyRing = new KeyRing(this.#options.mnemonic);
    this.#chain = new ChainState({
      genesis: regtestGenesis(),
      now: () => this.#nextTime(),
      scriptsAreChecked: (txid) => this.#mempool.has(txid),
    });
    this.#follower = followChain(this.#chain, this.#mempool);
    this.accounts = buildInitialChain(this.#keyRing, {
      tip: () => this.#chain.tip,
      spendable: (account) => spendableCoins(account, this.#chain, this.#mempool),
      submit: (transaction) => this.#submit(transaction),
      mine: (minerScript) => this.#mineBlock(minerScript),
    });
    const { mining } = this.#options;
    if (typeof mining === 'object') {
      const { everyMilliseconds } = mining;
      if (!(everyMilliseconds >= 1 && everyMilliseconds <= LONGEST_TIMER_MS)) {
        throw new RangeError(`expected 1 to ${LONGEST_TIMER_MS} milliseconds, found ${everyMilliseconds}`);
      }
      this.#timer = setInterval(() => this.#mineGuarded(), everyMilliseconds);
      this.#timer.unref();
    }
  }

  tip(): ChainTip {
    const { block, height } = this.#chain.tip;
    return { hash: block.hash, height };
  }

  blockHash(height: number): Eventually<string> {
    const block = this.#chain.blockAt(height);
    if (block) return block.block.hash;
    return Promise.reject(
      height > HIGHEST_INT32
        ? new NodeRefusal(RPC_ERROR_CODES.misc, 'JSON integer out of range')
        : new NodeRefusal(RPC_ERROR_CODES.invalidParameter, 'Block height out of range'),
    );
  }

  /** The block of the best chain at a height, serialised; `undefined` where there is none. */
  serializedBlock(height: number): Uint8Array | undefined {
    const block = this.#chain.blockAt(height);
    return block && encodeSizedBlock(block.block);
  }

  // oxlint-disable-next-line typescript/require-await -- what is thrown becomes a rejection
  async sendTransaction(serialized: Uint8Array): Promise<string> {
    const { txid, added } = submitTransaction(serialized, this.#chain, this.#mempool);
    if (added && this.#options.mining === 'on-transaction') this.#mineSoon();
    return txid;
  }

  // oxlint-disable-next-line typescript/require-await -- what is thrown becomes a rejection
  async masternodeListDiff(baseBlock: string, block: string): Promise<MasternodeListDiff> {
    return masternodeDiff(this.#chain, baseBlock, block);
  }

  /** It has every block that there is, no peers, and no quorums that could sign a ChainLock. */
  status(): NodeStatus {
    const { block, medianTime } = this.#chain.tip;
    const tip = this.tip();
    return {
      software: '/dapikit development chain/',
      network: 'regtest',
      tip,
      headersHeight: tip.height,
      isInitialBlockDownload: false,
      difficulty: difficulty(block.header.bits),
      medianTime,
      peers: 0,
      masternodeSync: undefined,
      chainLock: undefined,
    };
  }

  /** There is none: no quorum forms. */
  bestChainLock(): ChainLock | undefined {
    return undefined;
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    return this.#chain.onBlock((event) => this.#guard(() => listener(event)));
  }

  /** There is never a new one. */
  watchChainLocks(): () => void {
    return () => undefined;
  }

  /** The ids of the transactions that wait for a block, each behind those it spends outputs of. */
  mempool(): string[] {
    return [...this.#mempool.entries()].map(({ txid }) => txid);
  }

  /**
   * Mines blocks with what is in the mempool; gives their hashes.
   * @throws {RangeError} when `count` is not a whole number, 0 or more.
   */
  mine(count: number): string[] {
    if (!Number.isSafeInteger(count) || count < 0)
      throw new RangeError(`expected a number of blocks, found ${count}`);
    return Array.from({ length: count }, () => {
      this.#changeMasternodes();
      return this.#mineBlock(this.#keyRing.account('treasury', 0).scriptPubKey).hash;
    });
  }

  /**
   * Takes the last `depth` blocks away and mines one more on another branch; gives the hashes of the new ones. The
   * transactions of the old ones come back into the mempool and so into the new blocks.
   * @throws {RangeError} when the chain has not that many blocks above its genesis block.
   */
  reorganise(depth: number): string[] {
    const first = this.#chain.blockAt(this.#chain.tip.height - depth + 1);
    if (!Number.isSafeInteger(depth) || depth < 1 || first?.previous === undefined) {
      throw new RangeError(`expected a depth of 1 to ${this.#chain.tip.height}, found ${depth}`);
    }
    this.#branches += 1;
    this.#chain.invalidate(first);
    this.#follower.settle();
    return this.mine(depth + 1);
  }

  /**
   * A signed transaction between two funded accounts, serialised; it is not submitted.
   * @throws {InsufficientFunds} when `from` has not enough coins that are mature and not spent.
   */
  transfer(from: Account, to: Account, duffs: bigint): Uint8Array {
    const coins = spendableCoins(from, this.#chain, this.#mempool);
    const outputs = [{ value: duffs, scriptPubKey: to.scriptPubKey }];
    return encodeTransaction(payFrom(from, coins, { outputs }));
  }

  /** The coins that an account has in the chain, immature coinbases included, the oldest first. */
  coins(account: Account): HeldCoin[] {
    return heldCoins(account, this.#chain);
  }

  /** Duffs that an account has in the chain, immature coinbases included. */
  balance(account: Account): bigint {
    return this.coins(account).reduce((sum, { coin }) => sum + coin.value, 0n);
  }

  /** Stops the timers: from now on blocks are mined by `mine` only. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** For a transaction that was signed here. */
  #submit(transaction: Transaction): void {
    submitDecoded(transaction, this.#chain, this.#mempool, { scriptsAreChecked: true });
  }

  /** The list stays as it is where the treasury's coins or the keys were used otherwise: everybody knows the mnemonic. */
  #changeMasternodes(): void {
    const change = masternodeChange(
      this.#options.masternodeChangeInterval,
      this.#chain,
      this.#mempool,
      this.#keyRing,
    );
    try {
      if (change) this.#submit(change);
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error;
    }
  }

  /** One block for all transactions that arrive in the same turn of the event loop. */
  #mineSoon(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#mineGuarded();
    }, 0);
  }

  #mineGuarded(): void {
    this.#guard(() => this.mine(1));
  }

  #guard(action: () => unknown): void {
    try {
      action();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #mineBlock(minerScript: Uint8Array): SizedBlock {
    const block = mineBlock({
      previous: this.#chain.tip,
      coins: this.#chain.coins,
      mempool: this.#mempool,
      minerScript,
      time: this.#nextTime(),
    });
    this.#chain.accept(block);
    this.#follower.settle();
    return block;
  }

  #nextTime(): number {
    const next = this.#chain.tip.block.header.time + REGTEST.targetSpacing + this.#branches;
    return Math.max(next, FIRST_BLOCK_TIME);
  }
}
