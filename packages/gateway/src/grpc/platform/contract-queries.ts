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
  read: ({ id }) => readIdentifier(id, 'id'),
  answer: async (id, state) => {
    const contract = await state.contract(id);
    if (contract === undefined) throw new GrpcError('notFound', 'data contract not found');
    return oneofMember('dataContract', contract);
  },
  subject: (id) => {
    // Without a history the contract lies on the way to its versions, so that the proof shows it as well.
    const keepsHistory = true;
    return selectionOf(dataContractQuery(id, keepsHistory));
  },
  prove: async (id, state) => dataContractQuery(id, await state.keepsContractHistory(id)),
});

export const getDataContracts = platformQuery(Platform.method.getDataContracts, {
  summary: 'Returns data contracts by their ids',
  description: 'Each id once, in the order of the ids; without a contract where there is none.',
  cost: 5,
  read: ({ ids }) => distinctInOrder(readIdentifiers(ids, 'ids')),
  answer: async (ids, state) => {
    const found = await readInParts(ids, async (part) => state.contracts(part));
    const dataContractEntries = found.map(({ id, bytes }) => ({
      identifier: id,
      ...(bytes === undefined ? {} : { dataContract: bytes }),
    }));
    return oneofMember('dataContracts', { dataContractEntries });
  },
  subject: (ids) => selectionOf(dataContractsQuery(ids, ids)),
  prove: async (ids, state) => {
    const kept = await readInParts(ids, async (part) =>
      Promise.all(part.map(async (id) => state.keepsContractHistory(id))),
    );
    return dataContractsQuery(
      ids,
      ids.filter((_, at) => kept[at]),
    );
  },
});

export const getDataContractHistory = platformQuery(Platform.method.getDataContractHistory, {
  summary: 'Returns previous versions of a data contract',
  description:
    'The newest 1 to 10 versions after a time, the oldest of them first, of a contract that keeps history.',
  cost: 20,
  errors: [{ status: 'notFound', when: 'no version is stored' }],
  read: ({ id, limit, offset, startAtMs }) => ({
    contractId: readIdentifier(id, 'id'),
    limit: readLimit(limit, 'limit', MAX_VERSIONS),
    offset,
    startAtMs,
  }),
  answer: async ({ contractId, limit, offset, startAtMs }, state) => {
    const versions = await state.contractHistory(contractId, {
      startAtMs: readTime(startAtMs),
      limit,
      offset: readU16(offset ?? 0, 'offset'),
    });
    if (versions.length === 0) throw new GrpcError('notFound', 'data contract history not found');
    const dataContractEntries = versions.map(({ time, bytes }) => ({ date: BigInt(time), value: bytes }));
    return oneofMember('dataContractHistory', { dataContractEntries });
  },
  select: ({ contractId, limit, offset, startAtMs }) => {
    if ((offset ?? 0) !== 0) throw new GrpcError('invalidArgument', 'an offset has no proof: send offset 0');
    return dataContractHistoryQuery({ contractId, startAtMs, limit });
  },
});
