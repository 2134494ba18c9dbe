import { encodeDocument } from '../../state/document/binary-form.js';
import type { DocumentChange } from '../../state/document-storage/document-store.js';
import { allBytes, elementBytes } from '../../state/fee/element-bytes.js';
import type { RemovedBytes } from '../../state/fee/storage-claim.js';
import type { StoreView } from '../../store/store.js';
import type { FoundCollection } from './change-operations.js';
import { documentInTrees } from './document-operations.js';
import { DocumentTypeTrees, StoredDocument } from './document-trees.js';
import { placeElements } from './placed-element.js';
import { TreePlace } from './tree-place.js';

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
  const value = encodeDocument(collection.type, before);
  const stored = new StoredDocument(found, documentId, value);
  const trees = new DocumentTypeTrees(found);
  const root = TreePlace.root();
  const now =
    after === undefined
      ? []
      : documentInTrees(collection, documentId, encodeDocument(collection.type, after)).elements;
  const stays = new Set(now.map(({ put }) => root.at(put.path).child(put.key)));
  let frame = 0;
  for (const { element, place, kind } of placeElements(root, stored.elements, trees)) {
    const { put, index } = element;
    const flagBytes = trees.flagBytes(put, false);
    if (flagBytes === 0 || stays.has(place) || (await stored.isShared(element, view))) continue;
    const bytes = allBytes(elementBytes(kind, put.key.length, put.element, flagBytes));
    if (index === undefined) frame = bytes - value.length;
    else indices.set(index.name, (indices.get(index.name) ?? 0) + bytes);
  }
  return { frame, indices };
}
