export { createDevNetwork } from './create-dev-network.js';
export {
  DevNetworkError,
  type CallParams,
  type DevNetwork,
  type DevNetworkOptions,
  type NetworkFee,
  type NetworkRejection,
} from './dev-network.js';
export type {
  DefineInvariants,
  Invariant,
  InvariantTools,
  Judgement,
  ObservedDocument,
  ObservedState,
} from '../attack/invariant/invariant.js';
export { withDevNetwork, type SharedDevNetwork } from './with-dev-network.js';
export type { FundedKey, NetworkAccount, NetworkIdentity } from '../platform/network-ready.js';
