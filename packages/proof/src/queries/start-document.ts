import { compareBytes, decode } from '@dapikit/protocol/codec';
import type { StoredDocument } from '@dapikit/protocol';
import { ProofError } from '../merk-proof/proof-error.js';
import { mergePathQueries } from '../path-query/merge-path-queries.js';
import type { PathQuery } from '../path-query/path-query.js';
import { selectsKey } from '../path-query/query-item.js';
import { documentsPath, MEMBERS_KEY, NEWEST_VERSION_KEY } from '../drive/drive-paths.js';
import { itemBytes } from '../response/element-content.js';
import { verifyResponse, type Proven, type ProvenResponse } from '../response/proven-response.js';
import type { DocumentOptions, DocumentTypeRequest } from './document.js';

/** Returns the query for the document with which a page begins, without a limit. */
export function startDocumentQuery(
  { contractId, documentTypeName, keepsHistory = false }: DocumentTypeRequest,
  documentId: Uint8Array,
): PathQuery {
  const path = documentsPath(contractId, documentTypeName);
  return keepsHistory
    ? { path: [...path, documentId], query: { items: [{ type: 'key', key: NEWEST_VERSION_KEY }] } }
    : { path, query: { items: [{ type: 'key', key: documentId }] } };
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

/**
 * Verifies the response of getDocuments to a query with a start document: the documents of the page. Throws DecodeError, ProofError.
 * Source: `verify_proof_keep_serialized` in `packages/rs-drive/src/verify/document` of dashpay/platform.
 * @param pageOf returns the query of the page, which follows from the start document
 */
export const verifyDocumentsFrom = (
  response: ProvenResponse,
  options: DocumentOptions & DocumentTypeRequest & { readonly startDocumentId: Uint8Array },
  pageOf: (start: StoredDocument) => PathQuery,
): Proven<readonly StoredDocument[]> =>
  verifyResponse(response, options, (reader) => {
    const isSubset = true;
    const [found] = reader.elements(startDocumentQuery(options, options.startDocumentId), { isSubset });
    if (found === undefined)
      throw new ProofError('incomplete', 'the proof is incomplete: the start document is missing');
    const page = pageOf(decode(options.codec, itemBytes(found.element)));
    return reader
      .elements(page, { isSubset })
      .map(({ element }) => decode(options.codec, itemBytes(element)));
  });
