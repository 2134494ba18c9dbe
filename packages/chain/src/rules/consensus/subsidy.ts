import { DUFFS_PER_DASH, REGTEST } from './regtest.js';

/*
 * What a block may create, and who has a share in it.
 * Source: `GetBlockSubsidyHelper` in `src/validation.cpp` and `src/masternode/payments.cpp` of dashpay/dash.
 */

const EARLY_SUBSIDY = 500n * DUFFS_PER_DASH;
const SUBSIDY = 5n * DUFFS_PER_DASH;
/** At each interval the subsidy shrinks by this part of itself. */
const SHRINKING_PART = 14n;
/** The part of the subsidy that is set aside for superblocks. */
const BUDGET_PART = 5n;

/** Returns the subsidy of a block at `height`, in duffs: the whole of it without the part set aside for superblocks. */
export function blockSubsidy(height: number): bigint {
  let subsidy = height < REGTEST.specialTransactionsHeight ? EARLY_SUBSIDY : SUBSIDY;
  const { subsidyHalvingInterval } = REGTEST;
  for (let at = subsidyHalvingInterval; at < height; at += subsidyHalvingInterval) {
    subsidy -= subsidy / SHRINKING_PART;
  }
  return height < REGTEST.firstSuperblockBudgetHeight ? subsidy : subsidy - subsidy / BUDGET_PART;
}

/** Returns the platform's share, in duffs: it goes into the credit pool. Fees have no part in it. */
export function platformReward(height: number): bigint {
  if (height < REGTEST.specialTransactionsHeight) return 0n;
  return (masternodeShare(blockSubsidy(height)) * 375n) / 1000n;
}

/** Returns the reward of the paid masternode in duffs, including the share of its operator. */
export function masternodeReward(height: number, fees: bigint): bigint {
  if (height < REGTEST.specialTransactionsHeight) return 0n;
  return masternodeShare(blockSubsidy(height) + fees) - platformReward(height);
}

function masternodeShare(value: bigint): bigint {
  return (value * 3n) / 4n;
}
