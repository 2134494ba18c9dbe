/** Lists the networks of Dash by their prefixes: devnets are as regtest in everything here. */
export type NetworkName = 'mainnet' | 'testnet' | 'devnet' | 'regtest';

interface NetworkPrefixes {
  readonly publicKeyHash: number;
  readonly scriptHash: number;
  readonly privateKey: number;
}

const TEST_PREFIXES: NetworkPrefixes = { publicKeyHash: 140, scriptHash: 19, privateKey: 239 };

/**
 * Defines the first byte of what base58check spells on each network.
 *
 * Source: `base58Prefixes` in `src/chainparams.cpp` of dashpay/dash.
 */
export const NETWORK_PREFIXES: { readonly [N in NetworkName]: NetworkPrefixes } = {
  mainnet: { publicKeyHash: 76, scriptHash: 16, privateKey: 204 },
  testnet: TEST_PREFIXES,
  devnet: TEST_PREFIXES,
  regtest: TEST_PREFIXES,
};
