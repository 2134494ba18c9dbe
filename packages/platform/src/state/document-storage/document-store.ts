import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { documentKey, versionKey } from '../keys/key-spaces.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { prepareAggregateChanges, type PlacedDocument } from '../aggregates/change-aggregates.js';
import { decodeDocument, encodeDocument } from '../document/binary-form.js';
import { countedPlacements, indexEntries, type Collection, type IndexEntry } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { withDerived } from './derived-values.js';
import { moveExpiration } from './expirations.js';
import { clearedEntries, findOutliving, isAmong } from './outliving-entries.js';
import { preallocateGroups } from './preallocate-groups.js';
import { drainWindows, hasExpiringWindows, lastingEntries, storedEntries } from './window-expiry.js';
import { addLastingLayers, removeLastingLayers } from './store-lasting-layers.js';

const NOTHING = new Uint8Array();

/** Returns a document by its id, or nothing. */
export async function findDocument(
  view: StoreView,
  { location, type }: Collection,
  documentId: Uint8Array,
): Promise<Document | undefined> {
  const bytes = await view.get(documentKey(location, documentId));
  return bytes && decodeDocument(type, bytes);
}

/** Describes a document as it was and as it is to be: one that comes was not there, one that goes is not there any more. */
export interface DocumentChange {
  readonly before?: Document | undefined;
  readonly after?: Document | undefined;
}

/** Describes the storage effects of a change of a document. */
export interface StorageChange {
  /** The length of the binary form in bytes; 0 where there is no document. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly entriesAdded: readonly IndexEntry[];
  readonly entriesRemoved: readonly IndexEntry[];
}

/**
 * Stores a change of a document in its type, all its indices and aggregates, and a version where history is stored. The caller has
 * checked the former document, whether the values are unique, and that a type that keeps history loses no document.
 *
 * @param time of the block, in milliseconds.
 * @throws {RangeError} when a value does not fit its type or indexed values are too long.
 * @throws {AggregateOverflowError} when a sum leaves 64 bits. Nothing is changed when it throws.
 */
export async function storeDocument(
  view: WritableView,
  collection: Collection,
  change: DocumentChange,
  time: number,
): Promise<StorageChange> {
  const { location, type } = collection;
  const before = change.before && (await withDerived(view, collection, change.before));
  const after = change.after && (await withDerived(view, collection, change.after));
  // All that can fail comes before the first change.
  const bytes = after === undefined ? undefined : encodeDocument(type, after);
  const entriesBefore =
    before === undefined ? [] : await storedEntries(view, collection, indexEntries(collection, before));
  const entriesAfter =
    after === undefined
      ? []
      : lastingEntries(collection, indexEntries(collection, after), entriesBefore, time);
  const entriesCleared = after === undefined ? clearedEntries(entriesBefore) : entriesBefore;
  const entriesRemoved = without(entriesCleared, entriesAfter);
  const entriesAdded = without(entriesAfter, entriesBefore);
  const outliving = before === undefined ? await findOutliving(view, collection, entriesAdded) : [];
  const totals = await prepareAggregateChanges(
    view,
    collection,
    before && placed(collection, before, entriesCleared),
    after &&
      placed(
        collection,
        after,
        entriesAfter.filter((entry) => !isAmong(entry, outliving)),
      ),
  );
  for (const { key } of [...entriesRemoved, ...outliving]) view.delete(key);
  for (const { key } of entriesAdded) view.put(key, NOTHING);
  if (after !== undefined && bytes !== undefined) {
    view.put(documentKey(location, after.id), bytes);
    if (type.documentsKeepHistory) view.put(versionKey(location, after.id, time), bytes);
  } else if (before !== undefined) view.delete(documentKey(location, before.id));
  moveExpiration(view, collection, before, after);
  if (after !== undefined) addLastingLayers(view, collection, before, after);
  if (entriesRemoved.length > 0) await removeLastingLayers(view, collection, entriesRemoved);
  if (totals !== undefined) await totals.apply();
  if (before === undefined && after !== undefined) await preallocateGroups(view, collection, after);
  if (hasExpiringWindows(type)) await drainWindows(view, collection, time);
  return {
    bytesBefore: before === undefined ? 0 : encodeDocument(type, before).length,
    bytesAfter: bytes?.length ?? 0,
    entriesAdded,
    entriesRemoved,
  };
}

/** Returns a document with the places where it is counted. */
const placed = (
  collection: Collection,
  document: Document,
  entries: readonly IndexEntry[],
): PlacedDocument => ({
  document,
  placements: [...entries, ...countedPlacements(collection, document)],
});

/**
 * Stores a new document with its index entries, its first version where history is stored, and what it adds to aggregates.
 * Whether its values are unique is for the caller to ask before: `uniqueViolations`.
 *
 * @param time of the block, in milliseconds.
 * @throws {RangeError} when a document of that id is there, a value does not fit its type or indexed values are too long.
 * @throws {AggregateOverflowError} when a sum leaves 64 bits. Nothing is changed when it throws.
 */
export async function insertDocument(
  view: WritableView,
  collection: Collection,
  document: Document,
  time: number,
): Promise<void> {
  if ((await findDocument(view, collection, document.id)) !== undefined)
    throw new RangeError(`document ${identifierText(document.id)} already exists: replace it`);
  await storeDocument(view, collection, { after: document }, time);
}

/**
 * Puts a document in the place of the one of the same id, in all its indices and aggregates, and stores the version where
 * history is stored; of two versions of one block the later stays.
 *
 * @param time of the block, in milliseconds.
 * @throws {RangeError} when there is no such document, a value does not fit its type or indexed values are too long.
 * @throws {AggregateOverflowError} when a sum leaves 64 bits. Nothing is changed when it throws.
 */
export async function replaceDocument(
  view: WritableView,
  collection: Collection,
  document: Document,
  time: number,
): Promise<void> {
  const before = await requireStored(view, collection, document.id);
  await storeDocument(view, collection, { before, after: document }, time);
}

/**
 * Removes a document from the type, its indices and aggregates. Types that keep history have no removal: their storage on
 * the network rejects it, and the transition is answered with 10404 before it comes to this.
 *
 * @throws {RangeError} when there is no such document, or the type keeps history. Nothing is changed then.
 */
export async function removeDocument(
  view: WritableView,
  collection: Collection,
  documentId: Uint8Array,
): Promise<void> {
  if (collection.type.documentsKeepHistory) throw new RangeError('a type that keeps history has no removal');
  await storeDocument(view, collection, { before: await requireStored(view, collection, documentId) }, 0);
}

async function requireStored(
  view: StoreView,
  collection: Collection,
  documentId: Uint8Array,
): Promise<Document> {
  const document = await findDocument(view, collection, documentId);
  if (document !== undefined) return document;
  throw new RangeError(`document ${identifierText(documentId)} does not exist: insert it`);
}

/** Returns the entries whose keys are not among those of others. */
const without = (entries: readonly IndexEntry[], others: readonly IndexEntry[]): readonly IndexEntry[] =>
  others.length === 0
    ? entries
    : entries.filter(({ key }) => !others.some((other) => compareBytes(other.key, key) === 0));
