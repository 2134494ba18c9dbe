import type { ChainState } from '../chain/chainstate/chain-state.js';
import type { ChainLock } from '../layer1/layer1.js';
import type { Account, KeyRing } from './keys.js';

/** Describes the chain that a development chain begins with, to be copied. */
export interface ChainOrigin {
  readonly keyRing: KeyRing;
  /** The funded ones. */
  readonly accounts: readonly Account[];
  readonly chain: ChainState;
  /** ChainLock of the tip, where it is known. */
  readonly chainLock?: ChainLock | undefined;
}
