/**
 * Defines the size of the largest block in bytes.
 *
 * Source: `MaxBlockSize` in `src/consensus/consensus.h` of dashpay/dash.
 */
export const MAX_BLOCK_SIZE = 2_000_000;
