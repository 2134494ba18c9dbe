import type { DocumentTypeDescription } from '@dapikit/contract';
import {
  documentsByIdQuery,
  documentsWithIdsQuery,
  indexedDocumentsQuery,
  UnprovableQueryError,
  type IndexedProperty,
  type PathQuery,
  type QueryItem,
} from '@dapikit/proof';
import { compareBytes } from '../bytes/compare-bytes.js';
import { planQuery } from '../query/plan-query.js';
import type { IdPlan, IndexLevel, Selection } from '../query/query-plan.js';

/**
 * Returns the query of the trees for a query of documents, as the network rebuilds it: with its keys and its directions, also where
 * this platform is set to others.
 *
 * Source: `construct_path_query` in `packages/rs-drive/src/query/mod.rs` of dashpay/platform.
 * @throws {QueryError}
 * @throws {UnprovableQueryError} with a start document, and for a range that is empty in the order of the network's keys
 */
export function documentPathQuery(
  contractId: Uint8Array,
  type: DocumentTypeDescription,
  query: unknown,
): PathQuery {
  const plan = planQuery(type, query, { quirks: { ignoresUnboundDescending: true } });
  if (plan.cursor !== undefined)
    throw new UnprovableQueryError('a query with a start document has no proof here: send prove false');
  const name = { contractId, documentTypeName: type.name };
  if (plan.kind === 'ids') return idsQuery({ ...name, keepsHistory: type.documentsKeepHistory }, plan);
  return indexedDocumentsQuery({
    ...name,
    properties: plan.levels.map(propertyOf),
    isUnique: plan.index.unique,
    isAscendingById: !plan.idsDescending,
    limit: plan.limit,
  });
}

function idsQuery(
  type: Parameters<typeof documentsWithIdsQuery>[0],
  { ids, descending, limit }: IdPlan,
): PathQuery {
  const isAscending = !descending;
  if (ids === undefined) return documentsByIdQuery({ ...type, isAscending, limit });
  const { path, query } = documentsWithIdsQuery(type, ids);
  return { path, query: { ...query, isLeftToRight: isAscending }, limit };
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
