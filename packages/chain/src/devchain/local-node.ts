import { ChainState } from '../chain/chainstate/chain-state.js';
import { NO_SCRIPT_RESULTS, type BlockScriptResults } from '../chain/chainstate/block-scripts.js';
import type { ChainBlock } from '../chain/block-tree/chain-block.js';
import { RejectionError } from '../rules/consensus/rejection-error.js';
import type { SizedBlock } from '../rules/consensus/sized-block.js';
import { runAtOnce, runInTurns } from '../base/event-loop/in-turns.js';
import { NodeRejectionError } from '../layer1/layer1.js';
import { followChain, type ChainFollower } from '../chain/mempool/follow-chain.js';
import type { MempoolEntry } from '../chain/mempool/mempool-entry.js';
import { Mempool } from '../chain/mempool/mempool.js';
import { submitDecoded } from '../chain/mempool/submit.js';
import { withoutContradictions } from '../chain/mining/contradictions.js';
import type { Transaction } from '../primitives/transaction/transaction.js';
import { blockRejection } from './block-contents.js';
import { BlockWatchers } from './block-watchers.js';
import { afterBlock } from './chain-clock.js';
import type { ChainParts } from './chain-parts.js';
import type { ChainSettings } from './chain-settings.js';
import { ChainQuorums } from './chain-quorums.js';
import { Delays } from './delays.js';
import type { Account, KeyRing } from './keys.js';
import type { Confirmation } from './confirmation.js';
import type { NodePoint } from './node-point.js';
import { nextBlockSteps } from './next-block.js';
import { masternodeChange } from './masternode-life.js';
import type { ChainOrigin } from './chain-origin.js';
import { releaseHeld } from './transaction-gate.js';

/** Describes the locks that quorums sign automatically when blocks arrive. */
export interface AutomaticLocks {
  /** Called before a block is mined. */
  readonly renew: () => void;
  /** Called when the blocks of a control are mined. */
  readonly lock: () => void;
}

/** Represents a chain, its mempool and its miner: what the controls of a development chain work on. */
export class LocalNode implements ChainParts {
  keyRing: KeyRing;
  /** The funded ones. */
  accounts: readonly Account[];
  readonly mempool = new Mempool();
  readonly chain: ChainState;
  settings: ChainSettings;
  /** True if blocks come with signatures that need no checking. */
  trustsScripts = false;
  automaticLocks: AutomaticLocks = { renew: () => undefined, lock: () => undefined };
  /** Delays of transactions that a fault holds up. */
  readonly delays = new Delays();
  readonly #follower: ChainFollower;
  readonly #watchers: BlockWatchers;
  readonly #restoredListeners = new Set<() => void>();
  readonly quorums = new ChainQuorums(this);

  constructor(prepared: ChainOrigin, settings: ChainSettings, watchers: BlockWatchers) {
    this.keyRing = prepared.keyRing;
    this.accounts = prepared.accounts;
    this.settings = settings;
    this.#watchers = watchers;
    this.chain = new ChainState({
      origin: prepared.chain,
      // The clock is that of the blocks, so none is from the future.
      now: () => Number.POSITIVE_INFINITY,
      scriptsAreChecked: (txid) => this.trustsScripts || this.mempool.has(txid),
      conflictsWithLock: (each) => this.mempool.instantLocks.conflictsWith(each),
    });
    this.#follower = followChain(this.chain, this.mempool);
    this.chain.onBlock((event) => watchers.add(event));
  }

  /** Hands over a transaction that was signed here. @throws {NodeRejectionError} */
  submit(transaction: Transaction): string {
    return submitDecoded(transaction, this.chain, this.mempool, { scriptsAreChecked: true }).txid;
  }

  /**
   * Mines a block on the tip.
   * @param entries its transactions, in an order in which they can be mined; the mempool's transactions by default
   * @param scriptResults those of {@link scriptSteps}
   * @throws {NodeRejectionError} -25 when they cannot be mined; nothing has changed then
   */
  mine(
    minerScript: Uint8Array,
    entries?: readonly MempoolEntry[],
    scriptResults?: BlockScriptResults,
  ): ChainBlock {
    this.automaticLocks.renew();
    const added = runAtOnce(this.mineSteps(minerScript, entries, scriptResults ?? NO_SCRIPT_RESULTS));
    this.release();
    return added;
  }

  /**
   * Mines a block as {@link mine} does, in steps, while nobody else uses the node. {@link release} does the rest.
   * @param scriptResults scripts without a result are run; absent where all are run in steps
   * @throws {NodeRejectionError} -25 when they cannot be mined; nothing has changed then
   */
  *mineSteps(
    minerScript: Uint8Array,
    entries: readonly MempoolEntry[] | undefined,
    scriptResults?: BlockScriptResults,
  ): Generator<undefined, ChainBlock> {
    const { chain, settings } = this;
    const before = entries && chain.point();
    try {
      const block = yield* nextBlockSteps(this, this.quorums, minerScript, entries);
      const added = yield* chain.acceptSteps(block, scriptResults);
      this.settings = { ...settings, clock: afterBlock(settings.clock) };
      yield* this.#follower.settleSteps();
      return added;
    } catch (error) {
      if (before !== undefined && error instanceof RejectionError) chain.restore(before);
      throw blockRejection(error);
    }
  }

  /**
   * Runs the scripts in steps that {@link mine} would run for a block of entries, and returns their results.
   * @throws {NodeRejectionError} -25 when the entries make no block
   */
  *scriptSteps(
    minerScript: Uint8Array,
    entries: readonly MempoolEntry[],
  ): Generator<undefined, BlockScriptResults> {
    if (entries.every(({ txid }) => this.mempool.has(txid))) return NO_SCRIPT_RESULTS;
    let block: SizedBlock;
    try {
      block = runAtOnce(nextBlockSteps(this, this.quorums, minerScript, entries));
    } catch (error) {
      throw blockRejection(error);
    }
    return yield* this.chain.scriptSteps(block);
  }

  /**
   * Takes a block that was mined elsewhere, as one of a peer, after its scripts ran in turns of the event loop.
   * @throws {RejectionError} (it rejects) with Dash Core's reject reason; nothing has changed then
   */
  async acceptInTurns(block: SizedBlock): Promise<ChainBlock> {
    const scriptResults = await runInTurns(this.chain.scriptSteps(block));
    const added = this.chain.accept(block, scriptResults);
    this.follow();
    return added;
  }

  /**
   * Takes a block as {@link acceptInTurns} does, in steps, while nobody else uses the node. {@link follow} does the rest.
   * @throws {RejectionError} with Dash Core's reject reason
   */
  *acceptSteps(block: SizedBlock): Generator<undefined, void> {
    yield* this.chain.acceptSteps(block);
    yield* this.#follower.settleSteps();
  }

  /** Does what follows a block that was mined elsewhere: transactions that waited for it, events, locks. */
  follow(): void {
    this.#follower.settle();
    this.release();
    this.automaticLocks.lock();
  }

  /** Releases the transactions that were withheld until this height, and emits events. */
  release(): void {
    releaseHeld(this);
    this.#watchers.emit();
  }

  /**
   * Mines a transaction that was signed here in a block of its own, where nothing else is but the change of the masternode
   * list that is due. The mempool is not mined.
   * @throws {NodeRejectionError} when it is not let into the mempool; nothing is mined then
   */
  confirm(transaction: Transaction): Confirmation {
    const txid = this.submit(transaction);
    const { hash: blockHash } = this.mineApart([txid]);
    this.automaticLocks.lock();
    return { txid, blockHash };
  }

  /**
   * Mines a block where nothing is but some transactions that wait and the change of the masternode list that is due, unless it is
   * of a masternode that they change or remove. What else waits in the mempool stays there.
   */
  mineApart(txids: readonly string[]): ChainBlock {
    const named = this.#waiting(txids);
    const change = this.changeMasternodes(named);
    const entries = change === undefined ? named : [...named, ...this.#waiting([change])];
    const { tip: previous, coins } = this.chain;
    const mined = withoutContradictions(entries, { previous, coins });
    return this.mine(this.keyRing.account('treasury', 0).scriptPubKey, mined);
  }

  #waiting(txids: readonly string[]): MempoolEntry[] {
    return txids.flatMap((txid) => this.mempool.get(txid) ?? []);
  }

  /**
   * Hands over the transaction that changes the masternode list in the next block, where one is due.
   * @param beside the transactions of controls in that block, which come first
   */
  changeMasternodes(beside: readonly MempoolEntry[] = []): string | undefined {
    const change = masternodeChange(this.settings.masternodeChangeInterval, this, beside);
    try {
      return change && this.submit(change);
    } catch (error) {
      // The list stays as it is where the treasury's coins or the keys were used otherwise: everybody knows the mnemonic.
      if (error instanceof NodeRejectionError) return undefined;
      throw error;
    }
  }

  /** Updates the mempool after the chain has moved. */
  settle(): void {
    this.#follower.settle();
    this.#watchers.emit();
  }

  /** Does what {@link settle} does, in steps, while nobody else uses the node. */
  *settleSteps(): Generator<undefined, void> {
    yield* this.#follower.settleSteps();
    this.#watchers.emit();
  }

  /** Forgets the transactions of blocks that left the chain since it was settled last. */
  forgetAbandoned(): void {
    this.#follower.forget();
  }

  point(): NodePoint {
    const { chain, mempool, settings } = this;
    return {
      chain: chain.point(),
      mempool: [...mempool.entries()],
      instantLocks: mempool.instantLocks,
      settings,
    };
  }

  /** Calls `listener` once the chain and its mempool are those of a point, or of another node; gives a function that stops it. */
  onRestored(listener: () => void): () => void {
    this.#restoredListeners.add(listener);
    return () => this.#restoredListeners.delete(listener);
  }

  restore(point: NodePoint): void {
    runAtOnce(this.restoreSteps(point));
  }

  /** Does what {@link restore} does, in steps, while nobody else uses the node. */
  *restoreSteps(point: NodePoint): Generator<undefined, void> {
    yield* this.chain.restoreSteps(point.chain);
    this.#goOnWith(point);
  }

  /** Returns whether the node is what it was at a point. */
  isAt({ chain, mempool, instantLocks, settings }: NodePoint): boolean {
    const own = [...this.mempool.entries()];
    return (
      this.chain.isAt(chain) &&
      this.settings === settings &&
      this.mempool.instantLocks === instantLocks &&
      own.length === mempool.length &&
      own.every((entry, at) => entry === mempool[at])
    );
  }

  /** Copies the node in steps. The copy is of use only if the node {@link isAt} the same point afterwards. */
  *copySteps(): Generator<undefined, LocalNode> {
    const { keyRing, accounts, settings } = this;
    const point = this.point();
    const chain = yield* this.chain.copySteps();
    const origin = (chain.blockAt(0) ?? chain.tip).block;
    const empty = new ChainState({ now: () => 0, scriptsAreChecked: () => false, origin });
    const watchers = new BlockWatchers((action) => action());
    const copy = new LocalNode({ keyRing, accounts, chain: empty }, settings, watchers);
    copy.chain.replaceWith(chain);
    copy.#goOnWith(point);
    return copy;
  }

  /** Replaces the state with that of another node, which is not to be used from then on. */
  replaceWith(other: LocalNode): void {
    this.keyRing = other.keyRing;
    this.accounts = other.accounts;
    this.chain.replaceWith(other.chain);
    this.#goOnWith(other.point());
  }

  #goOnWith({ mempool, instantLocks, settings }: NodePoint): void {
    this.forgetAbandoned();
    this.mempool.drain();
    for (const entry of mempool) this.mempool.add(entry);
    this.mempool.instantLocks = instantLocks;
    this.settings = settings;
    for (const listener of this.#restoredListeners) listener();
    this.#watchers.emit();
  }
}
