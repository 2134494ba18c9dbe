import type { Path } from '../element/reference-path.js';
import { rootPath } from './drive-paths.js';

/** Keys in the layer of a group, and of one of its actions. Source: `packages/rs-drive/src/drive/group/paths.rs` in dashpay/platform. */
export const GROUP_KEYS = {
  info: Uint8Array.of(0x49),
  active: Uint8Array.of(0x4d),
  signers: Uint8Array.of(0x53),
  closed: Uint8Array.of(0x58),
} as const;

/** Says whether the members still sign an action. */
export type GroupActionStatus = 'active' | 'closed';

/** Names a group: its contract and its position there. */
export interface GroupRequest {
  readonly contractId: Uint8Array;
  readonly position: number;
}

/** Returns the path of the groups of a contract. */
export const groupsPath = (contractId: Uint8Array): Path => [...rootPath('groupActions'), contractId];

/** Returns the position of a group as a key. */
export const groupKey = (position: number): Uint8Array => Uint8Array.of(position >> 8, position & 0xff);

/** Returns the path of a group. */
export const groupPath = ({ contractId, position }: GroupRequest): Path => [
  ...groupsPath(contractId),
  groupKey(position),
];

/** Returns the path of the actions of a group, by their ids. */
export const groupActionsPath = (request: GroupRequest, status: GroupActionStatus): Path => [
  ...groupPath(request),
  GROUP_KEYS[status],
];

/** Returns the path of the signers of an action, by identity. */
export const groupSignersPath = (
  request: GroupRequest & { readonly actionId: Uint8Array },
  status: GroupActionStatus,
): Path => [...groupActionsPath(request, status), request.actionId, GROUP_KEYS.signers];
