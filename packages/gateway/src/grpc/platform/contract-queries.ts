import { dataContractHistoryQuery, dataContractQuery, dataContractsQuery } from '@dapikit/proof';
import { Platform } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { selectionOf } from '../method/proof-subject.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { readInParts } from './read-in-parts.js';
import {
  distinctInOrder,
  readIdentifier,
  readIdentifiers,
  readLimit,
  readTime,
  readU16,
} from './request-values.js';

/** The most versions of one response. Source: `MAX_CONTRACT_HISTORY_FETCH_LIMIT` in `packages/rs-drive` of dashpay/platform. */
const MAX_VERSIONS = 10;

export const getDataContract = platformQuery(Platform.method.getDataContract, {
  summary: 'Returns a data contract by its id',
  description: 'The contract is serialised as the network does.',
  cost: 5,
  errors: [{ status: 'notFound', when: 'the contract does not exist' }],
  answer: async ({ id }, state) => {
    const contract = await state.contract(readIdentifier(id, 'id'));
    if (contract === undefined) throw new GrpcError('notFound', 'data contract not found');
    return oneofMember('dataContract', contract);
  },
  subject: ({ id }) => {
    // Without a history the contract lies on the way to its versions, so that the proof shows it as well.
    const keepsHistory = true;
    return selectionOf(dataContractQuery(readIdentifier(id, 'id'), keepsHistory));
  },
  prove: async ({ id }, state) => {
    const contractId = readIdentifier(id, 'id');
    return dataContractQuery(contractId, await state.keepsContractHistory(contractId));
  },
});

export const getDataContracts = platformQuery(Platform.method.getDataContracts, {
  summary: 'Returns data contracts by their ids',
  description: 'Each id once, in the order of the ids; without a contract where there is none.',
  cost: 5,
  answer: async ({ ids }, state) => {
    const distinct = distinctInOrder(readIdentifiers(ids, 'ids'));
    const found = await readInParts(distinct, async (part) => state.contracts(part));
    const dataContractEntries = found.map(({ id, bytes }) => ({
      identifier: id,
      ...(bytes === undefined ? {} : { dataContract: bytes }),
    }));
    return oneofMember('dataContracts', { dataContractEntries });
  },
  subject: ({ ids }) => {
    const distinct = distinctInOrder(readIdentifiers(ids, 'ids'));
    return selectionOf(dataContractsQuery(distinct, distinct));
  },
  prove: async ({ ids }, state) => {
    const distinct = distinctInOrder(readIdentifiers(ids, 'ids'));
    const kept = await readInParts(distinct, async (part) =>
      Promise.all(part.map(async (id) => state.keepsContractHistory(id))),
    );
    return dataContractsQuery(
      distinct,
      distinct.filter((_, at) => kept[at]),
    );
  },
});

export const getDataContractHistory = platformQuery(Platform.method.getDataContractHistory, {
  summary: 'Returns previous versions of a data contract',
  description:
    'The newest 1 to 10 versions after a time, the oldest of them first, of a contract that keeps history.',
  cost: 20,
  errors: [{ status: 'notFound', when: 'no version is stored' }],
  answer: async ({ id, limit, offset, startAtMs }, state) => {
    const versions = await state.contractHistory(readIdentifier(id, 'id'), {
      startAtMs: readTime(startAtMs),
      limit: readLimit(limit, 'limit', MAX_VERSIONS),
      offset: readU16(offset ?? 0, 'offset'),
    });
    if (versions.length === 0) throw new GrpcError('notFound', 'data contract history not found');
    const dataContractEntries = versions.map(({ time, bytes }) => ({ date: BigInt(time), value: bytes }));
    return oneofMember('dataContractHistory', { dataContractEntries });
  },
  select: ({ id, limit, offset, startAtMs }) => {
    if ((offset ?? 0) !== 0) throw new GrpcError('invalidArgument', 'an offset has no proof: send offset 0');
    return dataContractHistoryQuery({
      contractId: readIdentifier(id, 'id'),
      startAtMs,
      limit: readLimit(limit, 'limit', MAX_VERSIONS),
    });
  },
});
