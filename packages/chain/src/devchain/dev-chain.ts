import { RPC_ERROR_CODES } from '../rpc-error-code.js';
import { difficulty } from '../block/difficulty.js';
import { encodeTransaction } from '../transaction/transaction.js';
import { bytesToHex } from '../bytes/hex.js';
import type { ChainBlock } from '../chainstate/chain-block.js';
import type { HeldCoin } from '../consensus/coin.js';
import type { Eventually } from '../eventually.js';
import {
  NodeRefusal,
  type BlockEvent,
  type CallOptions,
  type ChainLock,
  type ChainTip,
  type Layer1,
  type NodeStatus,
  type TransactionStatus,
} from '../layer1.js';
import { Listeners } from '../core-node/listeners.js';
import type { Leniency } from '../mempool/accept.js';
import type { MasternodeListDiff } from '../masternode/masternode-list-diff.js';
import { scriptOfAddress } from './address-script.js';
import { blockContents } from './block-contents.js';
import { BlockWatchers } from './block-watchers.js';
import { INITIAL_SETTINGS, withChangeInterval } from './chain-settings.js';
import { ClockControls } from './clock-controls.js';
import {
  readAccount,
  readDuffs,
  readMnemonic,
  readOptions,
  readSerialized,
  scriptOfPayee,
} from './control-input.js';
import { knownBlocks, readDump, refuseOtherWords, restoreDump, writeDump } from './dump.js';
import {
  DEV_CHAIN_DEFAULTS,
  DEV_CHAIN_OPTIONS,
  LOAD_CHECKS,
  LOAD_OPTIONS,
  MINE_OPTIONS,
  type DevChainOptions,
  type ExportedBlock,
  type LoadChecks,
  type LoadOptions,
  type MineOptions,
} from './dev-chain-options.js';
import { FaultControls } from './fault-controls.js';
import { fundingTransaction, mostFunds } from './fund.js';
import type { Account } from './keys.js';
import { LocalNode, type Confirmation, type NodePoint } from './local-node.js';
import { MasternodeControls } from './masternode-controls.js';
import { masternodeDiff } from './masternode-diff.js';
import { MinedTransactions } from './mined-transactions.js';
import { checkMiningMode, MiningTimer, type MiningMode } from './mining-mode.js';
import { bareChain, preparedChain } from './prepared-chain.js';
import { QuorumControls } from './quorum-controls.js';
import { RefusedControl } from './refused-control.js';
import { Snapshots } from './snapshots.js';
import { sendThroughFaults } from './transaction-gate.js';
import { heldCoins, payFrom, spendableCoins } from './wallet.js';

/** Which fees of a transaction are let pass that Dash Core refuses unless it is told otherwise. */
type FeeLeniency = Pick<Leniency, 'anyFee' | 'highestFeeRate'>;

const SEND_OPTIONS = ['signal', 'isUrgent', 'anyFee', 'highestFeeRate'] as const;
const HIGHEST_INT32 = 2 ** 31 - 1;

/**
 * A chain in this process, with regtest's rules, that mines its own blocks.
 *
 * The same options and the same calls give the same chain on every machine: its keys come from the mnemonic, and its clock
 * is that of its blocks. The first chain of a mnemonic takes a moment to be mined; others in the process begin with a copy.
 */
export class DevChain implements Layer1 {
  readonly clock: ClockControls;
  readonly masternodes: MasternodeControls;
  readonly faults: FaultControls;
  /** Quorums, and what they sign: ChainLocks and InstantSend locks. */
  readonly quorums: QuorumControls;
  readonly #node: LocalNode;
  readonly #onError: (error: unknown) => void;
  readonly #watchers = new BlockWatchers((action) => this.#guard(action));
  readonly #transactionListeners = new Listeners<string>((error) => this.#onError(error));
  readonly #chainLockListeners = new Listeners<ChainLock>((error) => this.#onError(error));
  readonly #mined: MinedTransactions;
  readonly #snapshots = new Snapshots<NodePoint>();
  readonly #timer = new MiningTimer(() => this.#guard(() => this.mine(1)));

  /** @throws {RefusedControl} when an option is none */
  constructor(options: DevChainOptions = {}, prepared = preparedChain(mnemonicOf(options))) {
    const { mining, blockInterval, masternodeChangeInterval, onError } = {
      ...DEV_CHAIN_DEFAULTS,
      ...options,
    };
    checkMiningMode(mining);
    this.#onError = onError;
    this.#node = new LocalNode(
      prepared,
      withChangeInterval(
        { ...INITIAL_SETTINGS, mining, shortestChangeInterval: 0 },
        masternodeChangeInterval,
      ),
      this.#watchers,
    );
    this.#mined = new MinedTransactions(this.#node.chain);
    this.clock = new ClockControls(this.#node);
    this.clock.setInterval(blockInterval);
    this.masternodes = new MasternodeControls(this.#node);
    this.faults = new FaultControls(this.#node);
    this.quorums = new QuorumControls(this.#node, this.#mined, {
      chainLocked: (chainLock) => this.#chainLockListeners.tell(chainLock),
      instantLocked: ({ txid }) => this.#transactionListeners.tell(txid),
    });
    this.#timer.follow(mining);
  }

  /** Keys that hold coins from the start. */
  get accounts(): readonly Account[] {
    return this.#node.accounts;
  }

  /** What a development chain is made of, for what else shows it (`node-face`). It is no part of the package's door. */
  static nodeOf(chain: DevChain): LocalNode {
    return chain.#node;
  }

  tip(): ChainTip {
    const { hash, height } = this.#node.chain.tip;
    return { hash, height };
  }

  blockHash(height: number): Eventually<string> {
    const block = this.#node.chain.blockAt(height);
    if (block) return block.hash;
    return Promise.reject(
      height > HIGHEST_INT32
        ? new NodeRefusal(RPC_ERROR_CODES.misc, 'JSON integer out of range')
        : new NodeRefusal(RPC_ERROR_CODES.invalidParameter, 'Block height out of range'),
    );
  }

  /** The block of the best chain at a height, serialised; `undefined` where there is none. */
  serializedBlock(height: number): Uint8Array | undefined {
    return this.#node.chain.blockAt(height)?.serialized;
  }

  /**
   * As {@link Layer1.sendTransaction}, of bytes or hexadecimal text; fees that are too low or too high can be let pass.
   * @throws {RefusedControl} (it rejects) `invalid-transaction` for what is neither
   */
  async sendTransaction(
    serialized: Uint8Array | string,
    options: CallOptions & FeeLeniency = {},
  ): Promise<string> {
    const bytes = readSerialized(serialized);
    const { anyFee = false, highestFeeRate } = readOptions(options, SEND_OPTIONS);
    const leniency = { anyFee, ...(highestFeeRate !== undefined && { highestFeeRate }) };
    const { txid, added } = await sendThroughFaults(bytes, this.#node, leniency);
    if (added) {
      this.#timer.transactionArrived();
      this.#transactionListeners.tell(txid);
    }
    return txid;
  }

  // oxlint-disable-next-line typescript/require-await -- what is thrown becomes a rejection
  async masternodeListDiff(baseBlock: string, block: string): Promise<MasternodeListDiff> {
    return masternodeDiff(this.#node.chain, baseBlock, block);
  }

  /** It has every block that there is, and no peers. */
  status(): NodeStatus {
    const { block, medianTime } = this.#node.chain.tip;
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
      chainLock: this.bestChainLock(),
    };
  }

  /** There is none until a quorum signs one: see {@link QuorumControls}. */
  bestChainLock(): ChainLock | undefined {
    return this.#node.chain.chainLock;
  }

  /** It looks into every block. */
  transactionStatus(txid: string): TransactionStatus {
    const { chain, mempool } = this.#node;
    const isInstantLocked = mempool.instantLocks.of(txid) !== undefined;
    const block = this.#mined.blockOf(txid);
    if (block) {
      const isChainLocked = block.height <= (chain.chainLock?.height ?? -1);
      return { place: 'block', block, isInstantLocked, isChainLocked };
    }
    return mempool.has(txid)
      ? { place: 'mempool', isInstantLocked }
      : { place: 'none', isChainSearched: true };
  }

  /** As {@link Layer1.watchBlocks}; snapshots that are reverted to are told as any reorganisation. */
  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    return this.#watchers.watch(listener);
  }

  /** As {@link Layer1.watchChainLocks}; that a snapshot without a ChainLock was reverted to is not told. */
  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    return this.#chainLockListeners.add(listener);
  }

  /** As {@link Layer1.watchTransactions}; those that are sent or locked. What else comes to the mempool comes with a block. */
  watchTransactions(listener: (txid: string) => void): () => void {
    return this.#transactionListeners.add(listener);
  }

  /** The ids of the transactions that wait for a block, each behind those it spends outputs of. */
  mempool(): string[] {
    return [...this.#node.mempool.entries()].map(({ txid }) => txid);
  }

  /** When blocks are mined. */
  get mining(): MiningMode {
    return this.#node.settings.mining;
  }

  /**
   * Has blocks mined by another mode from now on.
   * @throws {RefusedControl} `invalid-mining-mode`
   */
  setMining(mode: MiningMode): void {
    checkMiningMode(mode);
    this.#node.settings = { ...this.#node.settings, mining: mode };
    this.#resumeMining();
  }

  /**
   * Mines blocks; gives their hashes.
   * @throws {RefusedControl} `invalid-count` when `count` is not a whole number, 0 or more; `invalid-address`;
   * `unknown-transaction`
   * @throws {NodeRefusal} -25 when a transaction that was named cannot be mined; nothing is mined then
   */
  mine(count: number, options: MineOptions = {}): string[] {
    const { to, transactions } = readOptions(options, MINE_OPTIONS);
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RefusedControl('invalid-count', {
        expected: 'a number of blocks',
        found: count,
      });
    }
    const script =
      to === undefined ? this.#node.keyRing.account('treasury', 0).scriptPubKey : scriptOfAddress(to);
    const mineNext = (index: number): string => {
      if (transactions === undefined) this.#node.changeMasternodes();
      const named = index === 0 ? transactions : transactions && [];
      return this.#node.mine(script, named && blockContents(named, this.#node)).hash;
    };
    return Array.from({ length: count }, (_, index) => mineNext(index));
  }

  /**
   * Takes the last `depth` blocks away and mines one more on another branch; gives the hashes of the new ones. The
   * transactions of the old ones come back into the mempool and so into the new blocks.
   * @throws {RefusedControl} `invalid-depth` when the chain has not that many blocks above its genesis block; `chain-locked` when
   * one of them is under the ChainLock
   */
  reorganise(depth: number): string[] {
    const { height } = this.tip();
    const first = Number.isSafeInteger(depth) ? this.#node.chain.blockAt(height - depth + 1) : undefined;
    if (depth < 1 || first?.previous === undefined) {
      throw new RefusedControl('invalid-depth', {
        expected: `a depth of 1 to ${height}`,
        found: depth,
      });
    }
    this.#refuseLocked(first);
    this.#node.chain.invalidate(first);
    this.#node.settle();
    return this.mine(depth + 1);
  }

  /**
   * Declares a block invalid, with all that stand on it. The chain falls back to the block before it, or to the best branch
   * that is left; transactions of the blocks that go come back into the mempool.
   * @throws {RefusedControl} `unknown-block`; `genesis-block`; `chain-locked` when it is under the ChainLock
   */
  invalidate(hash: string): void {
    const block = this.#block(hash);
    if (block.previous === undefined) {
      throw new RefusedControl('genesis-block', { expected: 'a block above the genesis block', found: hash });
    }
    this.#refuseLocked(block);
    this.#node.chain.invalidate(block);
    this.#node.settle();
  }

  /**
   * Takes back that a block is invalid, that those before it are and those that stand on it. Where that makes a branch the
   * longest, or the first known of the longest, the chain goes over to it.
   * @throws {RefusedControl} `unknown-block`
   */
  reconsider(hash: string): void {
    this.#node.chain.reconsider(this.#block(hash));
    this.#node.settle();
  }

  /** Remembers all that the chain is now, to {@link revert} to; gives the id. */
  snapshot(): number {
    return this.#snapshots.take(this.#node.point());
  }

  /**
   * Makes the chain what it was at a snapshot: blocks, mempool, clock, mining mode, faults, masternodes, locks. The snapshot is used
   * up, and so are those that were taken after it.
   * @throws {RefusedControl} `unknown-snapshot`
   */
  revert(id: number): void {
    this.#node.restore(this.#snapshots.giveBack(id));
    this.#resumeMining();
  }

  /** The ids of the snapshots that can be reverted to. */
  snapshots(): readonly number[] {
    return this.#snapshots.ids;
  }

  /**
   * Pays duffs to an address from the treasury, in a block that is mined for it.
   * @throws {RefusedControl} `invalid-address`; `invalid-amount`, which says how much there is
   */
  fund(address: string, duffs: bigint): Confirmation {
    return this.#node.confirm(fundingTransaction(this.#node, address, duffs));
  }

  /** The most duffs that {@link fund} can pay at once now. */
  get mostFunds(): bigint {
    return mostFunds(this.#node);
  }

  /**
   * A signed transaction from a funded account to another one or to an address, serialised; it is not submitted.
   * @throws {RefusedControl} `invalid-account`, `invalid-address`, `invalid-amount`
   * @throws {InsufficientFunds} when `from` has not enough coins that are mature and not spent.
   */
  transfer(from: Account, to: Account | string, duffs: bigint): Uint8Array {
    const outputs = [{ value: readDuffs(duffs), scriptPubKey: scriptOfPayee(to) }];
    const coins = spendableCoins(readAccount(from), this.#node.chain, this.#node.mempool);
    return encodeTransaction(payFrom(from, coins, { outputs }));
  }

  /**
   * The coins that an account has in the chain, immature coinbases included, the oldest first.
   * @throws {RefusedControl} `invalid-account`
   */
  coins(account: Account): HeldCoin[] {
    return heldCoins(readAccount(account), this.#node.chain);
  }

  /**
   * Duffs that an account has in the chain, immature coinbases included.
   * @throws {RefusedControl} `invalid-account`
   */
  balance(account: Account): bigint {
    return this.coins(account).reduce((sum, { coin }) => sum + coin.value, 0n);
  }

  /**
   * The blocks of the best chain from a height on, the first after the genesis block unless said otherwise, for `submitblock`
   * of a Dash Core on regtest.
   */
  *exportBlocks(from = 1): Generator<ExportedBlock> {
    const { chain } = this.#node;
    for (let height = Math.max(0, from); height <= chain.tip.height; height += 1) {
      const block = chain.blockAt(height);
      if (block) yield { height, hash: block.hash, hex: bytesToHex(block.serialized) };
    }
  }

  /**
   * All of the chain as one file: every block known, what waits, the clock, the mining mode, faults. Snapshots are not in it.
   * The words of the keys are.
   */
  dump(): Uint8Array {
    return writeDump(this.#node);
  }

  /**
   * Makes the chain what it was when it was dumped, or another one that was. Its watchers are told of the blocks that go and
   * come; its snapshots are gone, and so is all that was not dumped.
   * @throws {RefusedControl} as {@link DevChain.load}; nothing has changed then
   */
  load(dump: Uint8Array, checks: LoadChecks = {}): void {
    const loaded = DevChain.load(dump, readOptions(checks, LOAD_CHECKS));
    loaded.close();
    this.#snapshots.clear();
    this.#node.become(loaded.#node);
    this.#resumeMining();
  }

  /**
   * The chain of a dump, as a new one.
   * @throws {RefusedControl} `dump-not-recognised`, `dump-version` for one of a newer version, `dump-corrupted`,
   * `dump-of-other-words`; `invalid-mining-mode`
   */
  static load(dump: Uint8Array, options: LoadOptions = {}): DevChain {
    const { checkSignatures = false, onError = DEV_CHAIN_DEFAULTS.onError } = readOptions(
      options,
      LOAD_OPTIONS,
    );
    const contents = readDump(dump);
    const { mnemonic } = contents;
    refuseOtherWords(options.mnemonic, mnemonic);
    const usual = preparedChain(mnemonic);
    const isUsual = knownBlocks(usual, contents) >= usual.chain.tip.height;
    const chain = new DevChain(
      { mnemonic, mining: 'manual', onError },
      isUsual ? usual : bareChain(mnemonic),
    );
    restoreDump(chain.#node, contents, checkSignatures);
    const { settings } = chain.#node;
    const { mining = settings.mining, masternodeChangeInterval = settings.masternodeChangeInterval } =
      options;
    checkMiningMode(mining);
    chain.#node.settings = withChangeInterval({ ...settings, mining }, masternodeChangeInterval);
    chain.#resumeMining();
    return chain;
  }

  /**
   * Another chain, which is what this one is now but for its snapshots and watchers. What is done to one of the two leaves the
   * other alone.
   */
  copy(options: Pick<DevChainOptions, 'onError'> = {}): DevChain {
    const { onError = this.#onError } = readOptions(options, ['onError']);
    const { keyRing, accounts, chain } = this.#node;
    const copy = new DevChain({ mining: 'manual', onError }, { keyRing, accounts, chain });
    copy.#node.restore({ ...this.#node.point(), chain: copy.#node.chain.point() });
    copy.#resumeMining();
    return copy;
  }

  /** Stops the timers: from now on blocks are mined by `mine` only. Transactions that are delayed are so no longer. */
  close(): void {
    this.#timer.close();
    this.#node.delays.end();
  }

  #block(hash: string): ChainBlock {
    const block = this.#node.chain.block(hash);
    if (block !== undefined) return block;
    throw new RefusedControl('unknown-block', {
      expected: 'the hash of a block that the chain knows, in its best branch or beside it',
      found: hash,
    });
  }

  /** Dash Core would take the block away, and then refuse every block in its place. */
  #refuseLocked(block: ChainBlock): void {
    const { chain } = this.#node;
    const locked = chain.chainLock?.height ?? -1;
    if (block.height > locked || !chain.isInBestChain(block)) return;
    throw new RefusedControl('chain-locked', {
      expected: `a block above the ChainLock of block ${locked}`,
      found: block.height,
      mend: 'revert to a snapshot that was taken before',
    });
  }

  #resumeMining(): void {
    this.#timer.follow(this.#node.settings.mining);
    if (this.#node.mempool.size > 0) this.#timer.transactionArrived();
  }

  #guard(action: () => unknown): void {
    try {
      action();
    } catch (error) {
      this.#onError(error);
    }
  }
}

/** The words that a chain is of. @throws {RefusedControl} */
const mnemonicOf = (options: DevChainOptions): string =>
  readMnemonic(readOptions(options, DEV_CHAIN_OPTIONS).mnemonic ?? DEV_CHAIN_DEFAULTS.mnemonic);
