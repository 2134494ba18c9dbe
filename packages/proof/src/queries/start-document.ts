import { compareBytes } from '@dapikit/protocol/codec';
import { mergePathQueries } from '../path-query/merge-path-queries.js';
import type { PathQuery } from '../path-query/path-query.js';
import { selectsKey } from '../path-query/query-item.js';
import { documentsPath, MEMBERS_KEY, NEWEST_VERSION_KEY } from '../drive/drive-paths.js';
import type { DocumentTypeRequest } from './document.js';

/**
 * Returns the query for the document with which a page begins, without a limit.
 *
 * @param isAscending the direction of the page where that is one of ids, as both are proven in one layer
 */
export function startDocumentQuery(
  { contractId, documentTypeName, keepsHistory = false }: DocumentTypeRequest,
  documentId: Uint8Array,
  isAscending = true,
): PathQuery {
  const path = documentsPath(contractId, documentTypeName);
  if (!keepsHistory)
    return { path, query: { items: [{ type: 'key', key: documentId }], isLeftToRight: isAscending } };
  const defaultBranch = { path: [NEWEST_VERSION_KEY] };
  return {
    path,
    query: { items: [{ type: 'key', key: documentId }], isLeftToRight: isAscending, defaultBranch },
  };
}

/**
 * Returns the query that is proven for a page: the page and the document with which it begins, from which a verifier learns what the page
 * selects.
 *
 * Source: `construct_path_query_operations` in `packages/rs-drive/src/query/mod.rs` of dashpay/platform.
 */
export function pageWithStartQuery(
  type: DocumentTypeRequest,
  documentId: Uint8Array,
  page: PathQuery,
): PathQuery {
  const start = startDocumentQuery(type, documentId);
  const documents = documentsPath(type.contractId, type.documentTypeName);
  const isOfIds =
    page.path.length === documents.length && compareBytes(page.path.at(-1) ?? MEMBERS_KEY, MEMBERS_KEY) === 0;
  if (isOfIds && page.query.items.some((item) => selectsKey(item, documentId))) return page;
  const { limit, ...unlimited } = page;
  // A page of ids comes first: the layer takes its direction.
  const merged = mergePathQueries(isOfIds ? [unlimited, start] : [start, unlimited]);
  return { ...merged, ...(limit !== undefined && { limit: limit + 1 }) };
}
