import type { Identifier } from '../document/identifier.js';

/** Tells which actions of a group are read: those that wait for approvals, or those that were executed. */
export type ActionStatus = 'active' | 'closed';

/** Reads a group of a contract: its members with their power, and what they proposed. All results are verified. */
export interface ContractGroup {
  /** Returns the power that the approvals of an action need together. */
  requiredPower(): Promise<number>;
  /** Returns the power of the members by their ids in base58. */
  members(): Promise<ReadonlyMap<string, number>>;
  /** Returns the ids of the first hundred actions. @param status active ones when left out */
  actions(status?: ActionStatus): Promise<readonly Identifier[]>;
  /** Returns the power of those who approved an action, by their ids in base58. */
  approvals(actionId: Identifier, status?: ActionStatus): Promise<ReadonlyMap<string, bigint>>;
}
