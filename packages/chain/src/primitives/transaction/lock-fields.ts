/**
 * Defines the threshold of lock times: lower ones are heights, others are seconds since the epoch. Source:
 * `src/script/script.h` of dashpay/dash.
 */
export const LOCK_TIME_THRESHOLD = 500_000_000;

/**
 * Defines the sequence number with which an input ignores the lock time. Source: `src/primitives/transaction.h` of
 * dashpay/dash.
 */
export const FINAL_SEQUENCE = 0xffffffff;

/**
 * Defines the bit of a sequence number that disables relative lock times (BIP-68). Source:
 * `src/primitives/transaction.h` of dashpay/dash.
 */
export const SEQUENCE_DISABLED = 0x80000000;
export const SEQUENCE_IS_TIME = 0x00400000;
/** Defines the bits of the number of blocks, or of units of 512 seconds. */
export const SEQUENCE_VALUE = 0x0000ffff;

/** Defines the first transaction version with relative lock times (BIP-68). */
export const RELATIVE_LOCK_VERSION = 2;
