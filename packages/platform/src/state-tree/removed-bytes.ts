import type { Collection } from '../document/collection.js';
import { encodeDocument } from '../document/binary-form.js';
import type { DocumentChange } from '../document-storage/document-store.js';
import { allBytes, elementBytes } from '../fee/element-bytes.js';
import type { RemovedBytes } from '../fee/storage-claim.js';
import { documentKey } from '../keys/key-spaces.js';
import type { StoreView } from '../store/store.js';
import type { FoundCollection } from './change-operations.js';
import { documentOperations } from './document-operations.js';
import { DocumentTrees } from './document-trees.js';
import { kindsIn, putsByPlace, type Put } from './meter-changes.js';

/**
 * Returns the bytes that a stored change of a document has removed from the trees beside its content: those of its element, if it is gone,
 * and by the names of indices those of references and of trees that go with them. Only elements with storage flags count: the others
 * are nobody's. Trees count for the owner of the last document in them.
 */
export async function removedBytes(
  view: StoreView,
  found: FoundCollection,
  { documentId, before, after }: DocumentChange & { readonly documentId: Uint8Array },
): Promise<RemovedBytes> {
  const indices = new Map<string, number>();
  if (before === undefined) return { frame: 0, indices };
  const { collection } = found;
  const key = documentKey(collection.location, documentId);
  const value = encodeDocument(collection.type, before);
  const old = putsIn(collection, key, value);
  const now = putsIn(collection, key, after && encodeDocument(collection.type, after));
  const trees = new DocumentTrees(found, { key, before: value, after: undefined }, view);
  const kinds = kindsIn([...old.values()], trees);
  let frame = 0;
  for (const [place, put] of old) {
    const flagBytes = trees.flagBytes(put, true);
    if (flagBytes === 0 || now.has(place) || (await trees.isShared(put, value))) continue;
    const bytes = allBytes(elementBytes(kinds(put.path), put.key.length, put.element, flagBytes));
    const index = trees.indexOf(put);
    if (index === undefined) frame = bytes - value.length;
    else indices.set(index, (indices.get(index) ?? 0) + bytes);
  }
  return { frame, indices };
}

const putsIn = (
  collection: Collection,
  key: Uint8Array,
  after: Uint8Array | undefined,
): ReadonlyMap<string, Put> =>
  putsByPlace(after === undefined ? [] : documentOperations(collection, { key, before: undefined, after }));
