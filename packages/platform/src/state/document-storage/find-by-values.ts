import { entryDocumentId, indexPrefix } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView } from '../../store/store.js';
import type { Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { findIndexOf, positionOfValues, type ValuesByPath } from '../document/values-in-index.js';
import { findDocument } from './document-store.js';

/** Returns the document that a unique index has for values; nothing where none has them, or the type has no such index. */
export async function findByValues(
  view: StoreView,
  collection: Collection,
  values: ValuesByPath,
): Promise<Document | undefined> {
  const index = findIndexOf(collection, values.keys(), ({ unique }) => unique);
  const position = index && positionOfValues(collection, index, values);
  if (index === undefined || position === undefined) return undefined;
  const prefix = indexPrefix(collection.location, index, position);
  const [entry] = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 1 });
  return entry && findDocument(view, collection, entryDocumentId(entry.key));
}
