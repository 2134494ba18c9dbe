import type { DocumentTypeDescription } from '@dapikit/contract';
import {
  documentAggregatesQuery,
  documentsByIdQuery,
  documentsWithIdsQuery,
  indexedDocumentsQuery,
  narrowItems,
  pageWithStartQuery,
  UnprovableQueryError,
  type DocumentAggregatesQuery,
  type DocumentTypeRequest,
  type IndexedProperty,
  type PageStart,
  type PathQuery,
  type QueryItem,
} from '@dapikit/proof';
import { compareBytes } from '../bytes/compare-bytes.js';
import type { Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { indexPosition } from '../document/index-entries.js';
import { planAggregate } from '../query/plan-aggregate.js';
import { planQuery } from '../query/plan-query.js';
import type { IdPlan, IndexLevel, QueryPlan, Selection } from '../query/query-plan.js';
import { startDocument } from '../query/run-plan.js';
import type { StoreView } from '../store/store.js';

/**
 * Returns the query of the trees for a query of documents, as the network rebuilds it: with its keys and its directions, also where
 * this platform is set to others. With a start document it selects that one, too.
 *
 * @throws {QueryError} (rejects) `StartDocumentNotFound` where there is no start document
 * @throws {UnprovableQueryError} (rejects) for a range that is empty in the order of the network's keys, and for a page without proof
 */
export async function documentPathQuery(
  view: StoreView,
  { location, type }: Collection,
  query: unknown,
): Promise<PathQuery> {
  const plan = planQuery(type, query);
  const start = await startDocument(view, location, type, plan);
  const name = {
    contractId: location.contractId,
    documentTypeName: type.name,
    keepsHistory: type.documentsKeepHistory,
  };
  const page = pageQuery(name, type, plan, start);
  return start === undefined ? page : pageWithStartQuery(name, start.id, page);
}

function pageQuery(
  name: DocumentTypeRequest,
  type: DocumentTypeDescription,
  plan: QueryPlan,
  start: Document | undefined,
): PathQuery {
  const isIncluded = plan.cursor?.included ?? false;
  if (plan.kind === 'ids') return idsQuery(name, plan, start && { key: start.id, isIncluded });
  return indexedDocumentsQuery({
    ...name,
    properties: plan.levels.map(propertyOf),
    isUnique: plan.index.unique,
    limit: plan.limit,
    start: start && {
      documentId: start.id,
      keys: indexPosition(type, plan.index, start),
      isIncluded,
    },
  });
}

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

const propertyOf = ({ property, use, select, descending }: IndexLevel): IndexedProperty => ({
  name: property,
  items: itemsOf(select),
  isEqual: use === '==',
  isAscending: !descending,
});

function itemsOf(select: Selection): readonly QueryItem[] {
  if (select.kind === 'keys') return select.keys.map((key): QueryItem => ({ type: 'key', key }));
  const { from, to } = select;
  if (from === undefined) {
    if (to === undefined) return [{ type: 'rangeFull' }];
    return [{ type: to.included ? 'rangeToInclusive' : 'rangeTo', end: to.key }];
  }
  const start = from.key;
  if (to === undefined) return [{ type: from.included ? 'rangeFrom' : 'rangeAfter', start }];
  const end = to.key;
  if (compareBytes(start, end) > 0)
    throw new UnprovableQueryError(
      "the lower bound of the range is above the upper one in the network's keys",
    );
  if (from.included) return [{ type: to.included ? 'rangeInclusive' : 'range', start, end }];
  return [{ type: to.included ? 'rangeAfterToInclusive' : 'rangeAfterTo', start, end }];
}

/**
 * Returns the query of the trees for a query of aggregates, in the network's keys.
 *
 * @throws {QueryError}
 * @throws {UnprovableQueryError} for a range that is empty in the order of the network's keys
 */
export function documentAggregatesPathQuery(
  { location, type }: Collection,
  query: object,
): DocumentAggregatesQuery {
  const { select, source, descending, limit } = planAggregate(type, { ...query, prove: true });
  const levels = source.kind === 'type' ? [] : source.levels;
  return documentAggregatesQuery({
    contractId: location.contractId,
    documentTypeName: type.name,
    select,
    properties: levels.map(({ property, select: selection, isGrouped }) => ({
      name: property,
      items: itemsOf(selection),
      isGrouped,
    })),
    isAscending: !descending,
    // Verifiers take no limit for granted where only the outer of two ranges is grouped.
    limit: levels.at(-1)?.isGrouped === true || 'limit' in query ? limit : undefined,
  });
}
