import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { isUnspendable } from '../../primitives/script/script-shape.js';
import type { TransactionOutput } from '../../primitives/transaction/transaction.js';
import { feeAtRate } from './fee-rate.js';
import { DEFAULT_RELAY_POLICY } from './relay-policy.js';

/** The bytes of the input that would spend the output, as Core estimates them. */
const SPENDING_INPUT_SIZE = 148;

/**
 * Returns the minimum value, in duffs, that an output with this script must have not to be dust: 546 for a public key hash at the
 * default rate, 0 for one that can never be spent.
 *
 * Source: GetDustThreshold in `src/policy/policy.cpp`, dashpay/dash.
 */
export function dustThreshold(
  scriptPubKey: Uint8Array,
  dustRelayFee = DEFAULT_RELAY_POLICY.dustRelayFee,
): bigint {
  if (isUnspendable(scriptPubKey)) return 0n;
  const size = new ByteWriter().u64(0n).varBytes(scriptPubKey).toBytes().length;
  return feeAtRate(dustRelayFee, size + SPENDING_INPUT_SIZE);
}

/** Returns whether an output is worth less than it costs to spend. */
export function isDust(output: TransactionOutput, dustRelayFee = DEFAULT_RELAY_POLICY.dustRelayFee): boolean {
  return output.value < dustThreshold(output.scriptPubKey, dustRelayFee);
}
