import { compareKeys } from '../query/select-keys.js';
import { entryDocumentId, indexPrefix } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView } from '../store/store.js';
import { changedFields, type DocumentAction } from './action-effect.js';
import type { Collection } from './collection.js';
import type { Document } from './document.js';
import { fieldOf } from './field.js';
import { indexPosition } from './index-entries.js';

/** A document as an operation would leave it. */
export interface ProposedDocument {
  readonly action: DocumentAction;
  readonly after: Document;
  readonly protocolVersion: number;
}

/** A unique index that has the values already. */
export interface UniqueViolation {
  readonly index: string;
  /** What 40105 names. */
  readonly properties: readonly string[];
}

/** The protocol that stopped to tolerate a document that stands in its own way. */
const STRICT_SINCE = 10;

/**
 * All unique indices, contested ones included, that keep a document from being stored, by name. An index does not hold
 * where the document has no value for one of its properties. A document does not stand in its own way, unless (from
 * protocol 10 on) the operation sets one of the properties to what it is already: a transfer to its owner where an index
 * has `$ownerId`, a second change in one block where it has `$updatedAt`.
 *
 * Source: `packages/rs-drive/src/drive/document/index_uniqueness` in dashpay/platform, versions 0 and 1.
 */
export async function uniqueViolations(
  view: StoreView,
  { place, type, order }: Collection,
  { action, after, protocolVersion }: ProposedDocument,
): Promise<UniqueViolation[]> {
  const violations: UniqueViolation[] = [];
  const touched = changedFields(action);
  for (const index of type.indices) {
    const { name, properties } = index;
    if (!index.unique || properties.some((property) => fieldOf(after, property) === undefined)) continue;
    const prefix = indexPrefix(place, index, indexPosition(type, index, after, order));
    const [entry] = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 1 });
    if (entry === undefined) continue;
    const isOwn = action !== 'create' && compareKeys(entryDocumentId(entry.key), after.id) === 0;
    const toleratesOwn =
      protocolVersion < STRICT_SINCE || !properties.some((property) => touched.has(property));
    if (!isOwn || !toleratesOwn) violations.push({ index: name, properties });
  }
  return violations;
}
