import { identifierText } from '../bytes/identifier.js';
import { documentKey, versionKey } from '../keys/key-spaces.js';
import { compareKeys } from '../query/select-keys.js';
import type { StoreView, WritableView } from '../store/store.js';
import { totalChanges } from '../totals/change-totals.js';
import { decodeDocument, encodeDocument } from './binary-form.js';
import { indexEntries, type Collection, type IndexEntry } from './collection.js';
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

/** A document as it was and as it is to be: one that comes was not there, one that goes is not there any more. */
export interface DocumentChange {
  readonly before?: Document | undefined;
  readonly after?: Document | undefined;
}

/** What a change of a document changed in the store. */
export interface StorageChange {
  /** The length of the binary form in bytes; 0 where there is no document. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly entriesAdded: readonly IndexEntry[];
  readonly entriesRemoved: readonly IndexEntry[];
}

/**
 * Stores a change of a document in its type, all its indices and totals, and a version where history is kept. The caller has
 * looked what was there before, whether the values are unique, and that a type that keeps history loses no document.
 *
 * @param time of the block, in milliseconds.
 * @throws {RangeError} when a value does not fit its type or indexed values are too long.
 * @throws {TotalOverflow} when a sum leaves 64 bits. Nothing is changed when it throws.
 */
export async function storeDocument(
  view: WritableView,
  collection: Collection,
  { before, after }: DocumentChange,
  time: number,
): Promise<StorageChange> {
  const { place, type } = collection;
  // All that can fail comes before the first change.
  const bytes = after === undefined ? undefined : encodeDocument(type, after);
  const entriesBefore = before === undefined ? [] : indexEntries(collection, before);
  const entriesAfter = after === undefined ? [] : indexEntries(collection, after);
  const entriesRemoved = without(entriesBefore, entriesAfter);
  const entriesAdded = without(entriesAfter, entriesBefore);
  const totals = await totalChanges(
    view,
    collection,
    before && { document: before, standings: entriesBefore },
    after && { document: after, standings: entriesAfter },
  );
  for (const { key } of entriesRemoved) view.delete(key);
  for (const { key } of entriesAdded) view.put(key, NOTHING);
  if (after !== undefined && bytes !== undefined) {
    view.put(documentKey(place, after.id), bytes);
    if (type.documentsKeepHistory) view.put(versionKey(place, after.id, time), bytes);
  } else if (before !== undefined) view.delete(documentKey(place, before.id));
  if (totals !== undefined) await totals.apply();
  return {
    bytesBefore: before === undefined ? 0 : encodeDocument(type, before).length,
    bytesAfter: bytes?.length ?? 0,
    entriesAdded,
    entriesRemoved,
  };
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
  await storeDocument(view, collection, { after: document }, time);
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
  const before = await stored(view, collection, document.id);
  await storeDocument(view, collection, { before, after: document }, time);
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
  await storeDocument(view, collection, { before: await stored(view, collection, documentId) }, 0);
}

async function stored(view: StoreView, collection: Collection, documentId: Uint8Array): Promise<Document> {
  const document = await fetchDocument(view, collection, documentId);
  if (document !== undefined) return document;
  throw new RangeError(`expected a document ${identifierText(documentId)}, found none: insert it`);
}

/** The entries whose keys are not among those of others. */
const without = (entries: readonly IndexEntry[], others: readonly IndexEntry[]): readonly IndexEntry[] =>
  others.length === 0
    ? entries
    : entries.filter(({ key }) => !others.some((other) => compareKeys(other.key, key) === 0));
