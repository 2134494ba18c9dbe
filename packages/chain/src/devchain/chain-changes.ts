import { inTwoWays, runAtOnce, type Steps } from '../base/event-loop/in-turns.js';
import type { ChainBlock } from '../chain/block-tree/chain-block.js';
import { LARGE_BLOCK } from './accept-block.js';
import { scriptOfAddress } from './address-script.js';
import { blockContents, blockContentsSteps } from './block-contents.js';
import { readOptions } from './control-input.js';
import { ControlRejectedError } from './control-rejected-error.js';
import { MINE_OPTIONS, type MineOptions, type Reorganisation } from './dev-chain-options.js';
import { droppedLocks, hasDropped, NO_LOCKS, type DroppedLocks } from './dropped-locks.js';
import type { LocalNode } from './local-node.js';
import type { NodePoint } from './node-point.js';
import { changeInTurns, changeSteps, type NodeChange } from './node-change.js';
import type { LockSigner } from './lock-signer.js';
import { Snapshots } from './snapshots.js';

/** Lists the callbacks of changes. */
export interface ChangeListeners {
  /** Called with the locks that a change dropped, if there are any. */
  readonly dropped: (locks: DroppedLocks) => void;
  /** Called after a revert, which may have set another mining mode. */
  readonly reverted: () => void;
}

/** Changes the blocks of a development chain. Each method returns the steps of one change, to be run at once or in turns. */
export class ChainChanges {
  readonly snapshots = new Snapshots<NodePoint>();
  readonly #node: LocalNode;
  readonly #locks: LockSigner;
  readonly #listeners: ChangeListeners;

  constructor(node: LocalNode, locks: LockSigner, listeners: ChangeListeners) {
    this.#node = node;
    this.#locks = locks;
    this.#listeners = listeners;
  }

  /**
   * Mines blocks and returns their hashes. Each but the first begins after a turn, on the tip of that time.
   * @throws {ControlRejectedError} `invalid-count`, `invalid-address`, `unknown-transaction`
   * @throws {NodeRejectionError} -25 when a named transaction cannot be mined
   */
  *mine(count: number, options: MineOptions = {}): Steps<string[]> {
    const { to, transactions } = readOptions(options, MINE_OPTIONS);
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new ControlRejectedError('invalid-count', { expected: 'a number of blocks', found: count });
    }
    const script =
      to === undefined ? this.#node.keyRing.account('treasury', 0).scriptPubKey : scriptOfAddress(to);
    const hashes: string[] = [];
    for (let index = 0; index < count; index += 1) {
      if (index > 0) yield;
      const named = index === 0 ? transactions : transactions && [];
      hashes.push(named === undefined ? this.#mineWaiting(script) : yield* this.#mineNamed(script, named));
    }
    this.#locks.lockAutomatically();
    return hashes;
  }

  #mineWaiting(script: Uint8Array): string {
    this.#node.changeMasternodes();
    return this.#node.mine(script).hash;
  }

  *#mineNamed(script: Uint8Array, named: readonly string[]): Steps<string> {
    const isLarge = Array.isArray(named) && named.length >= LARGE_BLOCK;
    if (!isLarge) return yield* this.#mineSmall(script, named);
    return yield* inTwoWays(
      () => runAtOnce(this.#mineSmall(script, named)),
      () => this.#mineLarge(script, named),
    );
  }

  /** Mines a block of named transactions, after their scripts ran in steps. */
  *#mineSmall(script: Uint8Array, named: readonly string[]): Generator<undefined, string> {
    const scriptResults = yield* this.#node.scriptSteps(script, blockContents(named, this.#node));
    // Other work may have moved the chain in its turns.
    return this.#node.mine(script, blockContents(named, this.#node), scriptResults).hash;
  }

  /** Mines a block of many named transactions in turns, and returns its hash. The chain changes at once, when all is done. */
  async #mineLarge(script: Uint8Array, named: readonly string[]): Promise<string> {
    let hash = '';
    this.#node.automaticLocks.renew();
    await changeInTurns(this.#node, () => ({
      dropped: NO_LOCKS,
      *steps(node) {
        ({ hash } = yield* node.mineSteps(script, yield* blockContentsSteps(named, node)));
      },
    }));
    this.#node.release();
    return hash;
  }

  /**
   * Disconnects the last `depth` blocks and mines one more on another branch.
   * @throws {ControlRejectedError} `invalid-depth`
   */
  *reorganise(depth: number): Steps<Reorganisation> {
    const dropped = yield* this.#change(() => this.#invalidating(this.#firstOf(depth)));
    return { hashes: yield* this.mine(depth + 1), droppedLocks: dropped };
  }

  /** Returns the first of the last `depth` blocks. @throws {ControlRejectedError} `invalid-depth` */
  #firstOf(depth: number): ChainBlock {
    const { height } = this.#node.chain.tip;
    const first = Number.isSafeInteger(depth) ? this.#node.chain.blockAt(height - depth + 1) : undefined;
    if (depth >= 1 && first?.previous !== undefined) return first;
    throw new ControlRejectedError('invalid-depth', {
      expected: `a depth of 1 to ${height}`,
      found: depth,
    });
  }

  /**
   * Declares a block invalid, with all its descendants, and returns the dropped locks.
   * @throws {ControlRejectedError} `unknown-block`; `genesis-block`
   */
  invalidate(hash: string): Steps<DroppedLocks> {
    return this.#change(() => this.#invalidating(this.#blockAboveGenesis(hash)));
  }

  #blockAboveGenesis(hash: string): ChainBlock {
    const block = this.#block(hash);
    if (block.previous !== undefined) return block;
    throw new ControlRejectedError('genesis-block', {
      expected: 'a block above the genesis block',
      found: hash,
    });
  }

  #invalidating(block: ChainBlock): NodeChange {
    const isInBestChain = this.#node.chain.isInBestChain(block);
    const locks = isInBestChain ? this.#locks.droppingLocksAbove(block.height - 1) : undefined;
    return {
      *steps(node) {
        locks?.drop(node);
        yield* node.chain.invalidateSteps(block);
        yield* node.settleSteps();
      },
      dropped: locks?.dropped ?? NO_LOCKS,
    };
  }

  /**
   * Undoes that a block is invalid, its ancestors and its descendants.
   * @throws {ControlRejectedError} `unknown-block`
   */
  reconsider(hash: string): Steps<DroppedLocks> {
    return this.#change(() => reconsidering(this.#block(hash)));
  }

  /**
   * Reverts the chain to a snapshot and returns the dropped locks. The snapshot and all later ones are removed.
   * @throws {ControlRejectedError} `unknown-snapshot`
   */
  *revert(id: number): Steps<DroppedLocks> {
    const point = this.snapshots.takeOut(id);
    const dropped = yield* this.#change(() => this.#reverting(point));
    this.#listeners.reverted();
    return dropped;
  }

  #reverting(point: NodePoint): NodeChange {
    const { chain, mempool } = this.#node;
    const { chainLock } = chain;
    const isDropped = chainLock !== undefined && point.chain.chainLock?.hash !== chainLock.hash;
    const dropped = droppedLocks({
      chainLock: isDropped ? chainLock : undefined,
      before: mempool.instantLocks,
      after: point.instantLocks,
    });
    return { steps: (node) => node.restoreSteps(point), dropped };
  }

  *#change(plan: () => NodeChange): Steps<DroppedLocks> {
    const dropped = yield* changeSteps(this.#node, plan);
    if (hasDropped(dropped)) this.#listeners.dropped(dropped);
    return dropped;
  }

  #block(hash: string): ChainBlock {
    const block = this.#node.chain.block(hash);
    if (block !== undefined) return block;
    throw new ControlRejectedError('unknown-block', {
      expected: 'the hash of a known block, in the best chain or another branch',
      found: hash,
    });
  }
}

function reconsidering(block: ChainBlock): NodeChange {
  return {
    *steps(node) {
      yield* node.chain.reconsiderSteps(block);
      yield* node.settleSteps();
    },
    dropped: NO_LOCKS,
  };
}
