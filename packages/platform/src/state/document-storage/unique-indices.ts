import { protocolAt, type IndexDescription } from '@dapikit/contract';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { entryDocumentId, indexPrefix } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView } from '../../store/store.js';
import { changedSystemFields, type DocumentTransitionKind } from '../document/document-changes.js';
import type { Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { isEntered } from '../document/index-entries.js';
import { fieldOf, indexPositions } from '@dapikit/proof/document-query';

/** Describes a document as a transition would leave it. */
export interface ProposedDocument {
  readonly kind: DocumentTransitionKind;
  readonly after: Document;
  readonly protocolVersion: number;
}

/** Describes a unique index that has the values already. */
export interface UniqueViolation {
  readonly index: string;
  /** Properties that 40105 names. */
  readonly properties: readonly string[];
  /** The document that has them. */
  readonly documentId: Uint8Array;
}

/**
 * Returns all unique indices, contested ones included, that prevent a document from being stored, by name. An index does not apply
 * where the document has no value for one of its properties. A document does not conflict with itself, unless (where
 * the protocol says so) the transition sets one of the properties to what it is already: a transfer to its owner where an index
 * has `$ownerId`, a second change in one block where it has `$updatedAt`.
 *
 * Source: `packages/rs-drive/src/drive/document/index_uniqueness` in dashpay/platform, versions 0 and 1.
 */
export async function findUniqueViolations(
  view: StoreView,
  collection: Collection,
  { kind, after, protocolVersion }: ProposedDocument,
): Promise<UniqueViolation[]> {
  const { type } = collection;
  const violations: UniqueViolation[] = [];
  const touched = protocolAt(protocolVersion).documentsConflictWithThemselves
    ? changedSystemFields(kind)
    : new Set<string>();
  for (const index of type.indices) {
    const { name, properties, terminal } = index;
    // Entries of a deleted document are written over.
    if (index.outlivesDelete === true) continue;
    if (
      terminal === undefined &&
      (!index.unique || properties.some((one) => fieldOf(after, one) === undefined))
    )
      continue;
    const entry = await findEntry(view, collection, index, after);
    if (entry === undefined) continue;
    const isOwn = kind !== 'create' && compareBytes(entry, after.id) === 0;
    if (!isOwn || properties.some((property) => touched.has(property)))
      violations.push({ index: name, properties, documentId: entry });
  }
  return violations;
}

/** Returns the id of a document that has the place of another one in an index. Windows of unique indices do not overlap. */
async function findEntry(
  view: StoreView,
  { location, type, order }: Collection,
  index: IndexDescription,
  document: Document,
): Promise<Uint8Array | undefined> {
  for (const position of indexPositions(type, index, document, order)) {
    if (!isEntered(index, position)) continue;
    const prefix = indexPrefix(location, index, position);
    const [entry] = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 1 });
    if (entry !== undefined) return entryDocumentId(entry.key);
  }
  return undefined;
}
