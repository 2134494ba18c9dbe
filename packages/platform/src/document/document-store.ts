import { identifierText } from '../bytes/identifier.js';
import { documentKey, versionKey } from '../keys/key-spaces.js';
import { compareKeys } from '../query/select-keys.js';
import type { StoreView, WritableView } from '../store/store.js';
import { totalChanges } from '../totals/change-totals.js';
import { decodeDocument, encodeDocument } from './binary-form.js';
import { entryKeys, type Collection } from './collection.js';
import type { Document } from './document.js';

const NOTHING = new Uint8Array();

/** A document by its id, or nothing. */
export async function fetchDocument(
  view: StoreView,
  { place, type }: Collection,
  documentId: Uint8Array,
): Promise<Document | undefined> {
  const bytes = await view.get(documentKey(place, documentId));
  return bytes && decodeDocument(type, bytes);
}

/**
 * Stores a new document with its index entries, its first version where history is kept, and what it adds to totals.
 * Whether its values are unique is for the caller to ask before: `uniqueViolations`.
 *
 * @param time of the block, in milliseconds.
 * @throws {RangeError} when a document of that id is there, a value does not fit its type or indexed values are too long.
 * @throws {TotalOverflow} when a sum leaves 64 bits. Nothing is changed when it throws.
 */
export async function insertDocument(
  view: WritableView,
  collection: Collection,
  document: Document,
  time: number,
): Promise<void> {
  if ((await fetchDocument(view, collection, document.id)) !== undefined)
    throw new RangeError(`expected no document ${identifierText(document.id)}, found one: replace it`);
  await store(view, collection, undefined, document, time);
}

/**
 * Puts a document in the place of the one of the same id, in all its indices and totals, and keeps the version where
 * history is kept; of two versions of one block the later stays.
 *
 * @param time of the block, in milliseconds.
 * @throws {RangeError} when there is no such document, a value does not fit its type or indexed values are too long.
 * @throws {TotalOverflow} when a sum leaves 64 bits. Nothing is changed when it throws.
 */
export async function replaceDocument(
  view: WritableView,
  collection: Collection,
  document: Document,
  time: number,
): Promise<void> {
  await store(view, collection, await stored(view, collection, document.id), document, time);
}

/**
 * Removes a document from the type, its indices and totals. Types that keep history have no removal: their storage on
 * the network refuses it, and the operation is answered with 10404 before it comes to this.
 *
 * @throws {RangeError} when there is no such document, or the type keeps history. Nothing is changed then.
 */
export async function removeDocument(
  view: WritableView,
  collection: Collection,
  documentId: Uint8Array,
): Promise<void> {
  if (collection.type.documentsKeepHistory)
    throw new RangeError('expected a type that keeps no history, found one that does: it has no removal');
  const before = await stored(view, collection, documentId);
  const totals = await totalChanges(view, collection, before, undefined);
  for (const key of entryKeys(collection, before)) view.delete(key);
  view.delete(documentKey(collection.place, documentId));
  await totals.apply();
}

async function stored(view: StoreView, collection: Collection, documentId: Uint8Array): Promise<Document> {
  const document = await fetchDocument(view, collection, documentId);
  if (document !== undefined) return document;
  throw new RangeError(`expected a document ${identifierText(documentId)}, found none: insert it`);
}

async function store(
  view: WritableView,
  collection: Collection,
  before: Document | undefined,
  after: Document,
  time: number,
): Promise<void> {
  const { place, type } = collection;
  // All that can fail comes before the first change.
  const bytes = encodeDocument(type, after);
  const keysBefore = before === undefined ? [] : entryKeys(collection, before);
  const keysAfter = entryKeys(collection, after);
  const version = type.documentsKeepHistory ? versionKey(place, after.id, time) : undefined;
  const totals = await totalChanges(view, collection, before, after);
  for (const key of without(keysBefore, keysAfter)) view.delete(key);
  for (const key of without(keysAfter, keysBefore)) view.put(key, NOTHING);
  view.put(documentKey(place, after.id), bytes);
  if (version !== undefined) view.put(version, bytes);
  await totals.apply();
}

/** The keys that are not among others. */
const without = (keys: readonly Uint8Array[], others: readonly Uint8Array[]): readonly Uint8Array[] =>
  keys.filter((key) => !others.some((other) => compareKeys(other, key) === 0));
