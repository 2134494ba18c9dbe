import type { Network } from '../chain/block.js';
import type { CheckContract } from '../contract/check-contract.js';
import type { ContestRules } from '../contest/contest-rules.js';
import type { KeyOrder } from '@dapikit/proof/document-query';
import type { Quirks } from './quirks.js';

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
