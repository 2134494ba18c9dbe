import type { Network } from '../block.js';
import type { ContestRules } from '../contest/contest-rules.js';
import type { KeyOrder } from '../document/index-key.js';
import type { QueryQuirks } from '../query/plan-query.js';
import type { TotalQuirks } from '../totals/run-total.js';

/** What a platform is to share with the network, although it is a defect there. */
export interface Quirks extends QueryQuirks, TotalQuirks {
  /** Whether the upper half of unsigned integers sorts before the lower one in an index. Stays with a store. */
  readonly flipsUnsignedKeys?: boolean;
  /** Whether documents can be contested from epoch 4 on only. */
  readonly delaysContests?: boolean;
}

/** What all operations of a platform hold to. */
export interface Terms {
  readonly network: Network;
  /** 9 to 13. */
  readonly protocolVersion: number;
  readonly contests: ContestRules;
  readonly order: KeyOrder;
  readonly quirks: Quirks;
}
