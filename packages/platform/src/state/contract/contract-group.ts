import { doubleHash } from '../../base/bytes/double-hash.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { storedForm } from '../../base/bytes/stored-value.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { lastId, spaceKey } from '../keys/space-key.js';
import { behindPrefix } from '../keys/tuple-key.js';

/**
 * Lists the spaces of contract groups in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 0c | group id | the group |
 * | 0d | group id, contract id | what of the contract belongs to the group |
 * | 0e | contract id, group id | the same |
 *
 * Ids have 32 bytes and are unchanged.
 */
export const CONTRACT_GROUP_SPACES = {
  contractGroups: 0x0c,
  groupMembers: 0x0d,
  groupsOfContract: 0x0e,
} as const;

/** Names what of a contract belongs to a group: the whole contract, a document type, or the position of a token. */
export type ContractGroupMember = 'contract' | { readonly documentType: string } | { readonly token: number };

/** Describes a group of contracts. */
export interface ContractGroup {
  /** 32 bytes. */
  readonly ownerId: Uint8Array;
  /** In the order of their bytes; 32 bytes each. */
  readonly adminIds: readonly Uint8Array[];
  readonly name?: string;
  readonly description?: string;
}

/** Describes what of one contract belongs to a group. */
export interface ContractInGroup {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly members: readonly ContractGroupMember[];
}

/** Defines the stored form of a group. */
export const CONTRACT_GROUP_FORM = storedForm<ContractGroup>();
/** Defines the stored form of what of a contract belongs to a group. */
export const GROUP_MEMBERS_FORM = storedForm<readonly ContractGroupMember[]>();

const DOMAIN = Buffer.from('contract_group');
const NONCE_BYTES = 8;

/**
 * Returns the id of a contract group.
 *
 * Source: `contract-groups.md` in the book of dashpay/platform.
 * @param ownerId the identity that registers it; 32 bytes
 * @param identityNonce the nonce of the transition that registers it
 */
export const contractGroupId = (ownerId: Uint8Array, identityNonce: bigint): Uint8Array =>
  doubleHash(DOMAIN, ownerId, integerBytes(identityNonce, NONCE_BYTES));

const groupKey = (groupId: Uint8Array): Uint8Array => spaceKey(CONTRACT_GROUP_SPACES.contractGroups, groupId);

/** Returns the key of what of a contract belongs to a group, by the group. */
export const groupMembersKey = (groupId: Uint8Array, contractId: Uint8Array): Uint8Array =>
  spaceKey(CONTRACT_GROUP_SPACES.groupMembers, groupId, contractId);

/** Returns the key of what of a contract belongs to a group, by the contract. */
export const groupOfContractKey = (contractId: Uint8Array, groupId: Uint8Array): Uint8Array =>
  spaceKey(CONTRACT_GROUP_SPACES.groupsOfContract, contractId, groupId);

/** Returns a contract group, or nothing. */
export async function findContractGroup(
  view: StoreView,
  groupId: Uint8Array,
): Promise<ContractGroup | undefined> {
  const bytes = await view.get(groupKey(groupId));
  return bytes && CONTRACT_GROUP_FORM.fromBytes(bytes);
}

/** Stores a contract group. */
export const putContractGroup = (view: WritableView, groupId: Uint8Array, group: ContractGroup): void =>
  view.put(groupKey(groupId), CONTRACT_GROUP_FORM.toBytes(group));

/** Stores what of a contract belongs to a group. */
export function putGroupMembers(
  view: WritableView,
  groupId: Uint8Array,
  { contractId, members }: ContractInGroup,
): void {
  const value = GROUP_MEMBERS_FORM.toBytes(members);
  view.put(groupMembersKey(groupId, contractId), value);
  view.put(groupOfContractKey(contractId, groupId), value);
}

/** Returns the contracts of a group in the order of the bytes of their ids. @param startAfter id behind which they begin */
export async function listGroupMembers(
  view: StoreView,
  groupId: Uint8Array,
  { startAfter, limit }: { readonly startAfter: Uint8Array | undefined; readonly limit: number },
): Promise<readonly ContractInGroup[]> {
  const prefix = spaceKey(CONTRACT_GROUP_SPACES.groupMembers, groupId);
  const from = startAfter === undefined ? prefix : behindPrefix(groupMembersKey(groupId, startAfter));
  const to = behindPrefix(prefix);
  if (Buffer.compare(from, to) >= 0) return [];
  return (await view.scan({ from, to, limit })).map(({ key, value }) => ({
    contractId: lastId(key),
    members: GROUP_MEMBERS_FORM.fromBytes(value),
  }));
}

/** Returns the groups that a contract belongs to, in the order of the bytes of their ids. */
export async function listGroupsOfContract(
  view: StoreView,
  contractId: Uint8Array,
): Promise<readonly { readonly groupId: Uint8Array; readonly members: readonly ContractGroupMember[] }[]> {
  const prefix = spaceKey(CONTRACT_GROUP_SPACES.groupsOfContract, contractId);
  const entries = await view.scan({ from: prefix, to: behindPrefix(prefix) });
  return entries.map(({ key, value }) => ({
    groupId: lastId(key),
    members: GROUP_MEMBERS_FORM.fromBytes(value),
  }));
}

/** Removes a contract from its groups. */
export async function leaveGroups(view: WritableView, contractId: Uint8Array): Promise<void> {
  for (const { groupId } of await listGroupsOfContract(view, contractId)) {
    view.delete(groupMembersKey(groupId, contractId));
    view.delete(groupOfContractKey(contractId, groupId));
  }
}
