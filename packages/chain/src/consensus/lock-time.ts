import type { Transaction } from '../transaction/transaction.js';

/** Lock times below are heights, from here on seconds since the epoch. Source: `src/script/script.h` of dashpay/dash. */
const LOCK_TIME_THRESHOLD = 500_000_000;
const SEQUENCE_FINAL = 0xffffffff;

/** BIP-68: the bits of a sequence number. Source: `src/primitives/transaction.h` of dashpay/dash. */
const SEQUENCE_DISABLED = 0x80000000;
const SEQUENCE_IS_TIME = 0x00400000;
const SEQUENCE_MASK = 0x0000ffff;
const SEQUENCE_GRANULARITY = 512;

/**
 * Whether a block at `height` may hold the transaction. `medianTime` is the median time past of the block before.
 *
 * Source: `IsFinalTx` in `src/consensus/tx_verify.cpp` of dashpay/dash.
 */
export function isFinal({ lockTime, inputs }: Transaction, height: number, medianTime: number): boolean {
  if (lockTime === 0) return true;
  if (lockTime < (lockTime < LOCK_TIME_THRESHOLD ? height : medianTime)) return true;
  return inputs.every((input) => input.sequence === SEQUENCE_FINAL);
}

/** The block that a transaction is to be in, as far as relative lock times (BIP-68) depend on it. */
export interface SequenceContext {
  readonly height: number;
  /** The median time past of the block before it. */
  readonly medianTime: number;
  /** The median time past of the block before the one at a height. */
  readonly medianTimeBefore: (height: number) => number;
}

/**
 * Whether relative lock times (BIP-68) allow the transaction in a block.
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
  if (version >= 0 && version < 2) return true;
  return inputs.every(({ sequence }, i) => {
    const coin = coins[i];
    if (coin === undefined || (sequence & SEQUENCE_DISABLED) !== 0) return true;
    const relative = sequence & SEQUENCE_MASK;
    if ((sequence & SEQUENCE_IS_TIME) === 0) return coin.height + relative <= height;
    return medianTimeBefore(coin.height) + relative * SEQUENCE_GRANULARITY <= medianTime;
  });
}
