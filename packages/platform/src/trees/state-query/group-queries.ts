import {
  listGroupActions,
  listGroupSigners,
  type GroupActionPage,
  type IdentifiedAction,
} from '../../state/group/group-action-store.js';
import type { GroupActionStatus } from '../../state/group/group-keys.js';
import type { StateContext } from './state-context.js';
import { wireContract } from '../state-tree/wire-contract.js';

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

/** Names the actions of a group. Ids have 32 bytes. */
export interface GroupActionsOf {
  readonly contractId: Uint8Array;
  readonly position: number;
  readonly status: GroupActionStatus;
}

/** Queries groups of one state. */
export interface GroupQueries {
  /** Returns the groups of a contract by position; none where there is no contract. */
  groups(contractId: Uint8Array, page: GroupPage): Promise<readonly GroupInfo[]>;
  /** Returns actions of a group by the bytes of their ids. */
  groupActions(name: GroupActionsOf, page: GroupActionPage): Promise<readonly IdentifiedAction[]>;
  /** Returns the members that signed an action, by the bytes of their ids. */
  groupActionSigners(
    name: GroupActionsOf & { readonly actionId: Uint8Array },
  ): Promise<readonly { readonly id: Uint8Array; readonly power: number }[]>;
}

/** Returns the queries of groups of a state. */
export function groupQueries({ view, contracts }: StateContext): GroupQueries {
  return {
    groupActions: async ({ contractId, ...name }, page) =>
      listGroupActions(view, { ...name, contractId }, page),
    groupActionSigners: async ({ contractId, ...name }) => {
      const signers = await listGroupSigners(view, { ...name, contractId });
      return signers.map(({ identityId, power }) => ({ id: identityId, power }));
    },
    groups: async (contractId, { start, limit }) => {
      const contract = await contracts.findContract(view, contractId);
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
