import type { ChainState } from '../chain/chainstate/chain-state.js';
import type { Mempool } from '../chain/mempool/mempool.js';
import type { ChainSettings } from './chain-settings.js';
import type { Delays } from './delays.js';
import type { KeyRing } from './keys.js';

/** Parts of a development chain, which its node puts together. */
export interface ChainParts {
  readonly keyRing: KeyRing;
  readonly chain: ChainState;
  readonly mempool: Mempool;
  settings: ChainSettings;
  /** Delays of transactions that a fault holds up. */
  readonly delays: Delays;
}
