import type { DocumentTypeDescription } from '@dapikit/contract';
import { createPlatform, type Platform } from '@dapikit/platform';
import { ProofError, verifyDocumentAggregates, type ProvenResponse } from '@dapikit/proof';
import { dataContract, decode, documentTypesOf } from '@dapikit/protocol';
import { base58, hex } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { QUORUM_KEY, testSigner, trustedClient, type OfficialQueries } from './trusted-client.js';

const PROPERTIES = {
  shop: { type: 'string', maxLength: 20, position: 0 },
  city: { type: 'string', maxLength: 20, position: 1 },
  day: { type: 'integer', minimum: 0, maximum: 1000, position: 2 },
  price: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000, position: 3 },
};
const index = (name: string, properties: readonly string[], flags: object = {}) => ({
  name,
  properties: properties.map((property) => ({ [property]: 'asc' })),
  ...flags,
});
const BOTH = { averageable: 'price', rangeAverageable: true };
const SALE = {
  type: 'object',
  properties: PROPERTIES,
  required: ['shop', 'city', 'day', 'price'],
  documentsAverageable: 'price',
  indices: [
    index('cityShop', ['city', 'shop'], { averageable: 'price' }),
    index('day', ['day'], BOTH),
    index('shopCityDay', ['shop', 'city', 'day'], BOTH),
    index('shopDay', ['shop', 'day'], BOTH),
  ],
  additionalProperties: false,
};
/** Aggregates of single values. */
const PLACE = {
  type: 'object',
  properties: PROPERTIES,
  required: ['shop', 'city', 'day', 'price'],
  indices: [index('city', ['city'], { countable: true }), index('shop', ['shop'], { summable: 'price' })],
  additionalProperties: false,
};
/** Aggregates of one kind each: counts, and sums, of ranges. */
const VISIT = {
  type: 'object',
  properties: PROPERTIES,
  required: ['shop', 'city', 'day', 'price'],
  documentsCountable: true,
  indices: [
    index('cityDay', ['city', 'day'], { countable: true, rangeCountable: true }),
    index('shopDay', ['shop', 'day'], { summable: 'price', rangeSummable: true }),
  ],
  additionalProperties: false,
};
const SALES = [
  { shop: 'A', city: 'x', day: 1, price: 5 },
  { shop: 'A', city: 'x', day: 2, price: 7 },
  { shop: 'A', city: 'y', day: 2, price: -20 },
  { shop: 'A', city: 'y', day: 3, price: 1 },
  { shop: 'B', city: 'x', day: 2, price: 100 },
  { shop: 'B', city: 'z', day: 9, price: -3 },
  { shop: 'C', city: 'x', day: 4, price: 11 },
] as const;

interface Query {
  readonly where?: readonly (readonly [field: string, operator: string, value: unknown])[];
  readonly orderBy?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  readonly groupBy?: readonly string[];
  readonly limit?: number;
}
type Select = 'count' | 'sum' | 'average';

let platform: Platform;
let gateway: GatewayUnderTest;
let client: OfficialQueries;
let contractId: string;
let types: ReadonlyMap<string, DocumentTypeDescription>;

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner });
  const { id: by } = await platform.createIdentity();
  ({ contractId } = await platform.registerContract({
    by,
    contract: { sale: SALE, place: PLACE, visit: VISIT, empty: SALE },
  }));
  for (const data of SALES)
    for (const documentType of ['sale', 'place', 'visit'])
      await platform.createDocument({ by, contractId, documentType, data });
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  client = await trustedClient(gateway.port);
  const bytes = await platform.readProvenState((state) => state.contract(base58.decode(contractId)));
  types = documentTypesOf(decode(dataContract, bytes!));
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

const METHODS = { count: 'getDocumentsCount', sum: 'getDocumentsSum', average: 'getDocumentsAverage' };

/** Returns the response with a proof of the current state. */
const prove = (select: Select, query: Query, documentType = 'sale'): Promise<ProvenResponse> =>
  platform.readProvenState(async (state) => {
    const type = { contractId: base58.decode(contractId), documentType };
    const asked = { ...query, select, ...(select === 'count' ? {} : { property: 'price' }) };
    const { query: pathQuery, isOfRange } = await state.documentAggregatesPathQuery(type, asked);
    const grovedbProof = isOfRange
      ? await state.proofs.proveRangeAggregate(pathQuery)
      : await state.proofs.prove(pathQuery);
    const { coreHeight, time, ...metadata } = state.metadata;
    return {
      proof: { grovedbProof, ...state.signature },
      metadata: { ...metadata, coreChainLockedHeight: coreHeight, timeMs: BigInt(time) },
    };
  });

/** Verifies a response with nothing but the query. */
const verified = (response: ProvenResponse, select: Select, query: Query, documentType = 'sale') =>
  verifyDocumentAggregates(response, {
    ...query,
    select,
    ...(select === 'count' ? {} : { property: 'price' }),
    contractId: base58.decode(contractId),
    documentType: types.get(documentType)!,
    quorumKey: hex.decode(QUORUM_KEY),
  }).value;

/** Returns the aggregates of all entries together, as far as there are any. */
function totalOf(entries: readonly unknown[]): { readonly count: bigint; readonly sum: bigint } {
  const add = (name: string): bigint =>
    entries.reduce<bigint>((all, entry) => all + BigInt(Object(entry)[name] ?? 0n), 0n);
  return { count: add('count'), sum: add('sum') };
}

/** Returns the entries that the official client has verified, and `verifyDocumentAggregates` as well. Its errors are no `Error`. */
async function proven(
  select: Select,
  query: Query,
  documentTypeName = 'sale',
): Promise<readonly (readonly [string, unknown])[]> {
  const call = client[METHODS[select]];
  if (call === undefined) throw new Error(`the client has no ${METHODS[select]}`);
  const of = { dataContractId: contractId, documentTypeName, ...query };
  try {
    const found: unknown = await call.apply(client, select === 'count' ? [of] : [of, 'price']);
    if (!(found instanceof Map)) throw new Error('expected a map of aggregates');
    const ours = verified(await prove(select, query, documentTypeName), select, query, documentTypeName);
    const theirs = [...found.values()].map((value) => (select === 'average' ? value : { [select]: value }));
    expect(totalOf(ours)).toEqual(totalOf(theirs));
    return [...found];
  } catch (error) {
    const message = error instanceof Object ? String(Reflect.get(error, 'message')) : String(error);
    throw new Error(message, { cause: error });
  }
}

const shopIs = (shop: string) => ['shop', '==', shop] as const;
const SHOPS = ['shop', 'in', ['A', 'B', 'D']] as const;
const CITY = ['city', '==', 'x'] as const;
const days = (operator: string, value: unknown) => ['day', operator, value] as const;
const BY_SHOP = { where: [SHOPS, days('>=', 2)], groupBy: ['shop'] };
const [A, B] = ['41', '42'];
const dayKey = (day: number): string => `80${day.toString(16).padStart(2, '0')}`;
const average = (count: bigint, sum: bigint) => ({ count, sum });

type Entries = readonly (readonly [key: string, value: unknown])[];

describe('evo-sdk verifies', () => {
  it.each<[what: string, select: Select, query: Query, entries: Entries]>([
    ['the count of all', 'count', {}, [['', 7n]]],
    ['the sum of all', 'sum', {}, [['', 101n]]],
    ['the average of all', 'average', {}, [['', average(7n, 101n)]]],
    [
      'the average of values behind another one',
      'average',
      { where: [CITY, SHOPS], groupBy: ['shop'] },
      [
        [A, average(2n, 12n)],
        [B, average(1n, 100n)],
      ],
    ],
    [
      'the average of values before another one',
      'average',
      { where: [['city', 'in', ['x', 'y']], shopIs('A')], groupBy: ['city'] },
      [
        ['78', average(2n, 12n)],
        ['79', average(2n, -19n)],
      ],
    ],
    ['the count of a range', 'count', { where: [days('>', 1)] }, [['', 6n]]],
    ['the sum of a range', 'sum', { where: [days('<', 3)] }, [['', 92n]]],
    ['the average of a range', 'average', { where: [days('between', [2, 4])] }, [['', average(5n, 99n)]]],
    ['the sum of a range without documents', 'sum', { where: [days('>', 100)] }, [['', 0n]]],
    ['the count of a range of all', 'count', { where: [days('>=', 0)] }, [['', 7n]]],
    ['the sum of a range of a value', 'sum', { where: [shopIs('A'), days('>=', 2)] }, [['', -12n]]],
    [
      'the average of a range of two values',
      'average',
      { where: [shopIs('A'), ['city', '==', 'y'], days('>=', 2)] },
      [['', average(2n, -19n)]],
    ],
    [
      'the sum of each value of a range',
      'sum',
      { where: [days('>', 1)], groupBy: ['day'] },
      [
        [dayKey(2), 87n],
        [dayKey(3), 1n],
        [dayKey(4), 11n],
        [dayKey(9), -3n],
      ],
    ],
    [
      'the last averages of values of a range',
      'average',
      { where: [days('>', 1)], groupBy: ['day'], orderBy: [['day', 'desc']], limit: 2 },
      [
        [dayKey(4), average(1n, 11n)],
        [dayKey(9), average(1n, -3n)],
      ],
    ],
    ['the counts of a range in several values', 'count', BY_SHOP, [['', 5n]]],
    ['the sums of a range in several values', 'sum', BY_SHOP, [['', 85n]]],
    ['the averages of a range in several values', 'average', BY_SHOP, [['', average(5n, 85n)]]],
    [
      'the sums of a range in several values, descending',
      'sum',
      { ...BY_SHOP, orderBy: [['shop', 'desc']] },
      [['', 85n]],
    ],
    [
      'the counts of a range before another value',
      'count',
      { where: [SHOPS, CITY, days('>=', 2)], groupBy: ['shop'] },
      [['', 2n]],
    ],
    [
      'the sums of each value of a range in several values',
      'sum',
      { where: [SHOPS, days('>=', 2)], groupBy: ['shop', 'day'] },
      [
        [dayKey(2), 87n],
        [dayKey(3), 1n],
        [dayKey(9), -3n],
      ],
    ],
    [
      'the last counts of values of a range in several values',
      'count',
      {
        where: [SHOPS, days('>=', 2)],
        groupBy: ['shop', 'day'],
        orderBy: [['shop', 'desc']],
        limit: 3,
      },
      [
        [dayKey(2), 1n],
        [dayKey(3), 1n],
        [dayKey(9), 1n],
      ],
    ],
    [
      'the count of a range in a range',
      'count',
      { where: [['shop', '>', 'A'], days('>=', 3)], groupBy: ['shop'] },
      [['', 2n]],
    ],
  ])('%s', async (_what, select, query, entries) => {
    expect(await proven(select, query)).toEqual(entries);
  });

  it('aggregates of single values', async () => {
    expect(await proven('sum', { where: [shopIs('A')] }, 'place')).toEqual([['', -7n]]);
    expect(await proven('sum', { where: [shopIs('Q')] }, 'place')).toEqual([]);
    const sums = [
      [A, -7n],
      [B, 97n],
    ];
    expect(await proven('sum', { where: [SHOPS] }, 'place')).toEqual(sums);
    expect(await proven('sum', { where: [SHOPS], groupBy: ['shop'] }, 'place')).toEqual(sums);
    const cities: Query = { where: [['city', 'in', ['x', 'z', 'q']]], groupBy: ['city'] };
    expect(await proven('count', cities, 'place')).toEqual([
      ['78', 4n],
      ['7a', 1n],
    ]);
  });

  it('indices that only count, and indices that only sum', async () => {
    expect(await proven('count', {}, 'visit')).toEqual([['', 7n]]);
    const inCity = [CITY, days('>=', 2)];
    expect(await proven('count', { where: inCity }, 'visit')).toEqual([['', 3n]]);
    const inShop = [shopIs('A'), days('>=', 2)];
    expect(await proven('sum', { where: inShop }, 'visit')).toEqual([['', -12n]]);
    expect(await proven('sum', { where: [shopIs('A'), days('==', 2)] }, 'visit')).toEqual([['', -13n]]);
  });

  it('a type without documents', async () => {
    expect(await proven('count', {}, 'empty')).toEqual([['', 0n]]);
    expect(await proven('average', {}, 'empty')).toEqual([['', average(0n, 0n)]]);
    expect(await proven('sum', { where: [CITY, shopIs('A')] }, 'empty')).toEqual([]);
    expect(await proven('count', { where: [days('>', 1)], groupBy: ['day'] }, 'empty')).toEqual([]);
  });
});

describe('no proof is made', () => {
  it.each<[what: string, query: Query, documentType: string]>([
    ['of a range behind a value that none has', { where: [shopIs('Q'), days('>=', 2)] }, 'sale'],
    ['of a range of a type without documents', { where: [days('>=', 2)] }, 'empty'],
    ['of a range in several values of a type without documents', BY_SHOP, 'empty'],
    [
      'of a range behind a value that not all of several values have',
      { where: [SHOPS, ['city', '==', 'z'], days('>=', 2)], groupBy: ['shop'] },
      'sale',
    ],
  ])('%s', async (_what, query, documentType) => {
    for (const select of ['count', 'sum', 'average'] as const)
      await expect(proven(select, query, documentType)).rejects.toThrow('no proof shows that');
  });

  it('of a range in several values that are not grouped', async () => {
    await expect(proven('count', { where: [SHOPS, days('>=', 2)] })).rejects.toThrow('group by it');
  });
});

describe('verifyDocumentAggregates', () => {
  it('returns the values of groups', async () => {
    const query: Query = { where: [SHOPS, days('>=', 2)], groupBy: ['shop', 'day'] };
    expect(verified(await prove('sum', query), 'sum', query)).toMatchObject([
      { values: ['A', 2], sum: -13n },
      { values: ['A', 3], sum: 1n },
      { values: ['B', 2], sum: 100n },
      { values: ['B', 9], sum: -3n },
    ]);
  });

  it.each<[what: string, other: Query]>([
    ['a wider range', { where: [days('>', 1)] }],
    ['a narrower range', { where: [days('>', 3)] }],
    ['the values of the range', { where: [days('>', 2)], groupBy: ['day'] }],
    ['all documents', {}],
  ])('rejects the response to a query for %s', async (_what, other) => {
    const response = await prove('count', other);
    expect(verified(response, 'count', other).length).toBeGreaterThan(0);
    expect(() => verified(response, 'count', { where: [days('>', 2)] })).toThrow(ProofError);
  });

  it('rejects the response to a query with another limit', async () => {
    const query: Query = { where: [days('>', 1)], groupBy: ['day'], limit: 2 };
    const response = await prove('count', query);
    expect(verified(response, 'count', query)).toHaveLength(2);
    for (const limit of [1, 3])
      expect(() => verified(response, 'count', { ...query, limit })).toThrow(ProofError);
  });
});
