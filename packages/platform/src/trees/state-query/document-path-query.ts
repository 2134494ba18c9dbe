import { type PathQuery } from '@dapikit/proof';
import {
  documentAggregatesQuery,
  documentTypeRequest,
  pageWithStartQuery,
  plannedAggregates,
  plannedDocumentsQuery,
  type DocumentAggregatesQuery,
} from '@dapikit/proof/prover';
import { planAggregate, planQuery } from '@dapikit/proof/document-query';
import type { Collection } from '../../state/document/collection.js';
import { startDocument } from '../../state/query/run-plan.js';
import type { StoreView } from '../../store/store.js';

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
  const plan = planQuery(type, query, { takesDriveForms: true });
  const start = await startDocument(view, location, type, plan);
  const page = plannedDocumentsQuery(location.contractId, type, plan, start);
  if (start === undefined) return page;
  return pageWithStartQuery(documentTypeRequest(location.contractId, type), start.id, page);
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
  const plan = planAggregate(type, { ...query, prove: true }, { takesDriveForms: true });
  return documentAggregatesQuery(plannedAggregates(location.contractId, type, plan, 'limit' in query));
}
