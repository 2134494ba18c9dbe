import type { Collection } from '../document/collection.js';
import { encodeDocument } from '../document/binary-form.js';
import type { DocumentChange } from '../document-storage/document-store.js';
import { allBytes, elementBytes } from '../fee/element-bytes.js';
import { documentKey } from '../keys/key-spaces.js';
import type { StoreView } from '../store/store.js';
import type { FoundCollection } from './change-operations.js';
import { documentOperations } from './document-operations.js';
import { DocumentTrees } from './document-trees.js';
import { putsByPlace, type Put } from './meter-changes.js';

/**
 * Returns the bytes of references that a stored change of a document has removed, and of trees that go with them, by the names of the
 * indices. Only elements with storage flags count: the others are nobody's. Trees count for the owner of the last document in them.
 */
export async function removedIndexBytes(
  view: StoreView,
  found: FoundCollection,
  { documentId, before, after }: DocumentChange & { readonly documentId: Uint8Array },
): Promise<ReadonlyMap<string, number>> {
  const removed = new Map<string, number>();
  if (before === undefined) return removed;
  const { collection } = found;
  const key = documentKey(collection.location, documentId);
  const value = encodeDocument(collection.type, before);
  const [old, now] = [value, after && encodeDocument(collection.type, after)].map((bytes) =>
    putsIn(collection, key, bytes),
  );
  const trees = new DocumentTrees(found, { key, before: value, after: undefined }, view);
  for (const [place, put] of old ?? []) {
    const index = trees.indexOf(put);
    const flagBytes = trees.flagBytes(put, true);
    if (index === undefined || flagBytes === 0 || now?.has(place) === true) continue;
    if (await trees.isShared(put, value)) continue;
    const bytes = allBytes(elementBytes('normal', put.key.length, put.element, flagBytes));
    removed.set(index, (removed.get(index) ?? 0) + bytes);
  }
  return removed;
}

const putsIn = (
  collection: Collection,
  key: Uint8Array,
  after: Uint8Array | undefined,
): ReadonlyMap<string, Put> =>
  putsByPlace(after === undefined ? [] : documentOperations(collection, { key, before: undefined, after }));
