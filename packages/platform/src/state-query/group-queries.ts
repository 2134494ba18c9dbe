import { identifierText } from '../bytes/identifier.js';
import type { StateContext } from './state-context.js';
import { wireContract } from '../wire/wire-contract.js';

/** Describes a group of a contract. */
export interface GroupInfo {
  readonly position: number;
  /** In the order of the ids, which have 32 bytes. */
  readonly members: readonly { readonly id: Uint8Array; readonly power: number }[];
  readonly requiredPower: number;
}

/** Selects groups of a contract by their positions. */
export interface GroupPage {
  readonly start?: { readonly position: number; readonly isIncluded: boolean };
  readonly limit: number;
}

/** Queries groups of one state. */
export interface GroupQueries {
  /** Returns the groups of a contract by position; none where there is no contract. */
  groups(contractId: Uint8Array, page: GroupPage): Promise<readonly GroupInfo[]>;
}

/** Returns the queries of groups of a state. */
export function groupQueries({ view, contracts }: StateContext): GroupQueries {
  return {
    groups: async (contractId, { start, limit }) => {
      const contract = await contracts.findContract(view, identifierText(contractId));
      const groups = contract === undefined ? [] : [...wireContract(contract).groups];
      const first = start === undefined ? 0 : start.position + (start.isIncluded ? 0 : 1);
      return groups
        .filter(([position]) => position >= first)
        .slice(0, limit)
        .map(([position, { members, requiredPower }]) => ({
          position,
          members: members.map(([id, power]) => ({ id, power })),
          requiredPower,
        }));
    },
  };
}
