import type { DocumentTypeDescription } from '@dapikit/contract';
import { indexedDocumentsQuery, type IndexedProperty, type PathQuery } from '@dapikit/proof';
import type { Document } from '../document/document.js';
import { indexPosition } from '../document/index-entries.js';
import type { IndexLevel, IndexPlan } from './query-plan.js';
import { selectionItems } from './selection-items.js';

/**
 * Returns the query of the trees that the network builds for a plan, in the order of the keys of the plan.
 *
 * @param start the document of the cursor, where there is one
 * @throws {UnprovableQueryError} for a range that is empty in the order of the keys, and for an ascending page of a range without a lower bound
 */
export const indexPathQuery = (
  contractId: Uint8Array,
  type: DocumentTypeDescription,
  plan: IndexPlan,
  start: Document | undefined,
): PathQuery =>
  indexedDocumentsQuery({
    contractId,
    documentTypeName: type.name,
    properties: plan.levels.map(propertyOf),
    isUnique: plan.index.unique,
    limit: plan.limit,
    start: start && {
      documentId: start.id,
      keys: indexPosition(type, plan.index, start, plan.order),
      isIncluded: plan.cursor?.included ?? false,
    },
  });

const propertyOf = ({ property, use, select, descending }: IndexLevel): IndexedProperty => ({
  name: property,
  items: selectionItems(select),
  isEqual: use === '==',
  isAscending: !descending,
});
