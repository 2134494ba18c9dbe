import type { NetworkName } from '@dapikit/chain/browser';

/**
 * Lists the addresses that a first start asks on public networks; after it the verified masternode list has all others. As of November 2026.
 *
 * Source: the seeds of dapi-client in dashpay/platform.
 */
const SEEDS: Readonly<Partial<Record<NetworkName, readonly string[]>>> = {
  mainnet: [1, 2, 3, 4].map((number) => `https://seed-${number}.mainnet.networks.dash.org`),
  testnet: [1, 2, 3, 4, 5].map((number) => `https://seed-${number}.testnet.networks.dash.org:1443`),
};

/** Returns the seeds of a network; none for one that is not public. */
export function seedsOf(network: NetworkName): readonly string[] {
  return SEEDS[network] ?? [];
}
