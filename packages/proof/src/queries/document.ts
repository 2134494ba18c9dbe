import { decode, type Codec } from '@dapikit/protocol/codec';
import type { StoredDocument } from '@dapikit/protocol';
import type { Path } from '../element/reference-path.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemBytes } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { documentsPath, NEWEST_VERSION_KEY, timeKey } from '../drive/drive-paths.js';
import { keysQuery, pageItem, rangeQuery, timeOfKey, type PageStart } from './query-forms.js';

/** Names a document type and how its documents are stored. */
export interface DocumentTypeRequest {
  readonly contractId: Uint8Array;
  readonly documentTypeName: string;
  /** True if documents of the type keep their history. Default: false. */
  readonly keepsHistory?: boolean | undefined;
}

const pathOf = ({ contractId, documentTypeName }: DocumentTypeRequest): Path =>
  documentsPath(contractId, documentTypeName);

const branchOf = ({ keepsHistory = false }: DocumentTypeRequest) =>
  keepsHistory ? { path: [NEWEST_VERSION_KEY] } : undefined;

/** Says which page of the documents of a type is requested, in the order of their ids. */
export interface DocumentsByIdRequest extends DocumentTypeRequest {
  readonly start?: PageStart | undefined;
  readonly limit?: number | undefined;
  /** Default: true. */
  readonly isAscending?: boolean | undefined;
}

/** Returns the query for documents by their ids. */
export const documentsWithIdsQuery = (
  request: DocumentTypeRequest,
  documentIds: readonly Uint8Array[],
): PathQuery => keysQuery(pathOf(request), documentIds, branchOf(request));

/** Returns the query for a page of the documents of a type in the order of their ids. */
export const documentsByIdQuery = (request: DocumentsByIdRequest): PathQuery =>
  rangeQuery(pathOf(request), {
    item: pageItem(request.start, request.isAscending),
    isAscending: request.isAscending,
    limit: request.limit,
    defaultBranch: branchOf(request),
  });

/** Says which versions of a document are requested. */
export interface DocumentHistoryRequest extends Pick<DocumentTypeRequest, 'contractId' | 'documentTypeName'> {
  readonly documentId: Uint8Array;
  /** The time in ms after which versions are requested. */
  readonly startAtMs: bigint;
  /** Limits the versions: 1 to 10. Default: 10. */
  readonly limit?: number | undefined;
}

/** Largest number of versions of a document in a response. Source: `MAX_DOCUMENT_HISTORY_FETCH_LIMIT` of dashpay/platform. */
const MAX_VERSIONS = 10;

/** Returns the query for the versions of a document, the oldest first. Source: `fetch_document_history_query` in `packages/rs-drive` of dashpay/platform. */
export const documentHistoryQuery = (request: DocumentHistoryRequest): PathQuery =>
  rangeQuery([...pathOf(request), request.documentId], {
    item: { type: 'rangeAfter', start: timeKey(request.startAtMs) },
    limit: request.limit ?? MAX_VERSIONS,
  });

/** Says how documents are decoded: with the codec of their type, `documentCodec` of `@dapikit/protocol`. */
export interface DocumentOptions extends TrustOptions {
  readonly codec: Codec<StoredDocument>;
}

/**
 * Verifies the response to a query for one document by its id: the document, or undefined if there is none. Throws DecodeError,
 * ProofError. Source: `packages/rs-drive/src/verify/single_document` of dashpay/platform.
 */
export const verifyDocument = (
  response: ProvenResponse,
  options: DocumentOptions & DocumentTypeRequest & { readonly documentId: Uint8Array },
): Proven<StoredDocument | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [entry] = reader.keys(documentsWithIdsQuery(options, [options.documentId]));
    return entry?.element === undefined ? undefined : decode(options.codec, itemBytes(entry.element));
  });

/** Version of a document with the time in ms of its block. */
export interface DocumentVersion {
  readonly timeMs: bigint;
  readonly document: StoredDocument;
}

/**
 * Verifies the response of getDocumentHistory: versions of a document, the oldest first. Throws DecodeError, ProofError. Source:
 * `verify_document_history` in `packages/rs-drive/src/verify/document` of dashpay/platform.
 */
export const verifyDocumentHistory = (
  response: ProvenResponse,
  options: DocumentOptions & DocumentHistoryRequest,
): Proven<readonly DocumentVersion[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(documentHistoryQuery(options)).map(({ key: time, element }) => ({
      timeMs: timeOfKey(time),
      document: decode(options.codec, itemBytes(element)),
    })),
  );
