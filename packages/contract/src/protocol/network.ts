/** Names the network of a contract. */
export type Network = 'mainnet' | 'testnet' | 'devnet' | 'regtest';

/** Holds the minimum intervals of token distributions. */
export interface MinIntervals {
  readonly blocks: bigint;
  readonly milliseconds: bigint;
}

/**
 * Lists the minimum intervals by network.
 *
 * Source: `packages/rs-dpp/src/data_contract/associated_token/token_perpetual_distribution/reward_distribution_type`
 * in dashpay/platform.
 */
export const MIN_INTERVALS: ReadonlyMap<Network, MinIntervals> = new Map<Network, MinIntervals>([
  ['mainnet', { blocks: 100n, milliseconds: 3_600_000n }],
  ['testnet', { blocks: 5n, milliseconds: 600_000n }],
  ['devnet', { blocks: 2n, milliseconds: 60_000n }],
  ['regtest', { blocks: 1n, milliseconds: 60_000n }],
]);
