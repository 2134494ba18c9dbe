import { storedForm } from '../../base/bytes/stored-value.js';
import type { ModeratorStatement } from '../document-storage/removal-record.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { moderatedUserKey } from './moderation-keys.js';

/** Describes what the moderators of a contract say of an identity; a member is absent where they say nothing. */
export interface ModeratedUser {
  readonly ban?: ModeratorStatement;
  /** The suspension; `until` in milliseconds. */
  readonly suspension?: ModeratorStatement & { readonly until: number };
  /** The oldest first. */
  readonly warnings: readonly ModeratorStatement[];
}

/** Defines its stored form. */
export const MODERATED_USER_FORM = storedForm<ModeratedUser>();

const NOTHING_SAID: ModeratedUser = { warnings: [] };

/** Returns what the moderators of a contract say of an identity. */
export async function findModeratedUser(
  view: StoreView,
  contractId: Uint8Array,
  identityId: Uint8Array,
): Promise<ModeratedUser> {
  const bytes = await view.get(moderatedUserKey(contractId, identityId));
  return bytes === undefined ? NOTHING_SAID : MODERATED_USER_FORM.fromBytes(bytes);
}

/** Stores what the moderators of a contract say of an identity; nothing where they say nothing. */
export function putModeratedUser(
  view: WritableView,
  contractId: Uint8Array,
  identityId: Uint8Array,
  user: ModeratedUser,
): void {
  const key = moderatedUserKey(contractId, identityId);
  if (user.ban === undefined && user.suspension === undefined && user.warnings.length === 0) view.delete(key);
  else view.put(key, MODERATED_USER_FORM.toBytes(user));
}

/** Names what keeps an identity from writing to a contract at a time, if anything does. */
export function barOf(user: ModeratedUser, time: number): 'banned' | 'suspended' | undefined {
  if (user.ban !== undefined) return 'banned';
  return user.suspension !== undefined && user.suspension.until > time ? 'suspended' : undefined;
}
