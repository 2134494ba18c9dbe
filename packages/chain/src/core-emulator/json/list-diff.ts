import type { ChainBlock } from '../../block-tree/chain-block.js';
import { ZERO_HASH } from '../../bytes/hex.js';
import { REGTEST } from '../../consensus/regtest.js';

/** Returns a diff of masternode lists as a node shows it: that to a block below the first special transactions does not name the block. */
export const asNodeShows = (diff: object, { height }: ChainBlock): object =>
  height < REGTEST.specialTransactionsHeight ? { ...diff, blockHash: ZERO_HASH } : diff;
