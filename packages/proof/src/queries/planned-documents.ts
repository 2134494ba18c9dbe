import type { DocumentTypeDescription } from '@dapikit/contract';
import type { IndexedDocument } from '../document-query/field.js';
import { indexPosition } from '../document-query/index-key.js';
import type { AggregatePlan } from '../document-query/plan-aggregate.js';
import type { IdPlan, IndexLevel, IndexPlan, QueryPlan } from '../document-query/query-plan.js';
import { selectionItems } from '../document-query/selection-items.js';
import type { PathQuery } from '../path-query/path-query.js';
import type { DocumentAggregatesRequest } from './document-aggregates.js';
import { documentsByIdQuery, documentsWithIdsQuery, type DocumentTypeRequest } from './document.js';
import { indexedDocumentsQuery, type IndexedProperty } from './indexed-documents.js';
import { narrowItems } from './narrow-items.js';
import type { PageStart } from './query-forms.js';

/** Returns the name of a document type as queries of the trees have it. */
export const documentTypeRequest = (
  contractId: Uint8Array,
  { name, documentsKeepHistory }: DocumentTypeDescription,
): DocumentTypeRequest => ({
  contractId,
  documentTypeName: name,
  keepsHistory: documentsKeepHistory,
});

/**
 * Returns the query of the trees that the network builds for a plan, in the order of the keys of the plan.
 *
 * @param start the document of the cursor, where there is one
 * @throws {UnprovableQueryError} for a range that is empty in the order of the keys, and for an ascending page of a range without a lower bound
 */
export const plannedDocumentsQuery = (
  contractId: Uint8Array,
  type: DocumentTypeDescription,
  plan: QueryPlan,
  start: IndexedDocument | undefined,
): PathQuery =>
  plan.kind === 'ids'
    ? idsQuery(
        documentTypeRequest(contractId, type),
        plan,
        start && { key: start.id, isIncluded: plan.cursor?.included ?? false },
      )
    : indexPathQuery(contractId, type, plan, start);

/** Returns the query of the trees for documents by an index, as {@link plannedDocumentsQuery}. @throws {UnprovableQueryError} */
export const indexPathQuery = (
  contractId: Uint8Array,
  type: DocumentTypeDescription,
  plan: IndexPlan,
  start: IndexedDocument | undefined,
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

function idsQuery(
  type: DocumentTypeRequest,
  { ids, descending, limit }: IdPlan,
  start: PageStart | undefined,
): PathQuery {
  const isAscending = !descending;
  if (ids === undefined) return documentsByIdQuery({ ...type, isAscending, limit, start });
  const { path, query } = documentsWithIdsQuery(type, ids);
  const items = start === undefined ? query.items : narrowItems(query.items, { ...start, isAscending });
  return { path, query: { ...query, items, isLeftToRight: isAscending }, limit };
}

/**
 * Returns the aggregates that the network selects for a plan.
 *
 * @param isLimited whether the query itself has a limit
 * @throws {UnprovableQueryError} for a range that is empty in the order of the keys
 */
export function plannedAggregates(
  contractId: Uint8Array,
  type: DocumentTypeDescription,
  { select, source, descending, limit }: AggregatePlan,
  isLimited: boolean,
): DocumentAggregatesRequest {
  const levels = source.kind === 'type' ? [] : source.levels;
  return {
    contractId,
    documentTypeName: type.name,
    select,
    properties: levels.map(({ property, select: selection, isGrouped }) => ({
      name: property,
      items: selectionItems(selection),
      isGrouped,
    })),
    isAscending: !descending,
    // Verifiers take no limit for granted where only the outer of two ranges is grouped.
    limit: levels.at(-1)?.isGrouped === true || isLimited ? limit : undefined,
  };
}
