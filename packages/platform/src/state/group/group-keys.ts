import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { spaceKey } from '../keys/space-key.js';

/**
 * Lists the spaces of groups in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 48 | contract id, position (2 bytes), status (1 byte), action id | the action as bytes of the network |
 * | 49 | contract id, position (2 bytes), status (1 byte), action id, identity id | the power of a member that signed it, 4 bytes |
 *
 * Ids have 32 bytes and are unchanged. The status is 4d while members sign, and 58 once the action is closed, as in the trees.
 */
export const GROUP_SPACES = { groupActions: 0x48, groupSigners: 0x49 } as const;

/** Says whether the members of a group still sign an action. */
export type GroupActionStatus = 'active' | 'closed';

const STATUSES: Readonly<Record<GroupActionStatus, number>> = { active: 0x4d, closed: 0x58 };
const POSITION_BYTES = 2;

/** Names a group: its contract, and its position there. */
export interface GroupName {
  readonly contractId: Uint8Array;
  readonly position: number;
}

/** Names the actions of a group of a status. */
export interface GroupActionsName extends GroupName {
  readonly status: GroupActionStatus;
}

/** Names an action of a group; its id has 32 bytes. */
export interface GroupActionName extends GroupActionsName {
  readonly actionId: Uint8Array;
}

const tailOf = ({ contractId, position, status }: GroupActionsName): Uint8Array =>
  concatBytes([contractId, integerBytes(BigInt(position), POSITION_BYTES), Uint8Array.of(STATUSES[status])]);

/** Returns the prefix of the keys of all actions of a group and a status. */
export const groupActionsPrefix = (name: GroupActionsName): Uint8Array =>
  spaceKey(GROUP_SPACES.groupActions, tailOf(name));

/** Returns the key of an action. */
export const groupActionKey = (name: GroupActionName): Uint8Array =>
  concatBytes([groupActionsPrefix(name), name.actionId]);

/** Returns the prefix of the keys of all signers of an action. */
export const groupSignersPrefix = (name: GroupActionName): Uint8Array =>
  spaceKey(GROUP_SPACES.groupSigners, tailOf(name), name.actionId);

/** Returns the key of a signer of an action. */
export const groupSignerKey = (name: GroupActionName, identityId: Uint8Array): Uint8Array =>
  concatBytes([groupSignersPrefix(name), identityId]);
