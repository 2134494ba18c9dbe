import { encodeTransaction } from '../primitives/transaction/transaction.js';
import { bytesToHex } from '../base/bytes/hex.js';
import type { UnspentCoin } from '../rules/consensus/coin.js';
import type { ChainRead, ChainReaders, ChainReads } from '../layer1/chain-reads.js';
import type { Eventually } from '../layer1/eventually.js';
import { runAtOnce, runInTurns, type Steps } from '../base/event-loop/in-turns.js';
import {
  type BlockEvent,
  type CallOptions,
  type ChainLock,
  type Layer1,
  type NodeStatus,
  type TransactionStatus,
} from '../layer1/layer1.js';
import type { ChainTip } from '../layer1/chain-tip.js';
import { Listeners } from '../nodes/core-node/listeners.js';
import type { Leniency } from '../chain/mempool/accept.js';
import type { MasternodeListDiff } from '../primitives/masternode/masternode-list-diff.js';
import { BlockWatchers } from './block-watchers.js';
import { INITIAL_SETTINGS, withChangeInterval, type LockSettings } from './chain-settings.js';
import { ChainChanges } from './chain-changes.js';
import { chainReaders } from './chain-readers.js';
import { heightRejection, nodeStatus, statusOfTransaction } from './chain-status.js';
import { ClockControls } from './clock-controls.js';
import {
  readAccount,
  readDuffs,
  readLocks,
  readMnemonic,
  readOptions,
  readSerialized,
  scriptOfPayee,
} from './control-input.js';
import { dumpSteps, knownBlocks, readDumpSteps, rejectOtherMnemonic, restoreDump } from './dump.js';
import {
  DEV_CHAIN_DEFAULTS,
  DEV_CHAIN_OPTIONS,
  LOAD_CHECKS,
  LOAD_OPTIONS,
  type DevChainOptions,
  type ExportedBlock,
  type LoadChecks,
  type LoadOptions,
  type MineOptions,
  type Reorganisation,
} from './dev-chain-options.js';
import type { DroppedLocks } from './dropped-locks.js';
import { renewQuorums } from './form-quorums.js';
import { LockSigner } from './lock-signer.js';
import { FaultControls } from './fault-controls.js';
import { fundedWallets, type FundedWallet } from './funded-wallets.js';
import { fundingTransaction, maxFunds } from './fund.js';
import type { Account } from './keys.js';
import { LocalNode } from './local-node.js';
import type { Confirmation } from './confirmation.js';
import { MasternodeControls } from './masternode-controls.js';
import { masternodeDiff } from './masternode-diff.js';
import { MinedTransactions } from './mined-transactions.js';
import { checkMiningMode, MiningTimer, type MiningMode } from './mining-mode.js';
import { bareChain, preparedChain } from './prepared-chain.js';
import type { ChainOrigin } from './chain-origin.js';
import { QuorumControls } from './quorum-controls.js';
import { ControlRejectedError } from './control-rejected-error.js';
import { sendThroughFaults } from './transaction-gate.js';
import { unspentCoins, payFrom, spendableCoins } from './wallet.js';

/** Which fees of a transaction are accepted that Dash Core rejects by default. */
type FeeLeniency = Pick<Leniency, 'anyFee' | 'maxFeeRate'>;

const SEND_OPTIONS = ['signal', 'isUrgent', 'anyFee', 'maxFeeRate'] as const;

/**
 * Represents a chain in this process, with regtest's rules, that mines its own blocks.
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
  readonly #locks: LockSigner;
  readonly #onError: (error: unknown) => void;
  readonly #watchers = new BlockWatchers((action) => this.#guard(action));
  readonly #transactionListeners = new Listeners<string>((error) => this.#onError(error));
  readonly #chainLockListeners = new Listeners<ChainLock>((error) => this.#onError(error));
  readonly #droppedLockListeners = new Listeners<DroppedLocks>((error) => this.#onError(error));
  readonly #mined: MinedTransactions;
  readonly #readers: ChainReaders<unknown>;
  readonly #changes: ChainChanges;
  readonly #timer = new MiningTimer(() => this.#guard(() => this.mine(1)));

  /** @throws {ControlRejectedError} when an option is none */
  constructor(options: DevChainOptions = {}, prepared = preparedFor(options)) {
    const { mining, blockInterval, masternodeChangeInterval, onError, ...locks } = {
      ...DEV_CHAIN_DEFAULTS,
      ...options,
    };
    checkMiningMode(mining);
    this.#onError = onError;
    this.#node = new LocalNode(
      prepared,
      withChangeInterval(
        { ...INITIAL_SETTINGS, mining, shortestChangeInterval: 0, locks: readLocks(locks) },
        masternodeChangeInterval,
      ),
      this.#watchers,
    );
    this.#mined = new MinedTransactions(this.#node.chain);
    this.#readers = chainReaders(this.#node, this.#mined);
    this.clock = new ClockControls(this.#node);
    this.clock.setInterval(blockInterval);
    this.masternodes = new MasternodeControls(this.#node);
    this.faults = new FaultControls(this.#node);
    this.#locks = new LockSigner(this.#node, this.#mined, {
      chainLocked: (chainLock) => this.#chainLockListeners.emit(chainLock),
      instantLocked: ({ txid }) => this.#transactionListeners.emit(txid),
    });
    this.quorums = new QuorumControls(this.#node, this.#locks);
    this.#changes = new ChainChanges(this.#node, this.#locks, {
      dropped: (locks) => this.#droppedLockListeners.emit(locks),
      reverted: () => this.#resumeMining(),
    });
    this.#node.automaticLocks = {
      renew: () => renewQuorums(this.#node),
      lock: () => this.#locks.lockAutomatically(),
    };
    if (locks.chainLocks && prepared.chainLock !== undefined) this.#node.chain.lock(prepared.chainLock);
    this.#locks.lockAutomatically();
    this.#timer.follow(mining);
  }

  /** Returns the accounts, whose keys have coins from the start. */
  get accounts(): readonly Account[] {
    return this.#node.accounts;
  }

  /** Returns the wallets whose identities and addresses on Dash Platform the initial chain funds. */
  get wallets(): readonly FundedWallet[] {
    return fundedWallets(this.#node);
  }

  /** Returns the internals of a development chain for `core-emulator`. The package does not export it. */
  static nodeOf(chain: DevChain): LocalNode {
    return chain.#node;
  }

  tip(): ChainTip {
    const { hash, height } = this.#node.chain.tip;
    return { hash, height };
  }

  blockHash(height: number): Eventually<string> {
    const block = this.#node.chain.blockAt(height);
    return block?.hash ?? Promise.reject(heightRejection(height));
  }

  /** Returns the block of the best chain at a height, serialised; `undefined` where there is none. */
  serializedBlock(height: number): Uint8Array | undefined {
    return this.#node.chain.blockAt(height)?.serialized;
  }

  /**
   * Sends a transaction as {@link Layer1.sendTransaction} does, from bytes or hexadecimal text; options accept fees that are too low or too high.
   * @throws {ControlRejectedError} (it rejects) `invalid-transaction` for what is neither
   */
  async sendTransaction(
    serialized: Uint8Array | string,
    options: CallOptions & FeeLeniency = {},
  ): Promise<string> {
    const bytes = readSerialized(serialized);
    const { anyFee = false, maxFeeRate } = readOptions(options, SEND_OPTIONS);
    const leniency = { anyFee, ...(maxFeeRate !== undefined && { maxFeeRate }) };
    const { txid, added } = await sendThroughFaults(bytes, this.#node, leniency);
    if (added) {
      this.#timer.transactionArrived();
      this.#transactionListeners.emit(txid);
      this.#locks.lockSent(txid);
    }
    return txid;
  }

  // oxlint-disable-next-line typescript/require-await -- what is thrown becomes a rejection
  async masternodeListDiff(baseBlock: string, block: string): Promise<MasternodeListDiff> {
    return masternodeDiff(this.#node.chain, baseBlock, block);
  }

  /** Returns the status of a node with every block and without peers. */
  status(): NodeStatus {
    return nodeStatus(this.#node.chain);
  }

  /** Returns the best ChainLock; `undefined` until a quorum signs one: see {@link QuorumControls}. */
  bestChainLock(): ChainLock | undefined {
    return this.#node.chain.chainLock;
  }

  /** Returns the status of a transaction. Searches every block. */
  transactionStatus(txid: string): TransactionStatus {
    return statusOfTransaction(this.#node, this.#mined, txid);
  }

  /**
   * Reads a part of the chain as {@link Layer1.read} does.
   * @throws {ControlRejectedError} (rejects with it) `unknown-read` for a name that no read has
   */
  // oxlint-disable-next-line typescript/require-await -- what is thrown becomes a rejection
  async read<Name extends ChainRead>(
    name: Name,
    request: ChainReads[Name]['request'],
  ): Promise<ChainReads[Name]['response']> {
    if (!Object.hasOwn(this.#readers, name)) {
      throw new ControlRejectedError('unknown-read', {
        expected: `one of ${Object.keys(this.#readers).join(', ')}`,
        found: name,
      });
    }
    return this.#readers[name](request, undefined);
  }

  /** Watches blocks as {@link Layer1.watchBlocks} does; a revert to a snapshot is reported as a reorg. */
  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    return this.#watchers.watch(listener);
  }

  /** Watches ChainLocks as {@link Layer1.watchChainLocks} does; a revert to a snapshot without a ChainLock is not reported. */
  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    return this.#chainLockListeners.add(listener);
  }

  /** Calls `listener` with the locks that a control drops; returns a function that stops it. */
  watchDroppedLocks(listener: (dropped: DroppedLocks) => void): () => void {
    return this.#droppedLockListeners.add(listener);
  }

  /** Watches sent and locked transactions as {@link Layer1.watchTransactions} does. Others enter the mempool with a block. */
  watchTransactions(listener: (txid: string) => void): () => void {
    return this.#transactionListeners.add(listener);
  }

  /** Returns the ids of the transactions that wait for a block, each behind those it spends outputs of. */
  mempool(): string[] {
    return [...this.#node.mempool.entries()].map(({ txid }) => txid);
  }

  /** Returns the locks that quorums sign automatically. */
  get automaticLocks(): LockSettings {
    return this.#node.settings.locks;
  }

  /** Returns when blocks are mined. */
  get mining(): MiningMode {
    return this.#node.settings.mining;
  }

  /**
   * Sets the mining mode.
   * @throws {ControlRejectedError} `invalid-mining-mode`
   */
  setMining(mode: MiningMode): void {
    checkMiningMode(mode);
    this.#node.settings = { ...this.#node.settings, mining: mode };
    this.#resumeMining();
  }

  /**
   * Mines blocks; gives their hashes.
   * @throws {ControlRejectedError} `invalid-count` when `count` is not a whole number, 0 or more; `invalid-address`;
   * `unknown-transaction`
   * @throws {NodeRejectionError} -25 when a transaction that was named cannot be mined; nothing is mined then
   */
  mine(count: number, options: MineOptions = {}): string[] {
    return runAtOnce(this.#changes.mine(count, options));
  }

  /**
   * Mines as {@link DevChain.mine} does, with a turn of the event loop for other work between two blocks, and turns within a block of many
   * named transactions. What other work does to the chain in its turn stays: the next block is mined on the tip of that time.
   */
  async mineInTurns(count: number, options: MineOptions = {}): Promise<string[]> {
    return runInTurns(this.#changes.mine(count, options));
  }

  /**
   * Drops the locks above the fork, takes the last `depth` blocks away and mines one more on another branch. The transactions of the old
   * ones come back into the mempool and so into the new blocks.
   * @throws {ControlRejectedError} `invalid-depth` when the chain has fewer blocks above its genesis block
   */
  reorganise(depth: number): Reorganisation {
    return runAtOnce(this.#changes.reorganise(depth));
  }

  /** Reorganises as {@link DevChain.reorganise} does, with turns as {@link DevChain.mineInTurns}: while it mines, the chain is shorter than it was. */
  async reorganiseInTurns(depth: number): Promise<Reorganisation> {
    return runInTurns(this.#changes.reorganise(depth));
  }

  /**
   * Declares a block invalid, with all its descendants, after the locks above the block before it are dropped. The chain falls back to
   * that block, or to the best branch that is left; transactions of the blocks that go come back into the mempool.
   * @returns the locks that were dropped
   * @throws {ControlRejectedError} `unknown-block`; `genesis-block`
   */
  invalidate(hash: string): DroppedLocks {
    return runAtOnce(this.#changes.invalidate(hash));
  }

  /** Invalidates as {@link DevChain.invalidate} does, in turns of the event loop. The chain changes at once, when all is done. */
  async invalidateInTurns(hash: string): Promise<DroppedLocks> {
    return runInTurns(this.#changes.invalidate(hash));
  }

  /**
   * Takes back that a block is invalid, its ancestors and its descendants. Where that makes a branch the
   * longest, or the first known of the longest, the chain goes over to it.
   * @throws {ControlRejectedError} `unknown-block`
   */
  reconsider(hash: string): void {
    runAtOnce(this.#changes.reconsider(hash));
  }

  /** Reconsiders as {@link DevChain.reconsider} does, in turns of the event loop. The chain changes at once, when all is done. */
  async reconsiderInTurns(hash: string): Promise<void> {
    await runInTurns(this.#changes.reconsider(hash));
  }

  /** Takes a snapshot of the chain, to {@link revert} to, and returns its id. */
  snapshot(): number {
    return this.#changes.snapshots.take(this.#node.point());
  }

  /**
   * Reverts the chain to a snapshot: blocks, mempool, clock, mining mode, faults, masternodes, locks. The snapshot is used
   * up, and so are those that were taken after it.
   * @returns the locks that were dropped: those that came since the snapshot
   * @throws {ControlRejectedError} `unknown-snapshot`
   */
  revert(id: number): DroppedLocks {
    return runAtOnce(this.#changes.revert(id));
  }

  /** Reverts as {@link DevChain.revert} does, in turns of the event loop. The chain changes at once, when all is done. */
  async revertInTurns(id: number): Promise<DroppedLocks> {
    return runInTurns(this.#changes.revert(id));
  }

  /** Returns the ids of the snapshots that can be reverted to. */
  snapshots(): readonly number[] {
    return this.#changes.snapshots.ids;
  }

  /**
   * Pays duffs to an address from the treasury, in a block that is mined for it.
   * @throws {ControlRejectedError} `invalid-address`; `invalid-amount`, which says how much there is
   */
  fund(address: string, duffs: bigint): Confirmation {
    return this.#node.confirm(fundingTransaction(this.#node, address, duffs));
  }

  /** Returns the maximum of duffs that {@link fund} can pay at once now. */
  get maxFunds(): bigint {
    return maxFunds(this.#node);
  }

  /**
   * Returns a signed transaction from a funded account to another one or to an address, serialised; it is not submitted.
   * @throws {ControlRejectedError} `invalid-account`, `invalid-address`, `invalid-amount`
   * @throws {InsufficientFundsError} when `from` has not enough coins that are mature and not spent.
   */
  transfer(from: Account, to: Account | string, duffs: bigint): Uint8Array {
    const outputs = [{ value: readDuffs(duffs), scriptPubKey: scriptOfPayee(to) }];
    const coins = spendableCoins(readAccount(from), this.#node.chain, this.#node.mempool);
    return encodeTransaction(payFrom(from, coins, { outputs }));
  }

  /**
   * Returns the coins that an account has in the chain, immature coinbases included, the oldest first.
   * @throws {ControlRejectedError} `invalid-account`
   */
  coins(account: Account): UnspentCoin[] {
    return unspentCoins(readAccount(account), this.#node.chain);
  }

  /**
   * Returns the balance of an account in duffs, including immature coinbases.
   * @throws {ControlRejectedError} `invalid-account`
   */
  balance(account: Account): bigint {
    return this.coins(account).reduce((sum, { coin }) => sum + coin.value, 0n);
  }

  /**
   * Returns the blocks of the best chain from a height on, the first after the genesis block unless said otherwise, for `submitblock`
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
   * Returns all of the chain as one file: every known block, the mempool, the clock, the mining mode, faults. The dump has the
   * mnemonic, and no snapshots.
   */
  dump(): Uint8Array {
    return runAtOnce(dumpSteps(this.#node));
  }

  /** Dumps as {@link DevChain.dump} does, in turns of the event loop. The dump has the state at the time of the call. */
  async dumpInTurns(): Promise<Uint8Array> {
    return runInTurns(dumpSteps(this.#node));
  }

  /**
   * Restores the chain of a dump, its own or another one. Its watchers are notified of the blocks that go and
   * come; its snapshots are gone, and so is all that was not dumped.
   * @throws {ControlRejectedError} as {@link DevChain.load}; nothing has changed then
   */
  load(dump: Uint8Array, checks: LoadChecks = {}): void {
    runAtOnce(this.#loadSteps(dump, checks));
  }

  /** Loads as {@link DevChain.load} does, in turns of the event loop. The chain changes at once, after all blocks are checked. */
  async loadInTurns(dump: Uint8Array, checks: LoadChecks = {}): Promise<void> {
    return runInTurns(this.#loadSteps(dump, checks));
  }

  *#loadSteps(dump: Uint8Array, checks: LoadChecks): Steps<void> {
    const loaded = yield* DevChain.#newChainSteps(dump, readOptions(checks, LOAD_CHECKS));
    loaded.close();
    this.#changes.snapshots.clear();
    this.#node.replaceWith(loaded.#node);
    this.#resumeMining();
  }

  /**
   * Returns the chain of a dump, as a new one.
   * @throws {ControlRejectedError} `dump-not-recognised`, `dump-version` for one of a newer version, `dump-corrupted`,
   * `dump-of-other-mnemonic`; `invalid-mining-mode`
   */
  static load(dump: Uint8Array, options: LoadOptions = {}): DevChain {
    return runAtOnce(DevChain.#newChainSteps(dump, options));
  }

  static *#newChainSteps(dump: Uint8Array, options: LoadOptions): Steps<DevChain> {
    const { checkSignatures = false, onError = DEV_CHAIN_DEFAULTS.onError } = readOptions(
      options,
      LOAD_OPTIONS,
    );
    const contents = yield* readDumpSteps(dump);
    const { mnemonic } = contents;
    rejectOtherMnemonic(options.mnemonic, mnemonic);
    const { instantSend, chainLocks } = contents.settings.locks;
    const usual = preparedChain(mnemonic, instantSend || chainLocks);
    const isUsual = knownBlocks(usual, contents) >= usual.chain.tip.height;
    const chain = new DevChain(
      { mnemonic, mining: 'manual', onError },
      isUsual ? usual : bareChain(mnemonic),
    );
    yield* restoreDump(chain.#node, contents, checkSignatures);
    const { settings } = chain.#node;
    const { mining = settings.mining, masternodeChangeInterval = settings.masternodeChangeInterval } =
      options;
    checkMiningMode(mining);
    const locks = readLocks({ ...settings.locks, ...options });
    chain.#node.settings = withChangeInterval({ ...settings, mining, locks }, masternodeChangeInterval);
    chain.#locks.lockAutomatically();
    chain.#resumeMining();
    return chain;
  }

  /**
   * Returns an independent copy of this chain without its snapshots and watchers.
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

/** Returns the chain to begin with, which has quorums where they are to sign locks. @throws {ControlRejectedError} */
function preparedFor(options: DevChainOptions): ChainOrigin {
  const { mnemonic, instantSend, chainLocks } = {
    ...DEV_CHAIN_DEFAULTS,
    ...readOptions(options, DEV_CHAIN_OPTIONS),
  };
  const locks = readLocks({ instantSend, chainLocks });
  return preparedChain(readMnemonic(mnemonic), locks.instantSend || locks.chainLocks);
}
