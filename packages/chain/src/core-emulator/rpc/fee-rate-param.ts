import { readAmount } from './amount-param.js';

/** 0.10 DASH for 1,000 bytes. Source: `DEFAULT_MAX_RAW_TX_FEE_RATE` in `src/node/transaction.h` of dashpay/dash. */
const DEFAULT_RATE = 10_000_000n;

/**
 * Returns the highest fee rate that a call allows, in duffs for 1,000 bytes.
 *
 * @throws {NodeRejectionError} -3 if the value is not an amount
 */
export const readFeeRate = (value: unknown): bigint => (value === null ? DEFAULT_RATE : readAmount(value));
