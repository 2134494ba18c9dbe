/** Lock times below are heights, from here on seconds since the epoch. Source: `src/script/script.h` of dashpay/dash. */
export const LOCK_TIME_THRESHOLD = 500_000_000;

/** An input with this sequence number ignores the lock time. Source: `src/primitives/transaction.h` of dashpay/dash. */
export const FINAL_SEQUENCE = 0xffffffff;

/** BIP-68: the bits of a sequence number. Source: `src/primitives/transaction.h` of dashpay/dash. */
export const SEQUENCE_DISABLED = 0x80000000;
export const SEQUENCE_IS_TIME = 0x00400000;
/** The bits of the number of blocks, or of units of 512 seconds. */
export const SEQUENCE_VALUE = 0x0000ffff;

/** BIP-68 applies from this transaction version on. */
export const RELATIVE_LOCK_VERSION = 2;
