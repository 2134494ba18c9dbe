import type { BlockEvent } from '../../layer1/layer1.js';
import type { Transaction } from '../../primitives/transaction/transaction.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import type { SizedBlock } from '../../rules/consensus/sized-block.js';
import type { ChainBlock } from '../block-tree/chain-block.js';
import {
  blockScriptSteps,
  NO_SCRIPT_RESULTS,
  type BlockScriptResults,
  type ScriptSpend,
} from './block-scripts.js';
import { branchSpendSteps } from './branch-scripts.js';
import { isBesideLock, type ChainData } from './chain-data.js';
import { connectBlockSteps } from './connect-block.js';

/** Lists the options of an activation. */
export interface ActivationOptions {
  /** Transactions whose scripts were checked already, with rules no laxer than a block's. */
  readonly scriptsAreChecked: (txid: string) => boolean;
  /** Returns whether a transaction spends what an InstantSend lock gives to another; none does where it is not given. */
  readonly conflictsWithLock?: (transaction: Transaction) => boolean;
}

/** Switches the best chain to another branch, whose blocks are checked whole when they are connected for the first time. */
export class Activation {
  readonly #data: ChainData;
  readonly #options: ActivationOptions;
  readonly #announce: (kind: BlockEvent['kind'], blocks: readonly ChainBlock[]) => void;

  /** @param announce called with the blocks that left and joined the best chain, once it is complete */
  constructor(
    data: ChainData,
    options: ActivationOptions,
    announce: (kind: BlockEvent['kind'], blocks: readonly ChainBlock[]) => void,
  ) {
    this.#data = data;
    this.#options = options;
    this.#announce = announce;
  }

  /** Switches to the branch with the most work. Source: `CChainState::ActivateBestChain` in `src/validation.cpp` of dashpay/dash. */
  *bestSteps(): Generator<undefined, void> {
    const isEligible = (block: ChainBlock): boolean => !isBesideLock(this.#data, block);
    const nextBest = (): ChainBlock => this.#data.known.best(isEligible);
    for (let best = nextBest(); best !== this.#data.best.tip; best = nextBest()) {
      try {
        yield* this.steps(best);
      } catch (error) {
        if (!(error instanceof RejectionError)) throw error;
      }
    }
  }

  /**
   * Makes `target` the tip: disconnects blocks down to the last common one, then connects. All or nothing; events
   * follow when all is done.
   * @throws {RejectionError} with Dash Core's reject reason
   */
  *steps(target: ChainBlock, scriptResults?: BlockScriptResults): Generator<undefined, void> {
    const { best } = this.#data;
    const branch = best.branchTo(target);
    const forkHeight = target.height - branch.length;
    const abandoned = yield* best.retreatSteps(forkHeight);
    try {
      for (const block of branch) {
        const results = scriptResults ?? (yield* this.#ownScriptSteps(block));
        yield* this.rejectionSteps(block, this.#connectSteps(block, results));
        yield;
      }
    } catch (error) {
      best.retreat(forkHeight);
      for (const former of abandoned.toReversed()) best.append(former);
      throw error;
    }
    this.#announce('disconnected', abandoned);
    this.#announce('connected', branch);
  }

  /** Returns the scripts that were not run yet of a block and its branch, in steps. */
  *spendSteps(block: SizedBlock, previous: ChainBlock): Generator<undefined, ScriptSpend[]> {
    const spends = yield* branchSpendSteps(block, previous, this.#data.best);
    return spends.filter(({ subject }) => !this.#options.scriptsAreChecked(subject.txid));
  }

  /** Runs a check in steps; where it rejects the block, the block stays rejected. */
  *rejectionSteps(block: ChainBlock, check: Generator<undefined, void>): Generator<undefined, void> {
    try {
      yield* check;
    } catch (error) {
      if (error instanceof RejectionError) this.#data.known.reject(block, error.reason);
      throw error;
    }
  }

  *#connectSteps(block: ChainBlock, scriptResults: BlockScriptResults): Generator<undefined, void> {
    const { known, best } = this.#data;
    if (block.connected === undefined) {
      const state = yield* connectBlockSteps(block, {
        coins: best.coins,
        blockWith: (hash) => {
          const found = known.get(hash);
          return found && best.has(found) ? found : undefined;
        },
        scriptsAreChecked: this.#options.scriptsAreChecked,
        scriptResults,
        conflictsWithLock: this.#options.conflictsWithLock ?? (() => false),
      });
      block.connect(state);
    }
    yield* best.appendSteps(block);
  }

  /** Runs the scripts of a block on the tip in steps; none of one that was connected before. */
  *#ownScriptSteps(block: ChainBlock): Generator<undefined, BlockScriptResults> {
    if (block.connected !== undefined) return NO_SCRIPT_RESULTS;
    return yield* blockScriptSteps(yield* this.spendSteps(block.block, block.previous ?? block));
  }
}
