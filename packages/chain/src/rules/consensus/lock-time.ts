import {
  FINAL_SEQUENCE,
  LOCK_TIME_THRESHOLD,
  RELATIVE_LOCK_VERSION,
  SEQUENCE_DISABLED,
  SEQUENCE_IS_TIME,
  SEQUENCE_VALUE,
} from '../../primitives/transaction/lock-fields.js';
import type { Transaction } from '../../primitives/transaction/transaction.js';

/** Seconds that a relative time counts in (BIP-68). Source: `src/primitives/transaction.h` of dashpay/dash. */
const SEQUENCE_GRANULARITY = 512;

/**
 * Returns whether a block at `height` may contain the transaction. `medianTime` is the median time past of the block before.
 *
 * Source: `IsFinalTx` in `src/consensus/tx_verify.cpp` of dashpay/dash.
 */
export function isFinal({ lockTime, inputs }: Transaction, height: number, medianTime: number): boolean {
  if (lockTime === 0) return true;
  if (lockTime < (lockTime < LOCK_TIME_THRESHOLD ? height : medianTime)) return true;
  return inputs.every((input) => input.sequence === FINAL_SEQUENCE);
}

/** Describes the block that a transaction is to be in, as far as relative lock times (BIP-68) depend on it. */
export interface SequenceContext {
  readonly height: number;
  /** The median time past of the block before it. */
  readonly medianTime: number;
  /** The median time past of the block before the one at a height. */
  readonly medianTimeBefore: (height: number) => number;
}

/**
 * Returns whether relative lock times (BIP-68) allow the transaction in a block.
 *
 * Source: `CalculateSequenceLocks` and `EvaluateSequenceLocks` in `src/consensus/tx_verify.cpp` of dashpay/dash.
 * @param coins one for each input, in their order; a coin of the mempool has the height of the next block
 */
export function isSequenceFinal(
  { version, inputs }: Transaction,
  coins: readonly { readonly height: number }[],
  { height, medianTime, medianTimeBefore }: SequenceContext,
): boolean {
  // Dash Core compares the version as an unsigned number.
  if (version >>> 0 < RELATIVE_LOCK_VERSION) return true;
  return inputs.every(({ sequence }, i) => {
    const coin = coins[i];
    if (coin === undefined || (sequence & SEQUENCE_DISABLED) !== 0) return true;
    const relative = sequence & SEQUENCE_VALUE;
    if ((sequence & SEQUENCE_IS_TIME) === 0) return coin.height + relative <= height;
    return medianTimeBefore(coin.height) + relative * SEQUENCE_GRANULARITY <= medianTime;
  });
}
