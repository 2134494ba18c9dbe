import { spaceKey } from '../keys/space-key.js';

/**
 * Lists the space of what moderators say of identities.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 19 | contract id, identity id | the ban, the suspension and the warnings of the identity |
 */
export const MODERATION_SPACES = { users: 0x19 } as const;

const ID_BYTES = 32;

/** Returns the key of what the moderators of a contract say of an identity. */
export const moderatedUserKey = (contractId: Uint8Array, identityId: Uint8Array): Uint8Array =>
  spaceKey(MODERATION_SPACES.users, contractId, identityId);

/** Returns the prefix of the keys of a contract. */
export const moderatedUsersPrefix = (contractId: Uint8Array): Uint8Array =>
  spaceKey(MODERATION_SPACES.users, contractId);

/** Returns the identity in a key of {@link moderatedUserKey}. */
export const moderatedIdentity = (key: Uint8Array): Uint8Array => Uint8Array.from(key.subarray(1 + ID_BYTES));
