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

/** Where an input's coin stands, for BIP-68. */
export interface CoinPlace {
  readonly height: number;
  /** The median time past of the block before the coin's. */
  readonly medianTimeBefore: number;
}

/**
 * Whether relative lock times (BIP-68) allow the transaction in a block at `height`.
 *
 * Source: `CalculateSequenceLocks` and `EvaluateSequenceLocks` in `src/consensus/tx_verify.cpp` of dashpay/dash.
 * @param places one for each input, in their order
 * @param medianTime the median time past of the block before
 */
export function isSequenceFinal(
  { version, inputs }: Transaction,
  places: readonly CoinPlace[],
  height: number,
  medianTime: number,
): boolean {
  if (version >= 0 && version < 2) return true;
  return inputs.every(({ sequence }, i) => {
    const place = places[i];
    if (place === undefined || (sequence & SEQUENCE_DISABLED) !== 0) return true;
    const relative = sequence & SEQUENCE_MASK;
    if ((sequence & SEQUENCE_IS_TIME) === 0) return place.height + relative <= height;
    return place.medianTimeBefore + relative * SEQUENCE_GRANULARITY <= medianTime;
  });
}
