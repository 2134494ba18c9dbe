import { RejectionError } from '../../rules/consensus/rejection-error.js';
import type { SizedBlock } from '../../rules/consensus/sized-block.js';
import type { ChainBlock } from '../block-tree/chain-block.js';
import type { ActiveChain } from './active-chain.js';
import type { ScriptSpend } from './block-scripts.js';
import { BlockView } from './block-view.js';
import { transactionSteps } from './connect-block.js';

/** Returns the scripts that were not run yet of a block and its branch, up to the first transaction that another rule rejects. The best chain is unchanged at the end. */
export function* branchSpendSteps(
  block: SizedBlock,
  previous: ChainBlock,
  best: ActiveChain,
): Generator<undefined, ScriptSpend[]> {
  const branch = best.branchTo(previous);
  const forkHeight = previous.height - branch.length;
  const spends: ScriptSpend[] = [];
  const abandoned = best.retreat(forkHeight);
  const view = new BlockView(best.coins, forkHeight + 1);
  try {
    for (const known of branch) {
      yield* transactionSteps(known, known.previous ?? previous, view, (spend) => {
        if (known.connected === undefined) spends.push(spend);
      });
      view.goOn();
    }
    const whole = { block, height: previous.height + 1 };
    yield* transactionSteps(whole, previous, view, (spend) => spends.push(spend));
  } catch (error) {
    if (!(error instanceof RejectionError)) throw error;
  }
  for (const former of abandoned.toReversed()) best.append(former);
  return spends;
}
