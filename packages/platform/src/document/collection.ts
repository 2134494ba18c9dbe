import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { indexEntryKey, type TypePlace } from '../keys/key-spaces.js';
import type { Document } from './document.js';
import { indexPosition, isEntered, type IndexPosition } from './index-entries.js';
import type { KeyOrder } from './index-key.js';

/** The documents of one type: where they are, what they are, and how their indices are ordered. */
export interface Collection {
  readonly place: TypePlace;
  readonly type: DocumentTypeDescription;
  /** The same for as long as the collection is there. */
  readonly order?: KeyOrder;
}

/** An index that a document is in, and where it stands there. */
export interface Standing {
  readonly index: IndexDescription;
  readonly position: IndexPosition;
}

/** All indices that a document is in; it is in none that wants at least one of its properties and finds none. */
export function standings({ type, order }: Collection, document: Document): Standing[] {
  const found: Standing[] = [];
  for (const index of type.indices) {
    const position = indexPosition(type, index, document, order);
    if (isEntered(index, position)) found.push({ index, position });
  }
  return found;
}

/** A document's entry in an index. */
export interface IndexEntry extends Standing {
  readonly key: Uint8Array;
}

/** A document's index entries. @throws {RangeError} when the key of one is too long to be stored. */
export const indexEntries = (collection: Collection, document: Document): IndexEntry[] =>
  standings(collection, document).map(({ index, position }) => ({
    index,
    position,
    key: indexEntryKey(collection.place, index, position, document.id),
  }));

/** The keys of a document's index entries. @throws {RangeError} when one is too long to be stored. */
export const entryKeys = (collection: Collection, document: Document): Uint8Array[] =>
  indexEntries(collection, document).map(({ key }) => key);
