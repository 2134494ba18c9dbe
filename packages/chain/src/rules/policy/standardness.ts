import { classifyScript, type ClassifiedScript } from '../../primitives/script/classify-script.js';
import { isPushOnly } from '../../primitives/script/script-shape.js';
import {
  encodeTransaction,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
} from '../../primitives/transaction/transaction.js';
import { isDust } from './dust.js';
import { DEFAULT_RELAY_POLICY, RELAY_LIMITS, type RelayPolicy } from './relay-policy.js';

/** Lists the reasons why a transaction is not standard, in Dash Core's words. */
export type StandardnessProblem =
  | 'version'
  | 'tx-size'
  | 'scriptsig-size'
  | 'scriptsig-not-pushonly'
  | 'scriptpubkey'
  | 'bare-multisig'
  | 'dust'
  | 'multi-op-return';

/**
 * Returns the first reason why a transaction is not standard, regardless of the outputs it spends; undefined where it is.
 *
 * Source: IsStandardTx in `src/policy/policy.cpp`, dashpay/dash.
 */
export function standardnessProblem(
  transaction: Transaction,
  policy: RelayPolicy = DEFAULT_RELAY_POLICY,
): StandardnessProblem | undefined {
  const { version, inputs, outputs } = transaction;
  const { lowest, highest } = RELAY_LIMITS.versions;
  if (version < lowest || version > highest) return 'version';
  if (encodeTransaction(transaction).length >= RELAY_LIMITS.transactionSize) return 'tx-size';
  const scripts = outputs.map(({ scriptPubKey }) => classifyScript(scriptPubKey));
  return (
    firstProblem(inputs, inputProblem) ??
    firstProblem(outputs, (output, index) => outputProblem(output, scripts[index], policy)) ??
    (scripts.filter(({ type }) => type === 'nulldata').length > 1 ? 'multi-op-return' : undefined)
  );
}

/** Returns whether a transaction is so small that no node relays it ("tx-size-small"): it could be taken for a merkle tree node. */
export function isTooSmallToRelay(transaction: Transaction): boolean {
  return encodeTransaction(transaction).length < RELAY_LIMITS.minTransactionSize;
}

/** Returns whether an output's script is of a kind that is relayed. Source: IsStandard in `src/policy/policy.cpp`. */
export function isStandardOutputScript(
  script: Uint8Array,
  policy: RelayPolicy = DEFAULT_RELAY_POLICY,
): boolean {
  return isStandardScript(script, classifyScript(script), policy);
}

function isStandardScript(script: Uint8Array, classified: ClassifiedScript, policy: RelayPolicy): boolean {
  if (classified.type === 'multisig') return classified.publicKeys.length <= RELAY_LIMITS.multisigKeys;
  if (classified.type === 'nulldata')
    return policy.acceptDataCarrier && script.length <= policy.dataCarrierBytes;
  return classified.type !== 'nonstandard';
}

function inputProblem({ scriptSig }: TransactionInput): StandardnessProblem | undefined {
  if (scriptSig.length > RELAY_LIMITS.scriptSigSize) return 'scriptsig-size';
  return isPushOnly(scriptSig) ? undefined : 'scriptsig-not-pushonly';
}

function outputProblem(
  output: TransactionOutput,
  classified: ClassifiedScript | undefined,
  policy: RelayPolicy,
): StandardnessProblem | undefined {
  if (classified === undefined || !isStandardScript(output.scriptPubKey, classified, policy))
    return 'scriptpubkey';
  if (classified.type === 'nulldata') return undefined;
  if (classified.type === 'multisig' && !policy.permitBareMultisig) return 'bare-multisig';
  return isDust(output, policy.dustRelayFee) ? 'dust' : undefined;
}

function firstProblem<T>(
  items: readonly T[],
  problemOf: (item: T, index: number) => StandardnessProblem | undefined,
): StandardnessProblem | undefined {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
