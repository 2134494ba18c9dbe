import {
  documentAggregatesQuery,
  documentsByIdQuery,
  documentsWithIdsQuery,
  narrowItems,
  pageWithStartQuery,
  type DocumentAggregatesQuery,
  type DocumentTypeRequest,
  type PageStart,
  type PathQuery,
} from '@dapikit/proof';
import type { Collection } from '../document/collection.js';
import { planAggregate } from '../query/plan-aggregate.js';
import { planQuery } from '../query/plan-query.js';
import { indexPathQuery } from '../query/index-path-query.js';
import type { IdPlan } from '../query/query-plan.js';
import { selectionItems } from '../query/selection-items.js';
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
  const page =
    plan.kind === 'ids'
      ? idsQuery(name, plan, start && { key: start.id, isIncluded: plan.cursor?.included ?? false })
      : indexPathQuery(location.contractId, type, plan, start);
  return start === undefined ? page : pageWithStartQuery(name, start.id, page);
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
      items: selectionItems(selection),
      isGrouped,
    })),
    isAscending: !descending,
    // Verifiers take no limit for granted where only the outer of two ranges is grouped.
    limit: levels.at(-1)?.isGrouped === true || 'limit' in query ? limit : undefined,
  });
}
