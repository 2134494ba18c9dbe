import { NETWORKS } from '../../primitives/network/network-parameters.js';
import { MAX_BLOCK_SIZE } from '../../primitives/block/max-block-size.js';

/**
 * Lists the consensus parameters of Dash Core 23.1.2 in regtest mode with no arguments.
 *
 * Amounts are in duffs, times in seconds. A feature with an activation height applies to blocks of that height and above.
 * Source: `CRegTestParams` in `src/chainparams.cpp`, `src/llmq/params.h` and `src/consensus/consensus.h` of dashpay/dash.
 */
export const REGTEST = {
  /** The easiest target, and the only one: regtest never retargets. */
  bits: 0x207fffff,
  targetSpacing: 150,
  maxFutureTime: 7200,
  medianTimeSpan: 11,
  coinbaseMaturity: 100,
  maxBlockSize: MAX_BLOCK_SIZE,
  maxBlockSigops: 40_000,
  maxTransactionSize: 100_000,
  maxExtraPayloadSize: 10_000,
  /** DIP-3, V20 and MN_RR: special transactions, the credit pool and the platform's share of the subsidy. */
  specialTransactionsHeight: NETWORKS.regtest.heights.dip3,
  /** From here a coinbase must pay the masternode whose turn it is. */
  payeeEnforcementHeight: 500,
  /** The V22 rule on withdrawals from the credit pool. */
  withdrawalsHeight: NETWORKS.regtest.heights.withdrawals,
  /** Before it, so many blocks share a limit of withdrawals. */
  creditPoolPeriod: 100,
  subsidyHalvingInterval: 150,
  firstSuperblockBudgetHeight: 1002,
  /** A masternode is confirmed by the block that comes this many after the one that registered it. */
  masternodeConfirmations: 1,
  /** The BIP-9 test deployment: type 102 quorums exist once it is active. */
  /** The fork that masternodes signal; miners vote for it in windows of blocks. */
  v24: { bit: 12, window: 250, threshold: 200, minThreshold: 150, falloff: 5 },
  testDummy: { bit: 28, window: 144, threshold: 108 },
  regularCollateral: 1000n * 100_000_000n,
  evolutionCollateral: 4000n * 100_000_000n,
  mainnetPort: NETWORKS.mainnet.ports.core,
} as const;

/** Duffs in a DASH. */
export const DUFFS_PER_DASH = 100_000_000n;

/** Defines the largest amount. Source: `src/consensus/amount.h` of dashpay/dash. */
export const MAX_MONEY = 21_000_000n * DUFFS_PER_DASH;

/** Returns whether an amount of duffs is one that can exist. */
export function isMoney(amount: bigint): boolean {
  return amount >= 0n && amount <= MAX_MONEY;
}
