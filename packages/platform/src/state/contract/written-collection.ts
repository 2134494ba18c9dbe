import { decodeDocument, UnreadableDocumentError } from '../document/binary-form.js';
import { entryKeys, type Collection } from '../document/collection.js';
import { withDerived } from '../document-storage/derived-values.js';
import type { StoreView } from '../../store/store.js';
import type { FormerCollection } from './contract-book.js';

/**
 * Returns the collection by which a stored document was written: that of the present contract, or of an earlier version whose layout an
 * update changed. The one by which the document has all its index entries is taken, or else the first by which it can be read.
 */
export async function writtenCollection(
  view: StoreView,
  collection: Collection,
  former: readonly FormerCollection[],
  bytes: Uint8Array,
): Promise<Collection | FormerCollection> {
  if (former.length === 0) return collection;
  let readable: Collection | FormerCollection | undefined;
  for (const one of [collection, ...former]) {
    const entries = await readEntries(view, one, bytes);
    if (entries === undefined) continue;
    const found = await view.getMany(entries);
    if (found.every((value) => value !== undefined)) return one;
    readable ??= one;
  }
  return readable ?? collection;
}

async function readEntries(
  view: StoreView,
  collection: Collection,
  bytes: Uint8Array,
): Promise<readonly Uint8Array[] | undefined> {
  try {
    const document = decodeDocument(collection.type, bytes);
    return entryKeys(collection, await withDerived(view, collection, document));
  } catch (error) {
    // Read by another layout, values may be too long for an index.
    if (error instanceof UnreadableDocumentError || error instanceof RangeError) return undefined;
    throw error;
  }
}
