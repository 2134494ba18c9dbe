import type { DocumentTypeDescription } from '@dapikit/contract';
import { decode } from '@dapikit/protocol/codec';
import { documentCodec, type StoredDocument } from '@dapikit/protocol';
import { planQuery } from '../document-query/plan-query.js';
import type { QueryPlan } from '../document-query/query-plan.js';
import type { DocumentQuery } from '../document-query/read-query.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { itemBytes } from '../response/element-content.js';
import {
  verifyResponse,
  type ProofReader,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { documentTypeRequest, plannedDocumentsQuery } from './planned-documents.js';
import { startDocumentQuery } from './start-document.js';

/** Names the documents that a query is about. */
export interface DocumentCollection {
  /** The identifier of the contract, 32 bytes. */
  readonly contractId: Uint8Array;
  /** The document type with its indices, as `documentTypesOf` of `@dapikit/protocol` describes it: plain data. */
  readonly documentType: DocumentTypeDescription;
}

/** Document that a response proves. */
export interface ProvenDocument {
  /** The bytes in the state. */
  readonly bytes: Uint8Array;
  readonly document: StoredDocument;
}

/**
 * Verifies the response of getDocuments: chooses the index as the network does up to protocol version 13, and returns exactly the
 * documents that the query selects there, in its order. Throws QueryError for a query that the network rejects, UnprovableQueryError for
 * one without proof, DecodeError and ProofError for a response that does not prove the documents.
 *
 * Source: `packages/rs-drive/src/query` and `packages/rs-drive/src/verify/document` of dashpay/platform.
 */
export function verifyDocuments(
  response: ProvenResponse,
  options: TrustOptions & DocumentCollection & DocumentQuery,
): Proven<readonly ProvenDocument[]> {
  const { contractId, documentType, where, orderBy, limit, startAt, startAfter } = options;
  const plan = planQuery(documentType, { where, orderBy, limit, startAt, startAfter });
  const codec = documentCodec(documentType);
  return verifyResponse(response, options, (reader) => {
    const start = startOf(reader, { contractId, documentType }, plan);
    const page = plannedDocumentsQuery(contractId, documentType, plan, start && decode(codec, start));
    // A page comes with its start document, which the page itself may not select.
    return reader.elements(page, { isSubset: start !== undefined }).map(({ element }) => {
      const bytes = itemBytes(element);
      return { bytes, document: decode(codec, bytes) };
    });
  });
}

function startOf(
  reader: ProofReader,
  { contractId, documentType }: DocumentCollection,
  plan: QueryPlan,
): Uint8Array | undefined {
  if (plan.cursor === undefined) return undefined;
  const query = startDocumentQuery(
    documentTypeRequest(contractId, documentType),
    plan.cursor.documentId,
    plan.kind === 'index' || !plan.descending,
  );
  const [found] = reader.elements(query, { isSubset: true });
  if (found !== undefined) return itemBytes(found.element);
  throw new ProofError('incomplete', 'the proof is incomplete: the start document is missing');
}
