import { type IndexPosition } from '../keys/key-spaces.js';
import type { DocumentTypeDescription, IndexDescription, PreallocatedValue } from '@dapikit/contract';
import { indexEntryKey, type TypeLocation } from '../keys/key-spaces.js';
import type { Document } from './document.js';
import { isEntered } from './index-entries.js';
import { indexPositions, type KeyOrder } from '@dapikit/proof/document-query';

/** Describes the documents of one type: where they are, what they are, and how their indices are ordered. */
export interface Collection {
  readonly location: TypeLocation;
  readonly type: DocumentTypeDescription;
  /** The same for as long as the collection is there. */
  readonly order?: KeyOrder;
  /** Other types of the contract, where indices read their documents. */
  readonly related?: (documentType: string) => Collection | undefined;
  /** Groups of indices of the contract that come with a document; absent where there are none. */
  readonly preallocations?: () => readonly Preallocation[];
}

/** Describes groups of an index that a document makes for a collection of another type. */
export interface Preallocation {
  readonly collection: Collection;
  readonly index: IndexDescription;
  readonly values: readonly PreallocatedValue[];
}

/** Describes an index that a document is in, and its position there. */
export interface IndexPlacement {
  readonly index: IndexDescription;
  readonly position: IndexPosition;
}

/** Returns all indices that a document is in, once for each window; it is in none that wants at least one of its properties, or all of some, and finds none. */
export const indexPlacements = (collection: Collection, document: Document): IndexPlacement[] =>
  placementsIn(collection, collection.type.indices, document);

/** Returns the groups in which a document is counted by indices that count the entries of others. */
export const countedPlacements = (collection: Collection, document: Document): IndexPlacement[] =>
  placementsIn(collection, collection.type.counters ?? [], document);

const placementsIn = (
  { type, order }: Collection,
  indices: readonly IndexDescription[],
  document: Document,
): IndexPlacement[] =>
  indices.flatMap((index) =>
    indexPositions(type, index, document, order)
      .filter((position) => isEntered(index, position))
      .map((position) => ({ index, position })),
  );

/** Describes a document's entry in an index. */
export interface IndexEntry extends IndexPlacement {
  readonly key: Uint8Array;
}

/** Returns a document's index entries. @throws {RangeError} when the key of one is too long to be stored. */
export const indexEntries = (collection: Collection, document: Document): IndexEntry[] =>
  indexPlacements(collection, document).map(({ index, position }) => ({
    index,
    position,
    key: indexEntryKey(collection.location, index, position, document.id),
  }));

/** Returns the keys of a document's index entries. @throws {RangeError} when one is too long to be stored. */
export const entryKeys = (collection: Collection, document: Document): Uint8Array[] =>
  indexEntries(collection, document).map(({ key }) => key);
