import { createPlatform, type Platform } from '@dapikit/platform';
import type { DocumentTypeDescription } from '@dapikit/contract';
import { verifyDocuments } from '@dapikit/proof';
import { dataContract, decode, documentTypesOf, hash160 } from '@dapikit/protocol';
import { base58, hex } from '@scure/base';
import { encode } from 'cborg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GetDocumentsRequest_WhereOperator as Operator } from '../../src/grpc/generated/dapi_pb.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { QUORUM_KEY, testSigner, trustedClient, type OfficialQueries } from './trusted-client.js';

const CARD = {
  type: 'object',
  properties: {
    deck: { type: 'string', maxLength: 20, position: 0 },
    rank: { type: 'integer', minimum: 0, maximum: 1000, position: 1 },
    serial: { type: 'string', maxLength: 20, position: 2 },
  },
  indices: [
    { name: 'deckRank', properties: [{ deck: 'asc' }, { rank: 'asc' }] },
    { name: 'rank', properties: [{ rank: 'asc' }] },
    { name: 'serial', properties: [{ serial: 'asc' }], unique: true },
  ],
  required: ['rank'],
  additionalProperties: false,
};
const PAIR = {
  type: 'object',
  properties: {
    left: { type: 'integer', minimum: 0, maximum: 9, position: 0 },
    right: { type: 'integer', minimum: 0, maximum: 9, position: 1 },
  },
  indices: [{ name: 'pair', properties: [{ left: 'asc' }, { right: 'asc' }], unique: true }],
  additionalProperties: false,
};
const CARDS = [
  { deck: 'a', rank: 1, serial: 's1' },
  { deck: 'a', rank: 2, serial: 's2' },
  { deck: 'a', rank: 2 },
  { deck: 'ab', rank: 3, serial: 's3' },
  { deck: 'b', rank: 1, serial: 's4' },
  { deck: 'b', rank: 300 },
  { rank: 7 },
] as const;
/** A compressed public key. */
const PUBLIC_KEY = '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f';
const KEYS = [
  {
    purpose: 'AUTHENTICATION',
    securityLevel: 'MASTER',
    type: 'ECDSA_SECP256K1',
    data: PUBLIC_KEY,
  },
  {
    purpose: 'AUTHENTICATION',
    securityLevel: 'HIGH',
    type: 'ECDSA_SECP256K1',
    data: '024d4b6cd1361032ca9bd2aeb9d900aa4d45d9ead80ac9423374c451a7254d0766',
  },
] as const;
/** The id of no document. */
const UNUSED = 'C9cmcgqgaD1P1wGjyHpc1SLsHCiD8VHJCKyGciPrGyDe';

type Order = readonly [field: string, direction: 'asc' | 'desc'];
interface Query {
  readonly where?: readonly (readonly [field: string, operator: string, value: unknown])[];
  readonly orderBy?: readonly Order[];
  readonly limit?: number;
  readonly startAt?: string;
  readonly startAfter?: string;
}

const idOf = (document: object): string => Object(document).$id;

let platform: Platform;
let strict: Platform;
let gateway: GatewayUnderTest;
let client: OfficialQueries;
let contractId: string;
let plainId: string;
let ids: string[];
let types: ReadonlyMap<string, DocumentTypeDescription>;

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner });
  const { id: by } = await platform.createIdentity({ keys: KEYS });
  ({ contractId } = await platform.registerContract({
    by,
    contract: { card: CARD, kept: { ...CARD, documentsKeepHistory: true } },
  }));
  ({ contractId: plainId } = await platform.registerContract({ by, contract: { empty: CARD, pair: PAIR } }));
  ids = [];
  for (const data of CARDS) {
    for (const documentType of ['card', 'kept']) {
      const { document } = await platform.createDocument({ by, contractId, documentType, data });
      if (documentType === 'card') ids.push(idOf(document));
    }
  }
  strict = await createPlatform({ strict: true, quirks: { flipsUnsignedKeys: true } });
  await strict.importState(await platform.exportState());
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  client = await trustedClient(gateway.port);
  const { version } = await grpcClients(gateway.port).platform.getDataContract({
    version: { case: 'v0', value: { id: base58.decode(contractId), prove: false } },
  });
  types = documentTypesOf(decode(dataContract, Object(version.value).result.value));
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
  await strict.close();
});

/** Calls the official client, whose errors are no `Error`. */
async function call(method: string, ...args: unknown[]): Promise<unknown> {
  const query = client[method];
  if (query === undefined) throw new Error(`the client has no ${method}`);
  try {
    return await query.apply(client, args);
  } catch (error) {
    const message = error instanceof Object ? String(Reflect.get(error, 'message')) : String(error);
    throw new Error(message, { cause: error });
  }
}

/** Returns the ids of the documents that the official client has verified, and `verifyDocuments` as well. */
async function proven(query: Query, documentTypeName = 'card'): Promise<readonly string[]> {
  const found = await call('getDocuments', { dataContractId: contractId, documentTypeName, ...query });
  if (!(found instanceof Map)) throw new Error('expected a map of documents');
  const ids = [...found.keys()].map(String);
  expect(await verifiedHere(query, documentTypeName)).toEqual(ids);
  return ids;
}

/** Returns the ids of the documents that `verifyDocuments` finds in the response to the same request. */
async function verifiedHere(query: Query, documentType: string): Promise<readonly string[]> {
  const { where = [], orderBy = [], limit = 0, startAt, startAfter } = query;
  const start = startAt ?? startAfter;
  const id = base58.decode(contractId);
  const response = await grpcClients(gateway.port).platform.getDocuments({
    version: {
      case: 'v0',
      value: {
        dataContractId: id,
        documentType,
        where: encode(where),
        orderBy: encode(orderBy),
        limit,
        ...(start === undefined
          ? {}
          : {
              start: {
                case: startAt === undefined ? 'startAfter' : 'startAt',
                value: base58.decode(start),
              },
            }),
        prove: true,
      },
    },
  });
  const { result, metadata } = Object(response.version.value);
  const { value } = verifyDocuments(
    { proof: result.value, metadata },
    { ...query, contractId: id, documentType: types.get(documentType)!, quorumKey: hex.decode(QUORUM_KEY) },
  );
  return value.map(({ document }) => base58.encode(document.id));
}

async function unproven(query: Query, documentType = 'card'): Promise<readonly string[]> {
  const documents = await platform.getDocuments({ contractId, documentType, ...query });
  return documents.map(idOf);
}

/** Returns what a strict platform of the same state finds. */
async function strictly(query: Query): Promise<readonly string[]> {
  const documents = await strict.getDocuments({ contractId, documentType: 'card', ...query });
  return documents.map(idOf);
}

const byRank = (direction: 'asc' | 'desc'): readonly Order[] => [['rank', direction]];

type Direction = 'asc' | 'desc';
const byDeckAndRank = (deck: Direction, rank: Direction = deck): Query => ({
  orderBy: [
    ['deck', deck],
    ['rank', rank],
  ],
});
const belowDecks = (deck: Direction, rank: Direction): Query => ({
  ...byDeckAndRank(deck, rank),
  where: [
    ['deck', 'in', ['a', 'ab', 'b']],
    ['rank', '>', 0],
  ],
});

describe('evo-sdk verifies document proofs', () => {
  it.each<[what: string, count: number, query: Query]>([
    ['all documents', 7, {}],
    ['a limit', 2, { limit: 2 }],
    ['descending ids', 7, { orderBy: [['$id', 'desc']] }],
    ['one value', 2, { where: [['rank', '==', 1]] }],
    ['an absent value', 0, { where: [['rank', '==', 900]] }],
    [
      'two values',
      2,
      {
        where: [
          ['deck', '==', 'a'],
          ['rank', '==', 2],
        ],
      },
    ],
    ['a prefix of an index', 3, { where: [['deck', '==', 'a']] }],
    ['a missing value', 1, { where: [['deck', '==', null]] }],
    ['of a unique value', 1, { where: [['serial', '==', 's2']] }],
    ['without a unique value', 3, { where: [['serial', '==', null]] }],
    ['of some values', 3, { where: [['rank', 'in', [1, 7, 8]]], orderBy: byRank('asc') }],
    ['of some values, descending', 3, { where: [['rank', 'in', [1, 7, 8]]], orderBy: byRank('desc') }],
    ['behind a value', 5, { where: [['rank', '>', 1]], orderBy: byRank('asc') }],
    ['from a value on, descending', 5, { where: [['rank', '>=', 2]], orderBy: byRank('desc') }],
    ['before a value', 4, { where: [['rank', '<', 3]], orderBy: byRank('asc') }],
    ['up to a value, descending', 3, { where: [['rank', '<=', 300]], orderBy: byRank('desc'), limit: 3 }],
    ['between values', 3, { where: [['rank', 'between', [2, 3]]], orderBy: byRank('asc') }],
    [
      'of a value and a range',
      1,
      {
        where: [
          ['deck', '==', 'b'],
          ['rank', '>', 1],
        ],
        orderBy: [
          ['deck', 'asc'],
          ['rank', 'desc'],
        ],
      },
    ],
    [
      'of some values and a range',
      3,
      {
        where: [
          ['deck', 'in', ['a', 'b']],
          ['rank', '>=', 2],
        ],
        orderBy: [
          ['deck', 'desc'],
          ['rank', 'asc'],
        ],
      },
    ],
    ['with a prefix', 4, { where: [['deck', 'startsWith', 'a']], orderBy: [['deck', 'asc']] }],
    ['in the order of an index', 7, { orderBy: byRank('asc') }],
    [
      'in the order of two properties',
      7,
      {
        orderBy: [
          ['deck', 'asc'],
          ['rank', 'asc'],
        ],
      },
    ],
  ])('of the query: %s', async (_what, count, query) => {
    for (const documentType of ['card', 'kept']) {
      const found = await proven(query, documentType);
      expect(found).toHaveLength(count);
      expect(found).toEqual(await unproven(query, documentType));
    }
  });

  it('of ids, present and absent', async () => {
    expect(await proven({ where: [['$id', '==', ids[1]]] })).toEqual([ids[1]]);
    expect(await proven({ where: [['$id', '==', UNUSED]] })).toEqual([]);
    const some = [ids[3]!, ids[0]!];
    const query: Query = { where: [['$id', 'in', [...some, UNUSED]]], orderBy: [['$id', 'desc']] };
    const found = await proven(query);
    expect([...found].toSorted()).toEqual(some.toSorted());
    expect(found).toEqual(await unproven(query));
    expect(await call('getDocument', contractId, 'card', ids[0])).toMatchObject({ revision: 1n });
    expect(await call('getDocument', contractId, 'card', UNUSED)).toBeUndefined();
  });

  it('of a type without documents', async () => {
    const query = { dataContractId: plainId, documentTypeName: 'empty' };
    expect(await call('getDocuments', query)).toEqual(new Map());
    expect(await call('getDocuments', { ...query, where: [['rank', '==', 1]] })).toEqual(new Map());
  });

  it('of a unique index whose first value is missing only where there is none', async () => {
    const query = { dataContractId: plainId, documentTypeName: 'pair' };
    const noLeft: Query = { where: [['left', '==', null]], orderBy: [['right', 'asc']] };
    expect(await call('getDocuments', { ...query, ...noLeft })).toEqual(new Map());
    const { id: by } = await platform.createIdentity();
    const pair = { by, contractId: plainId, documentType: 'pair' };
    await platform.createDocument({ ...pair, data: { left: 1, right: 1 } });
    const one: Query = { where: [['left', '==', 1]], orderBy: [['right', 'asc']] };
    expect(await call('getDocuments', { ...query, ...one })).toHaveProperty('size', 1);
    await platform.createDocument({ ...pair, data: { right: 2 } });
    await expect(call('getDocuments', { ...query, ...noLeft })).rejects.toThrow('no proof');
    await platform.createDocument({ ...pair, data: { left: 2 } });
    const two: Query = { where: [['left', '==', 2]], orderBy: [['right', 'asc']] };
    expect(await call('getDocuments', { ...query, ...two })).toHaveProperty('size', 1);
  });
});

const pageQueries: readonly [what: string, query: Query][] = [
  ['all documents', {}],
  ['all documents, descending', { orderBy: [['$id', 'desc']] }],
  ['unique values', { where: [['serial', '>', 's1']], orderBy: [['serial', 'asc']] }],
  ['unique values, descending', { where: [['serial', '>=', 's1']], orderBy: [['serial', 'desc']] }],
  ['some unique values', { where: [['serial', 'in', ['s1', 's3', 's4']]], orderBy: [['serial', 'asc']] }],
  [
    'a value and a range of unique values below it',
    {
      where: [
        ['deck', '==', 'b'],
        ['rank', '>', 0],
      ],
      orderBy: [
        ['deck', 'asc'],
        ['rank', 'asc'],
      ],
    },
  ],
];

describe('evo-sdk verifies pages', () => {
  it.each(pageQueries)('of %s', async (_what, query) => {
    for (const documentType of ['card', 'kept']) {
      const all = await unproven(query, documentType);
      expect(await pages(query, documentType)).toEqual(all);
      for (const [at, id] of all.entries())
        expect(await proven({ ...query, startAt: id, limit: 2 }, documentType)).toEqual(
          all.slice(at, at + 2),
        );
    }
  });

  it('whose start has values that others have: as on the network these others are missing', async () => {
    const byRankFrom = (start: object) => proven({ orderBy: byRank('asc'), ...start });
    const ranked = await unproven({ orderBy: byRank('asc') });
    const twos = ranked.slice(2, 4);
    expect(await byRankFrom({ startAfter: twos[0] })).toEqual(ranked.slice(4));
    expect(await byRankFrom({ startAt: twos[1] })).toEqual(ranked.slice(2));
    expect(await proven({ where: [['rank', '==', 2]], startAfter: twos[0]! })).toEqual([]);
  });

  it.each<[what: string, query: Query]>([
    ['of one value', { where: [['rank', '==', 2]] }],
    ['of some values', { where: [['rank', 'in', [1, 2, 7]]], orderBy: byRank('asc') }],
    ['of some values, descending', { where: [['rank', 'in', [1, 2, 7]]], orderBy: byRank('desc') }],
    ['of a range', { where: [['rank', '>=', 2]], orderBy: byRank('asc') }],
    ['of a range, descending', { where: [['rank', '<', 8]], orderBy: byRank('desc') }],
    ['in the order of an index', { orderBy: byRank('asc') }],
    ['in the order of an index, descending', { orderBy: byRank('desc') }],
    ['below a value', { where: [['deck', '==', 'a']], orderBy: byRank('asc') }],
    ['below a value, descending', { where: [['deck', '==', 'a']], orderBy: byRank('desc') }],
    ['below some values', { where: [['deck', 'in', ['a', 'ab', 'b']]], orderBy: [['deck', 'asc']] }],
    ['below a range', { where: [['deck', '>', '']], orderBy: [['deck', 'desc']] }],
    ['of some values and a range below', belowDecks('asc', 'asc')],
    ['of some values and a range below, both descending', belowDecks('desc', 'desc')],
    ['of some values and a range below, descending', belowDecks('asc', 'desc')],
    ['in the order of two properties', byDeckAndRank('asc')],
    ['in the order of two properties, descending', byDeckAndRank('desc')],
  ])('and the same documents come without a proof: %s', async (_what, query) => {
    let lost = 0;
    const starts = [...ids.map((id) => ({ startAfter: id })), { startAt: ids[1]! }, { startAt: ids[4]! }];
    for (const start of starts) {
      const found = await unproven({ ...query, ...start });
      expect(found).toEqual(await proven({ ...query, ...start }));
      const corrected = await strictly({ ...query, ...start });
      lost += corrected.filter((one) => !found.includes(one)).length;
    }
    expect(lost).toBeGreaterThan(0);
  });

  it('but none upwards to a bound, for which the network builds an empty range', async () => {
    const query: Query = { where: [['rank', '<', 3]], orderBy: byRank('asc'), startAfter: ids[0]! };
    await expect(proven(query)).rejects.toThrow('has no proof on the network');
    expect(await proven({ ...query, orderBy: byRank('desc'), startAfter: ids[1]! })).toHaveLength(2);
  });

  it('but none from a document that does not exist', async () => {
    await expect(proven({ startAfter: UNUSED })).rejects.toThrow('no document has the id');
  });
});

/** Returns all pages of two documents. */
async function pages(query: Query, documentTypeName: string): Promise<readonly string[]> {
  const found = [...(await proven({ ...query, limit: 2 }, documentTypeName))];
  for (let last = found.at(-1); last !== undefined;) {
    const page = await proven({ ...query, limit: 2, startAfter: last }, documentTypeName);
    found.push(...page);
    last = page.at(-1);
  }
  return found;
}

it('a document proof is the same in every request version', async () => {
  const { platform: queries } = grpcClients(gateway.port);
  const named = { dataContractId: base58.decode(contractId), documentType: 'card', limit: 3, prove: true };
  const first = await queries.getDocuments({
    version: {
      case: 'v0',
      value: { ...named, where: encode([['rank', '>', 1]]), orderBy: encode([['rank', 'asc']]) },
    },
  });
  const whereClauses = [
    {
      field: 'rank',
      operator: Operator.GREATER_THAN,
      value: { variant: { case: 'int64Value', value: 1n } },
    },
  ] as const;
  const orderBy = [{ target: { case: 'field', value: 'rank' }, ascending: true }] as const;
  const second = await queries.getDocuments({
    version: { case: 'v1', value: { ...named, whereClauses: [...whereClauses], orderBy: [...orderBy] } },
  });
  expect([first.version.case, second.version.case]).toEqual(['v0', 'v1']);
  const [one, other] = [first, second].map(({ version }) => Object(version).value.result);
  expect(one.case).toBe('proof');
  expect(one.value.grovedbProof.length).toBeGreaterThan(0);
  expect(Buffer.compare(one.value.grovedbProof, other.value.grovedbProof)).toBe(0);
});

it('evo-sdk verifies a proof of several contracts', async () => {
  const found = await call('getDataContracts', [contractId, plainId, UNUSED]);
  expect(found).toBeInstanceOf(Map);
  expect([...Object(found).values()].filter(Boolean)).toHaveLength(2);
});

it('evo-sdk verifies proofs of identities by public key hash', async () => {
  const hash = Buffer.from(hash160(Buffer.from(PUBLIC_KEY, 'hex'))).toString('hex');
  expect(await call('getIdentityByPublicKeyHash', hash)).toMatchObject({ revision: 0n });
  expect(await call('getIdentityByPublicKeyHash', '01'.repeat(20))).toBeUndefined();
});
