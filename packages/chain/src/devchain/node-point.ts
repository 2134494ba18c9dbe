import type { ChainPoint } from '../chain/chainstate/chain-point.js';
import type { InstantLocks } from '../chain/mempool/instant-locks.js';
import type { MempoolEntry } from '../chain/mempool/mempool-entry.js';
import type { ChainSettings } from './chain-settings.js';

/** Describes the complete state of a development chain at one time, to restore it. */
export interface NodePoint {
  readonly chain: ChainPoint;
  readonly mempool: readonly MempoolEntry[];
  readonly instantLocks: InstantLocks;
  readonly settings: ChainSettings;
}
