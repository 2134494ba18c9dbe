import { identifierText } from '../base/bytes/identifier.js';
import {
  findContractGroup,
  listGroupMembers,
  listGroupsOfContract,
  type ContractGroupMember,
} from '../state/contract/contract-group.js';
import type { PlatformChain } from '../execution/transition/platform-chain.js';
import { readListPage, type ListPage } from '../state/input/list-page.js';
import { readId } from '../state/input/read-input.js';

/** Describes a group of contracts. Ids are base58. */
export interface ContractGroupInfo {
  readonly contractGroupId: string;
  readonly ownerId: string;
  /** Identities that add members beside the owner, by the bytes of their ids. */
  readonly admins: readonly string[];
  readonly name: string | undefined;
  readonly description: string | undefined;
}

/** Describes what of a contract belongs to a group. */
export interface ContractInGroupInfo {
  /** Base58. */
  readonly contractId: string;
  readonly members: readonly ContractGroupMember[];
}

/** Describes a group that a contract belongs to. */
export interface GroupOfContractInfo {
  /** Base58. */
  readonly contractGroupId: string;
  readonly members: readonly ContractGroupMember[];
}

/** Reads groups of contracts, which registrations make and join from protocol 14 on. */
export interface ContractGroupApi {
  /** Returns a group, or nothing. */
  getContractGroupInfo(input: { readonly contractGroupId: string }): Promise<ContractGroupInfo | undefined>;
  /** Returns the contracts that belong to a group, wholly or in parts, at most 100, by the bytes of their ids. */
  getContractGroupMembers(
    input: { readonly contractGroupId: string } & ListPage,
  ): Promise<readonly ContractInGroupInfo[]>;
  /** Returns the groups that a contract belongs to, by the bytes of their ids. */
  getContractGroupsForContract(input: {
    readonly contractId: string;
  }): Promise<readonly GroupOfContractInfo[]>;
}

/** Creates the methods of contract groups for a chain. */
export const contractGroupApi = (chain: PlatformChain): ContractGroupApi => ({
  getContractGroupInfo: async ({ contractGroupId }) => {
    const id = readId(contractGroupId, 'contractGroupId');
    const group = await chain.read(async (view) => findContractGroup(view, id));
    if (group === undefined) return undefined;
    const { ownerId, adminIds, name, description } = group;
    return {
      contractGroupId: identifierText(id),
      ownerId: identifierText(ownerId),
      admins: adminIds.map(identifierText),
      name,
      description,
    };
  },
  getContractGroupMembers: async ({ contractGroupId, ...page }) => {
    const id = readId(contractGroupId, 'contractGroupId');
    const asked = readListPage(page);
    const found = await chain.read(async (view) => listGroupMembers(view, id, asked));
    return found.map(({ contractId, members }) => ({ contractId: identifierText(contractId), members }));
  },
  getContractGroupsForContract: async ({ contractId }) => {
    const id = readId(contractId, 'contractId');
    const found = await chain.read(async (view) => listGroupsOfContract(view, id));
    return found.map(({ groupId, members }) => ({ contractGroupId: identifierText(groupId), members }));
  },
});
