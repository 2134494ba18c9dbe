import type { IndexDescription } from '@dapikit/contract';
import { joined } from '../bytes/double-hash.js';
import type { IndexPosition } from '../document/index-entries.js';
import { tupleKey, tupleParts } from './tuple-key.js';

/**
 * What lives where in a store: the first byte of a key says what the entry is. `|` joins bytes; `( )` is a tuple key.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 10 | contract id, (type), document id | the document in its binary form |
 * | 11 | contract id, (type, index name, key of each property …), document id | empty |
 *
 * Ids have 32 bytes and stand as they are, so that documents with equal values sort by their id. An index is told by its
 * name, which no update of a contract changes.
 */
export const KEY_SPACES = { documents: 0x10, indexEntries: 0x11 } as const;

const ID_BYTES = 32;

/** The longest key that both databases take for certain. */
export const LONGEST_KEY = 2600;

/** A document type of a contract. */
export interface TypePlace {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly documentType: string;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

const space = (first: number, contractId: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array =>
  joined([Uint8Array.of(first), contractId, tupleKey(...parts)]);

/** What the keys of all documents of a type begin with. */
export const documentsPrefix = ({ contractId, documentType }: TypePlace): Uint8Array =>
  space(KEY_SPACES.documents, contractId, text(documentType));

/** The key of a document. */
export const documentKey = (place: TypePlace, documentId: Uint8Array): Uint8Array =>
  joined([documentsPrefix(place), documentId]);

/** What the keys of an index begin with when its first properties have these keys. */
export const indexPrefix = (
  { contractId, documentType }: TypePlace,
  { name }: Pick<IndexDescription, 'name'>,
  position: IndexPosition,
): Uint8Array => space(KEY_SPACES.indexEntries, contractId, text(documentType), text(name), ...position);

/**
 * The key of a document in an index.
 *
 * @throws {RangeError} when it is longer than {@link LONGEST_KEY}: many properties, each with a long value.
 */
export function indexEntryKey(
  place: TypePlace,
  index: Pick<IndexDescription, 'name'>,
  position: IndexPosition,
  documentId: Uint8Array,
): Uint8Array {
  const key = joined([indexPrefix(place, index, position), documentId]);
  if (key.length > LONGEST_KEY)
    throw new RangeError(
      `expected a key of at most ${LONGEST_KEY} bytes in index "${index.name}", found ${key.length}: shorten the indexed values`,
    );
  return key;
}

/** The keys of the properties and the id of the document that the key of an index entry holds. */
export function indexEntry(key: Uint8Array): {
  readonly position: IndexPosition;
  readonly documentId: Uint8Array;
} {
  const idAt = key.length - ID_BYTES;
  const [, , ...position] = tupleParts(key.subarray(1 + ID_BYTES, idAt));
  return { position, documentId: Uint8Array.from(key.subarray(idAt)) };
}
