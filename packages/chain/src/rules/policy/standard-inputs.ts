import { classifyScript } from '../../primitives/script/classify-script.js';
import { evaluateScript } from '../../primitives/script/evaluate-script.js';
import { NO_SCRIPT_FLAGS } from '../../primitives/script/script-flags.js';
import { REJECTING_CHECKER } from '../../primitives/script/signature-checker.js';
import { scriptSigops } from './sigops.js';
import {
  isCoinbase,
  type Transaction,
  type TransactionOutput,
} from '../../primitives/transaction/transaction.js';
import { RELAY_LIMITS } from './relay-policy.js';

/**
 * Returns whether a transaction spends only outputs of known kinds, and redeems only scripts with few signature operations; Core
 * says "bad-txns-nonstandard-inputs" where it does not. `spentOutputs` are in the order of the inputs.
 *
 * Source: AreInputsStandard in `src/policy/policy.cpp`, dashpay/dash.
 */
export function inputsAreStandard(
  transaction: Transaction,
  spentOutputs: readonly Pick<TransactionOutput, 'scriptPubKey'>[],
): boolean {
  if (isCoinbase(transaction)) return true;
  return transaction.inputs.every(({ scriptSig }, index) => {
    const { type } = classifyScript(spentOutputs[index]?.scriptPubKey ?? new Uint8Array());
    return type === 'scripthash' ? redeemsFewOperations(scriptSig) : type !== 'nonstandard';
  });
}

function redeemsFewOperations(scriptSig: Uint8Array): boolean {
  const stack: Uint8Array[] = [];
  const evaluation = { script: scriptSig, stack, flags: NO_SCRIPT_FLAGS, checker: REJECTING_CHECKER };
  if (evaluateScript(evaluation) !== undefined) return false;
  const script = stack.at(-1);
  if (script === undefined) return false;
  return scriptSigops(script, { accurate: true }) <= RELAY_LIMITS.redeemedSigops;
}
