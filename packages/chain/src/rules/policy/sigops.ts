import {
  isCoinbase,
  type Transaction,
  type TransactionOutput,
} from '../../primitives/transaction/transaction.js';
import { isSmallInteger, OPCODES, smallInteger } from '../../primitives/script/opcodes.js';
import { SCRIPT_LIMITS } from '../../primitives/script/script-limits.js';
import { ScriptReader } from '../../primitives/script/script-reader.js';
import { isPayToScriptHash } from '../../primitives/script/script-shape.js';

const SINGLE_CHECKS: ReadonlySet<number> = new Set([OPCODES.OP_CHECKSIG, OPCODES.OP_CHECKSIGVERIFY]);
const MULTIPLE_CHECKS: ReadonlySet<number> = new Set([
  OPCODES.OP_CHECKMULTISIG,
  OPCODES.OP_CHECKMULTISIGVERIFY,
]);

/**
 * Returns the signature operations in a script, up to its first malformed push. A multisig counts as 20; with `accurate` as the
 * number of its keys, where that is right before it. OP_CHECKDATASIG does not count.
 *
 * Source: CScript::GetSigOpCount in `src/script/script.cpp`, dashpay/dash.
 */
export function scriptSigops(script: Uint8Array, { accurate }: { readonly accurate: boolean }): number {
  const reader = new ScriptReader(script);
  let count = 0;
  let previous = -1;
  while (reader.next()) {
    const { opcode } = reader;
    if (SINGLE_CHECKS.has(opcode)) count += 1;
    if (MULTIPLE_CHECKS.has(opcode)) count += accurate ? multisigKeys(previous) : SCRIPT_LIMITS.multisigKeys;
    previous = opcode;
  }
  return count;
}

/**
 * Returns the signature operations of the script that `scriptSig` pushes last, where the output pays to a script hash; those of
 * the output's script itself where it does not. None where `scriptSig` does anything but push.
 */
export function spentSigops(scriptPubKey: Uint8Array, scriptSig: Uint8Array): number {
  if (!isPayToScriptHash(scriptPubKey)) return scriptSigops(scriptPubKey, { accurate: true });
  const reader = new ScriptReader(scriptSig);
  while (!reader.atEnd) {
    if (!reader.next() || reader.opcode > OPCODES.OP_16) return 0;
  }
  return scriptSigops(reader.data, { accurate: true });
}

/**
 * Returns the signature operations of a transaction itself, as they count towards the limit of a block.
 *
 * Source: GetLegacySigOpCount in `src/consensus/tx_verify.cpp`, dashpay/dash.
 */
export function legacySigops({ inputs, outputs }: Pick<Transaction, 'inputs' | 'outputs'>): number {
  const scripts = [
    ...inputs.map(({ scriptSig }) => scriptSig),
    ...outputs.map(({ scriptPubKey }) => scriptPubKey),
  ];
  return scripts.reduce((sum, script) => sum + scriptSigops(script, { accurate: false }), 0);
}

/**
 * Returns all signature operations of a transaction: its own and those of the scripts it redeems by their hash. `spentOutputs` are
 * the outputs its inputs spend, in the same order; for a coinbase they are ignored.
 *
 * Source: GetTransactionSigOpCount in `src/consensus/tx_verify.cpp`, dashpay/dash.
 */
export function transactionSigops(
  transaction: Transaction,
  spentOutputs: readonly Pick<TransactionOutput, 'scriptPubKey'>[],
): number {
  const own = legacySigops(transaction);
  if (isCoinbase(transaction)) return own;
  return transaction.inputs.reduce((sum, { scriptSig }, index) => {
    const scriptPubKey = spentOutputs[index]?.scriptPubKey;
    if (scriptPubKey === undefined || !isPayToScriptHash(scriptPubKey)) return sum;
    return sum + spentSigops(scriptPubKey, scriptSig);
  }, own);
}

function multisigKeys(previous: number): number {
  return isSmallInteger(previous) ? smallInteger(previous) : SCRIPT_LIMITS.multisigKeys;
}
