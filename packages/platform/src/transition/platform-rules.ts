import type { Network } from '../chain/block.js';
import type { CheckContract } from '../contract/check-contract.js';
import type { ContestRules } from '../contest/contest-rules.js';
import type { KeyOrder } from '../document/index-key.js';
import type { QueryQuirks } from '../query/plan-query.js';
import type { AggregateQuirks } from '../query/run-aggregate.js';

/** Selects defects of the network that the platform reproduces. */
export interface Quirks extends QueryQuirks, AggregateQuirks {
  /** Whether the upper half of unsigned integers sorts before the lower one in an index. Stays with a store. */
  readonly flipsUnsignedKeys?: boolean;
  /** Whether documents can be contested from epoch 4 on only. */
  readonly delaysContests?: boolean;
}

/** Describes the network, the protocol and the rules of a platform. */
export interface PlatformRules {
  readonly network: Network;
  /** 9 to the newest. */
  readonly protocolVersion: number;
  readonly contestRules: ContestRules;
  readonly keyOrder: KeyOrder;
  readonly quirks: Quirks;
  /** Judges the contracts of transitions. */
  readonly checkContract: CheckContract;
}
