import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract/protocol-versions';
import type { MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { CommittedState, DocumentTypeKey, Platform as LocalPlatform } from '@dapikit/platform';
import type { AggregateQuery, DocumentQuery } from '@dapikit/proof';
import {
  GetDocumentsRequest_GetDocumentsRequestV1_Select_Function as Select,
  Platform,
  type GetDocumentsRequest,
  type GetDocumentsRequest_GetDocumentsRequestV0Schema,
  type GetDocumentsRequest_GetDocumentsRequestV1Schema,
  type GetDocumentsResponse_GetDocumentsResponseV1_ResultDataSchema,
} from '../generated/dapi_pb.js';
import { unaryMethod } from '../method/grpc-method.js';
import type { DocumentsSubject } from '../method/proof-subject.js';
import { aggregateData, aggregateQuery, proveAggregates } from './aggregate-data.js';
import { readClauses } from './cbor-clauses.js';
import { openPlatform } from './open-platform.js';
import { oneofMember, QUERY_STATUSES } from './platform-query.js';
import { provenResponse, type ProvenResponse } from './proven-response.js';
import { priceOfQuery } from './query-price.js';
import { invalidArgument, MAX_RESULTS, readIdentifier } from './request-values.js';
import { metadataOf } from './response-metadata.js';
import { readOrderClauses, readWhereClauses } from './where-clauses.js';

type RequestV0 = MessageShape<typeof GetDocumentsRequest_GetDocumentsRequestV0Schema>;
type RequestV1 = MessageShape<typeof GetDocumentsRequest_GetDocumentsRequestV1Schema>;
type ResultData = MessageInitShape<typeof GetDocumentsResponse_GetDocumentsResponseV1_ResultDataSchema>;

/** The units of a call, in addition to those of its content. */
const COST = 5;

/** Returns how many documents a request without a limit asks for; none where it asks for aggregates. */
export const defaultLimitOf = ({ version }: GetDocumentsRequest): number =>
  version.case === 'v1' && !asksForDocuments(version.value) ? 0 : MAX_RESULTS;

export const getDocuments = unaryMethod(Platform.method.getDocuments, {
  summary: 'Queries documents, or counts, sums and averages of them',
  description: `Version 0 takes the conditions in CBOR, version 1 as messages; the response has the version of the request. At most 100 documents, serialised as the network does. A page behind a start document is that of protocol ${NEWEST_RELEASED_PROTOCOL}, which can leave out documents with the same value as the start document. Pages are the same with and without a proof, also where a network of protocol ${NEWEST_RELEASED_PROTOCOL} has a document more without one. Values have the forms that Drive takes: no text for integers, no lists of integers for bytes and identifiers.`,
  cost: COST,
  errors: QUERY_STATUSES,
  subject: ({ version: { case: version, value } }) => {
    if (version === undefined) return undefined;
    return version === 'v0' ? subjectOf(value, queryV0(value)) : subjectV1(value);
  },
  handle: async (wanted, context) => {
    const { version } = wanted;
    if (version.case === undefined) throw invalidArgument('version is missing: send version 0 or 1');
    const price = { cost: COST, defaultLimit: defaultLimitOf(wanted) };
    await context.charge(priceOfQuery(version.value, price));
    const platform = await openPlatform(context);
    if (version.case === 'v0') {
      const request = version.value;
      const query = queryV0(request);
      if (request.prove) return prove(platform, request, query);
      return platform.readState(async (state) => {
        const documents = await state.documents(typeOf(request), query);
        const result = oneofMember('documents', { documents: [...documents] });
        return { version: oneofMember('v0', { result, metadata: metadataOf(state) }) };
      });
    }
    const request = version.value;
    if (request.prove) {
      const { value } = (await proveV1(platform, request)).version;
      return { version: oneofMember('v1', value) };
    }
    return platform.readState(async (state) => {
      const result = oneofMember('data', await dataV1(request, state));
      return { version: oneofMember('v1', { result, metadata: metadataOf(state) }) };
    });
  },
});

type Query = Parameters<CommittedState['documents']>[1];

const prove = async (
  platform: LocalPlatform,
  request: RequestV0 | RequestV1,
  query: Query,
): Promise<ProvenResponse> =>
  provenResponse(platform, async (state) =>
    state.proofs.prove(await state.documentPathQuery(typeOf(request), query), { isOfItems: true }),
  );

/** Returns documents as the subject of a proof. */
function subjectOf(request: RequestV0 | RequestV1, query: Query): DocumentsSubject {
  const { contractId, documentType } = typeOf(request);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plan of the query checks its clauses
  return { kind: 'documents', contractId, documentTypeName: documentType, query: query as DocumentQuery };
}

function subjectV1(request: RequestV1): DocumentsSubject {
  const query = queryV1(request);
  if (asksForDocuments(request)) return subjectOf(request, query);
  const { contractId, documentType } = typeOf(request);
  const conditions = aggregateQuery({ ...query, groupBy: request.groupBy }, selectOf(request));
  return {
    kind: 'document-aggregates',
    contractId,
    documentTypeName: documentType,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plan of the query checks its clauses
    query: conditions as AggregateQuery,
  };
}

async function proveV1(platform: LocalPlatform, request: RequestV1): Promise<ProvenResponse> {
  const query = queryV1(request);
  if (asksForDocuments(request)) return prove(platform, request, query);
  const conditions = { ...query, groupBy: request.groupBy };
  return provenResponse(platform, async (state) =>
    proveAggregates(state, typeOf(request), conditions, selectOf(request)),
  );
}

const selectOf = ({ selects: [select] }: RequestV1): { readonly select: Select; readonly field: string } => ({
  select: select?.function ?? Select.DOCUMENTS,
  field: select?.field ?? '',
});

const typeOf = ({ dataContractId, documentType }: RequestV0 | RequestV1): DocumentTypeKey => ({
  contractId: readIdentifier(dataContractId, 'data_contract_id'),
  documentType,
});

function cursorOf({ start }: RequestV0 | RequestV1): { startAt?: Uint8Array; startAfter?: Uint8Array } {
  if (start.case === undefined) return {};
  const id = readIdentifier(start.value, start.case === 'startAt' ? 'start_at' : 'start_after');
  return { [start.case]: id };
}

const queryV0 = (request: RequestV0): Query => ({
  where: readClauses(request.where, 'where'),
  orderBy: readClauses(request.orderBy, 'order_by'),
  limit: request.limit,
  ...cursorOf(request),
});

const asksForDocuments = ({ selects }: RequestV1): boolean =>
  selects.every(({ function: select }) => select === Select.DOCUMENTS);

/** Reads what all requests of version 1 have. @throws {GrpcError} INVALID_ARGUMENT */
function queryV1(request: RequestV1) {
  const { selects, having, offset, limit, groupBy } = request;
  if (selects.length > 1) throw invalidArgument('several selects are not yet implemented: send one');
  if (having.length > 0) throw invalidArgument('having is not yet implemented: leave it out');
  if (offset !== undefined) throw invalidArgument('offset is not yet implemented: use start_after');
  if (limit === 0) throw invalidArgument('limit is 0: send 1 to 100, or leave it out');
  const isOfDocuments = asksForDocuments(request);
  if (isOfDocuments && groupBy.length > 0)
    throw invalidArgument('documents cannot be grouped: group counts, sums or averages');
  if (!isOfDocuments && request.start.case !== undefined)
    throw invalidArgument(`${request.start.case} is only for documents: leave it out`);
  return {
    where: readWhereClauses(request.whereClauses),
    orderBy: readOrderClauses(request.orderBy),
    ...(limit === undefined ? {} : { limit }),
    ...cursorOf(request),
  };
}

async function dataV1(request: RequestV1, state: CommittedState): Promise<ResultData> {
  const type = typeOf(request);
  const query = queryV1(request);
  if (asksForDocuments(request)) {
    const documents = await state.documents(type, query);
    return { variant: oneofMember('documents', { documents: [...documents] }) };
  }
  return aggregateData(state, type, { ...query, groupBy: request.groupBy }, selectOf(request));
}
