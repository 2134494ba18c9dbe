/** Which chain a contract is for. */
export type Network = 'mainnet' | 'testnet' | 'devnet' | 'regtest';

/** The shortest intervals at which tokens may be given out. */
export interface ShortestIntervals {
  readonly blocks: bigint;
  readonly milliseconds: bigint;
}

/**
 * What differs from network to network.
 *
 * Source: `packages/rs-dpp/src/data_contract/associated_token/token_perpetual_distribution/reward_distribution_type` in
 * dashpay/platform.
 */
export const SHORTEST_INTERVALS: ReadonlyMap<Network, ShortestIntervals> = new Map<
  Network,
  ShortestIntervals
>([
  ['mainnet', { blocks: 100n, milliseconds: 3_600_000n }],
  ['testnet', { blocks: 5n, milliseconds: 600_000n }],
  ['devnet', { blocks: 2n, milliseconds: 60_000n }],
  ['regtest', { blocks: 1n, milliseconds: 60_000n }],
]);
