import { decode, encode, groupAction, type GroupAction } from '@dapikit/protocol';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';
import {
  groupActionKey,
  groupActionsPrefix,
  groupSignerKey,
  groupSignersPrefix,
  type GroupActionName,
  type GroupActionsName,
} from './group-keys.js';

const ID_BYTES = 32;
const POWER_BYTES = 4;

/** Describes a member of a group that signed an action. */
export interface GroupSigner {
  /** 32 bytes. */
  readonly identityId: Uint8Array;
  readonly power: number;
}

/** Returns an action of a group, or nothing. */
export async function findGroupAction(
  view: StoreView,
  name: GroupActionName,
): Promise<GroupAction | undefined> {
  const bytes = await view.get(groupActionKey(name));
  return bytes === undefined ? undefined : decode(groupAction, bytes);
}

/** Selects actions of a group by the bytes of their ids. */
export interface GroupActionPage {
  readonly start?: { readonly actionId: Uint8Array; readonly isIncluded: boolean };
  readonly limit: number;
}

/** Describes an action with its id. */
export interface IdentifiedAction {
  /** 32 bytes. */
  readonly actionId: Uint8Array;
  readonly action: GroupAction;
}

/** Returns actions of a group by the bytes of their ids. */
export async function listGroupActions(
  view: StoreView,
  name: GroupActionsName,
  { start, limit }: GroupActionPage,
): Promise<IdentifiedAction[]> {
  const prefix = groupActionsPrefix(name);
  const first = start && groupActionKey({ ...name, actionId: start.actionId });
  const from = first === undefined ? prefix : start?.isIncluded === true ? first : behindPrefix(first);
  const entries = await view.scan({ from, to: behindPrefix(prefix), limit });
  return entries.map(({ key, value }) => ({
    actionId: Uint8Array.from(key.subarray(-ID_BYTES)),
    action: decode(groupAction, value),
  }));
}

/** Returns the members that signed an action, by the bytes of their ids. */
export async function listGroupSigners(view: StoreView, name: GroupActionName): Promise<GroupSigner[]> {
  const from = groupSignersPrefix(name);
  const entries = await view.scan({ from, to: behindPrefix(from) });
  return entries.map(({ key, value }) => ({
    identityId: Uint8Array.from(key.subarray(-ID_BYTES)),
    power: Number(readInteger(value, false)),
  }));
}

/** Returns whether a member signed an action that is active. */
export const hasSigned = async (
  view: StoreView,
  name: Omit<GroupActionName, 'status'>,
  identityId: Uint8Array,
): Promise<boolean> =>
  (await view.get(groupSignerKey({ ...name, status: 'active' }, identityId))) !== undefined;

/** Describes the signature of a member under an action. */
export interface GroupSignature {
  readonly name: Omit<GroupActionName, 'status'>;
  readonly signer: GroupSigner;
  /** The action that the member proposes; absent where it signs one that is active. */
  readonly proposed?: GroupAction;
  /** True if the power of all that signed suffices now. */
  readonly closes: boolean;
}

/**
 * Stores the signature of a member under an action. One that closes the action moves it, with all that signed, to the closed ones.
 *
 * Source: `add_group_action` in `packages/rs-drive/src/drive/group` of dashpay/platform.
 */
export async function signGroupAction(
  view: WritableView,
  { name, signer, proposed, closes }: GroupSignature,
): Promise<void> {
  const active = { ...name, status: 'active' } as const;
  const target = closes ? ({ ...name, status: 'closed' } as const) : active;
  putSigner(view, target, signer);
  if (proposed !== undefined) view.put(groupActionKey(target), encode(groupAction, proposed));
  else if (closes) await closeAction(view, active, target);
}

async function closeAction(
  view: WritableView,
  active: GroupActionName,
  closed: GroupActionName,
): Promise<void> {
  for (const signer of await listGroupSigners(view, active)) {
    putSigner(view, closed, signer);
    view.delete(groupSignerKey(active, signer.identityId));
  }
  const action = await view.get(groupActionKey(active));
  if (action === undefined) throw new RangeError('the closed action is missing');
  view.put(groupActionKey(closed), action);
  view.delete(groupActionKey(active));
}

function putSigner(view: WritableView, name: GroupActionName, { identityId, power }: GroupSigner): void {
  view.put(groupSignerKey(name, identityId), integerBytes(BigInt(power), POWER_BYTES));
}
