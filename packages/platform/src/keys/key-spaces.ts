import { BadInput } from '../input/bad-input.js';
import type { IndexDescription } from '@dapikit/contract';
import { joined } from '../bytes/double-hash.js';
import { integerBytes, integerOf } from '../bytes/integer-bytes.js';
import type { IndexPosition } from '../document/index-entries.js';
import { tupleKey, tupleParts } from './tuple-key.js';

/**
 * What lives where in a store: the first byte of a key says what the entry is. `|` joins bytes; `( )` is a tuple key.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 10 | contract id, (type), document id | the document in its binary form |
 * | 11 | contract id, (type, index name, key of each property …), document id | empty |
 * | 12 | contract id, (type), document id, time of the block (8 bytes) | a version of the document, where history is kept |
 * | 13 | contract id, (type) | the total of the type |
 * | 14 | contract id, (type, index name, key of each property …) | the total of these values |
 * | 15 | contract id, (type, index name, key of each property but the last, level, key of the last) | the total of a run of values |
 * | 16 | contract id, (type), document id | since when it is stored, where that is not the first epoch |
 *
 * Ids have 32 bytes and stand as they are, so that documents with equal values sort by their id. An index is told by its
 * name, which no update of a contract changes.
 */
export const KEY_SPACES = {
  documents: 0x10,
  indexEntries: 0x11,
  versions: 0x12,
  typeTotals: 0x13,
  valueTotals: 0x14,
  runTotals: 0x15,
  storageClaims: 0x16,
} as const;

const ID_BYTES = 32;
const TIME_BYTES = 8;

/** The longest key that both databases take for certain. */
export const LONGEST_KEY = 2600;

/** A document type of a contract. */
export interface TypePlace {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly documentType: string;
}

const UTF_8 = new TextEncoder();
const text = (value: string): Uint8Array => UTF_8.encode(value);

const space = (first: number, contractId: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array =>
  joined([Uint8Array.of(first), contractId, tupleKey(...parts)]);

/** What keys of a place begin with: worked out once, as there is one place for all documents of a type. */
const PREFIXES = new WeakMap<TypePlace, Map<string, Uint8Array>>();

function prefixOf(place: TypePlace, first: number, ...names: readonly string[]): Uint8Array {
  const known = PREFIXES.get(place) ?? new Map<string, Uint8Array>();
  PREFIXES.set(place, known);
  const name = `${first} ${names.join(' ')}`;
  const prefix =
    known.get(name) ?? space(first, place.contractId, ...[place.documentType, ...names].map(text));
  known.set(name, prefix);
  return prefix;
}

/** What the keys of all documents of a type begin with. */
export const documentsPrefix = (place: TypePlace): Uint8Array => prefixOf(place, KEY_SPACES.documents);

/** The key of a document. */
export const documentKey = (place: TypePlace, documentId: Uint8Array): Uint8Array =>
  joined([documentsPrefix(place), documentId]);

/** The key of what is known of the storage that a document takes. */
export const storageClaimKey = (place: TypePlace, documentId: Uint8Array): Uint8Array =>
  joined([prefixOf(place, KEY_SPACES.storageClaims), documentId]);

/** What the keys of an index begin with when its first properties have these keys. */
export const indexPrefix = (
  place: TypePlace,
  { name }: Pick<IndexDescription, 'name'>,
  position: IndexPosition,
): Uint8Array => joined([prefixOf(place, KEY_SPACES.indexEntries, name), tupleKey(...position)]);

/**
 * The key of a document in an index.
 *
 * @throws {BadInput} when it is longer than {@link LONGEST_KEY}: many properties, each with a long value.
 */
export function indexEntryKey(
  place: TypePlace,
  index: Pick<IndexDescription, 'name'>,
  position: IndexPosition,
  documentId: Uint8Array,
): Uint8Array {
  const key = joined([indexPrefix(place, index, position), documentId]);
  if (key.length > LONGEST_KEY)
    throw new BadInput('data', {
      expected: `values of at most ${LONGEST_KEY} bytes together in index "${index.name}"`,
      found: key.length,
      advice: 'shorten the indexed values',
    });
  return key;
}

/** What the keys of the versions of a document begin with. */
export const versionsPrefix = ({ contractId, documentType }: TypePlace, documentId: Uint8Array): Uint8Array =>
  joined([space(KEY_SPACES.versions, contractId, text(documentType)), documentId]);

/** The key of the version of a document that a block made; its time in milliseconds. */
export const versionKey = (place: TypePlace, documentId: Uint8Array, time: number): Uint8Array =>
  joined([versionsPrefix(place, documentId), integerBytes(BigInt(time), TIME_BYTES)]);

/** The time, in milliseconds, that the key of a version ends with. */
export const versionTime = (key: Uint8Array): number => Number(integerOf(key.subarray(-TIME_BYTES), false));

/** The key of the total of a type. */
export const typeTotalKey = ({ contractId, documentType }: TypePlace): Uint8Array =>
  space(KEY_SPACES.typeTotals, contractId, text(documentType));

/** The key of the total of values, or, without the last ones, what those of several begin with. */
export const valueTotalKey = (
  { contractId, documentType }: TypePlace,
  { name }: Pick<IndexDescription, 'name'>,
  position: IndexPosition,
): Uint8Array => space(KEY_SPACES.valueTotals, contractId, text(documentType), text(name), ...position);

/** What the keys of the totals of runs of a level, from 1 on, begin with. */
export const runTotalsPrefix = (
  { contractId, documentType }: TypePlace,
  { name }: Pick<IndexDescription, 'name'>,
  outer: IndexPosition,
  level: number,
): Uint8Array =>
  space(KEY_SPACES.runTotals, contractId, text(documentType), text(name), ...outer, Uint8Array.of(level));

/** What the keys of all that a space holds of a type begin with. */
export const typePrefix = (
  { contractId, documentType }: TypePlace,
  first: (typeof KEY_SPACES)[keyof typeof KEY_SPACES],
): Uint8Array => space(first, contractId, text(documentType));

/** The id of the document that the key of an index entry ends with. */
export const entryDocumentId = (key: Uint8Array): Uint8Array => new Uint8Array(key.subarray(-ID_BYTES));

/** The keys of the properties that the key of an index entry holds. */
export function entryPosition(key: Uint8Array): IndexPosition {
  const [, , ...position] = tupleParts(key.subarray(1 + ID_BYTES, -ID_BYTES));
  return position;
}
