import { documentHistoryQuery } from '@dapikit/proof';
import { Platform } from '../generated/dapi_pb.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { invalidArgument, readIdentifier, readLimit, readTime, readU16 } from './request-values.js';

/** Source: `getDocumentHistory` of the official SDK 4.1. */
const MAX_VERSIONS = 10;

export const getDocumentHistory = platformQuery(Platform.method.getDocumentHistory, {
  summary: 'Returns previous versions of a document',
  description:
    'The oldest 1 to 10 versions after a time, of a document whose type keeps history; none of another. Documents are serialised as the network does.',
  cost: 5,
  read: ({ dataContractId, documentTypeName, documentId, limit, offset, startAtMs }) => ({
    contractId: readIdentifier(dataContractId, 'data_contract_id'),
    documentTypeName,
    documentId: readIdentifier(documentId, 'document_id'),
    limit: readLimit(limit, 'limit', MAX_VERSIONS),
    offset,
    startAtMs,
  }),
  answer: async ({ contractId, documentTypeName, documentId, limit, offset, startAtMs }, state) => {
    const type = { contractId, documentType: documentTypeName };
    const versions = await state.documentHistory(type, documentId, {
      limit,
      offset: readU16(offset ?? 0, 'offset'),
      startAtMs: readTime(startAtMs),
    });
    const documentEntries = versions.map(({ time, bytes }) => ({ date: BigInt(time), value: bytes }));
    return oneofMember('documentHistory', { documentEntries });
  },
  select: ({ offset, ...query }) => {
    if ((offset ?? 0) !== 0) throw invalidArgument('an offset has no proof: send offset 0');
    return documentHistoryQuery(query);
  },
});
