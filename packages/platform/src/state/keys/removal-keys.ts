import { concatBytes } from '../../base/bytes/concat-bytes.js';
import type { TypeLocation } from './key-spaces.js';
import { spaceKey } from './space-key.js';
import { keyAround, tupleParts } from './tuple-key.js';

/**
 * Lists the space of documents that moderators deleted.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 1e | contract id, (type), document id | the record of a document that moderators deleted |
 */
export const REMOVAL_SPACES = { removals: 0x1e } as const;

const ID_BYTES = 32;

/** Returns the prefix of the keys of the records of a contract. */
export const contractRemovalsPrefix = (contractId: Uint8Array): Uint8Array =>
  spaceKey(REMOVAL_SPACES.removals, contractId);

/** Returns the prefix of the keys of the records of a document type. */
export const removalsPrefix = ({ contractId, documentType }: TypeLocation): Uint8Array =>
  keyAround([REMOVAL_SPACES.removals, ...contractId], [Buffer.from(documentType)]);

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
