import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { ZERO_HASH } from '../../base/bytes/hex.js';
import { REGTEST } from '../../rules/consensus/regtest.js';

/** Returns a diff of masternode lists as a node shows it: that to a block below the first special transactions does not name the block. */
export const asNodeShows = (diff: object, { height }: ChainBlock): object =>
  height < REGTEST.specialTransactionsHeight ? { ...diff, blockHash: ZERO_HASH } : diff;
