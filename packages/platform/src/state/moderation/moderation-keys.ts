import { concatBytes } from '../../base/bytes/concat-bytes.js';
import type { TypeLocation } from '../keys/key-spaces.js';
import { spaceKey } from '../keys/space-key.js';
import { keyAround, tupleParts } from '../keys/tuple-key.js';

/**
 * Lists the spaces of moderation.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 19 | contract id, identity id | the ban, the suspension and the warnings of the identity |
 * | 1e | contract id, (type), document id | the record of a document that moderators deleted |
 */
export const MODERATION_SPACES = { users: 0x19, removals: 0x1e } as const;

const ID_BYTES = 32;

/** Returns the key of what the moderators of a contract say of an identity. */
export const moderatedUserKey = (contractId: Uint8Array, identityId: Uint8Array): Uint8Array =>
  spaceKey(MODERATION_SPACES.users, contractId, identityId);

/** Returns the prefixes of the keys of a contract. */
export const moderationPrefixes = (contractId: Uint8Array): readonly Uint8Array[] =>
  Object.values(MODERATION_SPACES).map((space) => spaceKey(space, contractId));

/** Returns the identity in a key of {@link moderatedUserKey}. */
export const moderatedIdentity = (key: Uint8Array): Uint8Array => Uint8Array.from(key.subarray(1 + ID_BYTES));

/** Returns the prefix of the keys of the records of a document type. */
export const removalsPrefix = ({ contractId, documentType }: TypeLocation): Uint8Array =>
  keyAround([MODERATION_SPACES.removals, ...contractId], [Buffer.from(documentType)]);

/** Returns the key of the record of a document that moderators deleted. */
export const removalKey = (location: TypeLocation, documentId: Uint8Array): Uint8Array =>
  concatBytes([removalsPrefix(location), documentId]);

/** Returns the type and the id in a key of {@link removalKey}. @throws {RangeError} when it is none. */
export function readRemovalKey(key: Uint8Array): {
  readonly documentType: string;
  readonly documentId: Uint8Array;
} {
  const [documentType, ...rest] = tupleParts(key.subarray(0, -ID_BYTES), 1 + ID_BYTES);
  if (documentType === undefined || rest.length > 0) throw new RangeError('expected a key with one type');
  return {
    documentType: new TextDecoder().decode(documentType),
    documentId: Uint8Array.from(key.subarray(-ID_BYTES)),
  };
}
