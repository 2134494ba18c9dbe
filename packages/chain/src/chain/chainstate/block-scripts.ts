import type { Coin } from '../../rules/consensus/coin.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { scriptRejectionSteps } from '../../rules/policy/script-rejection.js';
import { BLOCK_SCRIPT_FLAGS } from '../../primitives/script/script-flags.js';

/** Describes a transaction of a block, and the coins that its scripts spend. */
export interface ScriptSpend {
  readonly subject: SizedTransaction;
  /** In the order of its inputs. */
  readonly coins: readonly Coin[];
}

/**
 * Maps the id of a transaction to the reject reason of its scripts, `undefined` where they pass the rules of a block. A
 * result is valid on every branch: an id covers the scripts of a transaction, and its inputs name the transactions with
 * the scripts of the coins.
 */
export type BlockScriptResults = ReadonlyMap<string, string | undefined>;

/** Lists the results where no script was run before. */
export const NO_SCRIPT_RESULTS: BlockScriptResults = new Map();

/** Runs scripts by the rules of a block, in steps of a few inputs; the first transaction that fails is the last one. */
export function* blockScriptSteps(spends: readonly ScriptSpend[]): Generator<undefined, BlockScriptResults> {
  const results = new Map<string, string | undefined>();
  for (const { subject, coins } of spends) {
    const { txid, transaction } = subject;
    const rejection = yield* scriptRejectionSteps({ transaction, spentOutputs: coins }, BLOCK_SCRIPT_FLAGS);
    results.set(txid, rejection);
    if (rejection !== undefined) break;
    yield;
  }
  return results;
}
