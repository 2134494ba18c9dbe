import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { InputError } from '../../base/errors/input-error.js';
import type { IndexDescription } from '@dapikit/contract';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { keyAround, tupleParts } from './tuple-key.js';

/**
 * Lists the spaces of a store: the first byte of a key is the kind of the entry. `|` joins bytes; `( )` is a tuple key.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 10 | contract id, (type), document id | the document in its binary form |
 * | 11 | contract id, (type, index name, key of each property …), document id | empty |
 * | 12 | contract id, (type), document id, time of the block (8 bytes) | a version of the document, where history is stored |
 * | 13 | contract id, (type) | the aggregate of the type |
 * | 14 | contract id, (type, index name, key of each property …) | the aggregate of these values |
 * | 15 | contract id, (type, index name, key of each property but the last, level, key of the last) | the aggregate of a run of values |
 * | 16 | contract id, (type), document id | since when it is stored, where that is not the first epoch |
 * | 17 | contract id, (type, index name) | empty: the trees of the index have the layers of documents without any of its values |
 *
 * Ids have 32 bytes and are unchanged, so that documents with equal values sort by their id. An index is identified by its
 * name, which no update of a contract changes.
 */
export const KEY_SPACES = {
  documents: 0x10,
  indexEntries: 0x11,
  versions: 0x12,
  typeAggregates: 0x13,
  valueAggregates: 0x14,
  segmentAggregates: 0x15,
  storageClaims: 0x16,
  missingValues: 0x17,
} as const;

const ID_BYTES = 32;
const TIME_BYTES = 8;

/** Defines the longest key that both databases take for certain. */
export const MAX_KEY_BYTES = 2600;

/** Describes a document type of a contract. */
export interface TypeLocation {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly documentType: string;
}

/** Describes the position of a document in an index: a key for each property, empty where it has no value. */
export type IndexPosition = readonly Uint8Array[];

/** Describes the first byte of the keys of a space. */
type Space = (typeof KEY_SPACES)[keyof typeof KEY_SPACES];

type NamedIndex = Pick<IndexDescription, 'name'>;

/** Prefixes of the keys of a type by space and index: worked out once, as all documents of a type share their place. */
const PREFIXES = new WeakMap<TypeLocation, Map<Space, Map<string | undefined, Buffer>>>();

/** Returns the prefix of the keys of a type in a space, or those of one of its indices. */
function prefixOf(place: TypeLocation, space: Space, index?: NamedIndex): Buffer {
  const spaces = PREFIXES.get(place) ?? new Map<Space, Map<string | undefined, Buffer>>();
  if (spaces.size === 0) PREFIXES.set(place, spaces);
  const indices = spaces.get(space) ?? new Map<string | undefined, Buffer>();
  if (indices.size === 0) spaces.set(space, indices);
  const known = indices.get(index?.name);
  if (known !== undefined) return known;
  const names = index === undefined ? [place.documentType] : [place.documentType, index.name];
  const prefix = keyAround(
    [space, ...place.contractId],
    names.map((name) => Buffer.from(name)),
  );
  indices.set(index?.name, prefix);
  return prefix;
}

/** Returns the prefix of the keys of all documents of a type. */
export const documentsPrefix = (place: TypeLocation): Uint8Array => prefixOf(place, KEY_SPACES.documents);

/** Returns the key of a document. */
export const documentKey = (place: TypeLocation, documentId: Uint8Array): Buffer =>
  concatBytes([documentsPrefix(place), documentId]);

/** Returns the key of the storage size of a document. */
export const storageClaimKey = (place: TypeLocation, documentId: Uint8Array): Uint8Array =>
  concatBytes([prefixOf(place, KEY_SPACES.storageClaims), documentId]);

/** Returns the key of the entry of an index that says whether its trees have the layers of documents without values. */
export const missingValuesKey = (place: TypeLocation, index: NamedIndex): Uint8Array =>
  prefixOf(place, KEY_SPACES.missingValues, index);

/** Returns the prefix of the keys of an index when its first properties have these keys. */
export const indexPrefix = (place: TypeLocation, index: NamedIndex, position: IndexPosition): Buffer =>
  keyAround(prefixOf(place, KEY_SPACES.indexEntries, index), position);

/**
 * Returns the key of a document in an index.
 *
 * @throws {InputError} when it is longer than {@link MAX_KEY_BYTES}: many properties, each with a long value.
 */
export function indexEntryKey(
  place: TypeLocation,
  index: NamedIndex,
  position: IndexPosition,
  documentId: Uint8Array,
): Buffer {
  const key = keyAround(prefixOf(place, KEY_SPACES.indexEntries, index), position, documentId);
  if (key.length > MAX_KEY_BYTES)
    throw new InputError('data', {
      problem: `the values of index "${index.name}" have ${key.length} bytes together, more than ${MAX_KEY_BYTES}`,
      expected: `values of at most ${MAX_KEY_BYTES} bytes together in index "${index.name}"`,
      found: key.length,
      fix: 'shorten the indexed values',
    });
  return key;
}

/** Returns the prefix of the keys of the versions of a document. */
export const versionsPrefix = (place: TypeLocation, documentId: Uint8Array): Buffer =>
  concatBytes([prefixOf(place, KEY_SPACES.versions), documentId]);

/** Returns the key of the version of a document that a block made; its time in milliseconds. */
export const versionKey = (place: TypeLocation, documentId: Uint8Array, time: number): Buffer =>
  concatBytes([versionsPrefix(place, documentId), integerBytes(BigInt(time), TIME_BYTES)]);

/** Returns the time, in milliseconds, that the key of a version ends with. */
export const versionTime = (key: Uint8Array): number => Number(readInteger(key.subarray(-TIME_BYTES), false));

/** Returns the key of the aggregate of a type. */
export const typeAggregateKey = (place: TypeLocation): Uint8Array =>
  prefixOf(place, KEY_SPACES.typeAggregates);

/** Returns the key of the aggregate of values, or, without the last ones, what those of several begin with. */
export const valueAggregateKey = (place: TypeLocation, index: NamedIndex, position: IndexPosition): Buffer =>
  keyAround(prefixOf(place, KEY_SPACES.valueAggregates, index), position);

/** Returns the prefix of the keys of the aggregates of runs of a level, from 1 on,. */
export const segmentAggregatesPrefix = (
  place: TypeLocation,
  index: NamedIndex,
  outer: IndexPosition,
  level: number,
): Buffer =>
  keyAround(prefixOf(place, KEY_SPACES.segmentAggregates, index), [...outer, Uint8Array.of(level)]);

/** Returns the prefix of the keys of a type in a space. */
export const typePrefix = (place: TypeLocation, space: Space): Uint8Array => prefixOf(place, space);

/** Returns the id of the document that the key of an index entry ends with. */
export const entryDocumentId = (key: Uint8Array): Uint8Array => new Uint8Array(key.subarray(-ID_BYTES));

/** Returns the keys of the properties in the key of an index entry. */
export function entryPosition(key: Uint8Array): IndexPosition {
  const [, , ...position] = tupleParts(key.subarray(1 + ID_BYTES, -ID_BYTES));
  return position;
}
