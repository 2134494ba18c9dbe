import { NETWORKS, type NetworkName, type NetworkParameters } from '@dapikit/chain';
import { oneOf, option } from '../program/option.js';

const NAMES: readonly NetworkName[] = ['mainnet', 'testnet', 'devnet', 'regtest'];

/** Selects a network. */
export const networkOption = option<NetworkParameters | undefined>({
  flag: 'network',
  value: 'name',
  about: `${NAMES.join(', ')}; by default the one that the data are of`,
  default: undefined,
  read: (text, name) => NETWORKS[oneOf(NAMES)(text, name)],
});
