import { fieldOf } from '@dapikit/proof/document-query';
import type { StoreView } from '../../store/store.js';
import { decodeDocument } from '../document/binary-form.js';
import type { Collection } from '../document/collection.js';
import type { Document, DocumentValue } from '../document/document.js';
import { documentKey } from '../keys/key-spaces.js';
import { findRemoval, keptDocument } from './removal-record.js';

/**
 * Returns a document with the values that its indices read in the documents to which it refers, or in the records of those that moderators
 * deleted. They stay as they were when it was written, as the contract has only references and values that do.
 *
 * Source: `derived-index-properties.md` of the keywords of contracts in the book of dashpay/platform.
 * @throws {UnreadableDocumentError} when such a document or record is damaged.
 */
export async function withDerived(
  view: StoreView,
  { type, related }: Collection,
  document: Document,
): Promise<Document> {
  if (type.derived === undefined) return document;
  const derived: Record<string, DocumentValue> = {};
  for (const { path, reference, documentType, field } of type.derived) {
    const id = document.data[reference];
    const target = related?.(documentType);
    if (!(id instanceof Uint8Array) || target === undefined) continue;
    const value = await readField(view, target, id, field);
    if (value !== undefined) derived[path] = value;
  }
  return { ...document, derived };
}

async function readField(
  view: StoreView,
  target: Collection,
  id: Uint8Array,
  field: string,
): Promise<DocumentValue | undefined> {
  const bytes = await view.get(documentKey(target.location, id));
  if (bytes !== undefined) return fieldOf(decodeDocument(target.type, bytes), field);
  const record = await findRemoval(view, target.location, id);
  return record && fieldOf(keptDocument(id, record), field);
}
