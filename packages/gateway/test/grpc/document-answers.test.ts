import { createPlatform, type Platform as LocalPlatform } from '@dapikit/platform';
import type { Client } from '@connectrpc/connect';
import { base58 } from '@scure/base';
import { encode } from 'cborg';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  GetDocumentsRequest_WhereOperator as Operator,
  type Platform,
} from '../../src/grpc/generated/dapi_pb.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { costlyRuns } from '../../../../scripts/property-runs.js';

const NOTE = {
  type: 'object',
  properties: {
    shop: { type: 'string', maxLength: 63, position: 0 },
    day: { type: 'integer', minimum: 0, maximum: 65_535, position: 1 },
    price: { type: 'integer', minimum: 0, maximum: 1000, position: 2 },
  },
  required: ['day', 'price'],
  additionalProperties: false,
  documentsAverageable: 'price',
  indices: [
    { name: 'day', properties: [{ day: 'asc' }], averageable: 'price', rangeAverageable: true },
    {
      name: 'shop',
      properties: [{ shop: 'asc' }, { day: 'asc' }],
      averageable: 'price',
      rangeAverageable: true,
    },
  ],
};

type Clause = readonly [field: string, operator: string, value: unknown];
interface Query {
  readonly where: readonly Clause[];
  readonly orderBy: readonly (readonly [string, 'asc' | 'desc'])[];
  readonly limit?: number;
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': Operator.EQUAL,
  '>': Operator.GREATER_THAN,
  '<=': Operator.LESS_THAN_OR_EQUALS,
  between: Operator.BETWEEN,
  in: Operator.IN,
  startsWith: Operator.STARTS_WITH,
};

const day = fc.constantFrom(0, 1, 40, 200, 32_767, 32_768, 65_535);
const shop = fc.constantFrom('', 'A', 'AB', 'B', 'ß');
const clause: fc.Arbitrary<Clause> = fc.oneof(
  fc.tuple(fc.constant('shop'), fc.constant('=='), fc.oneof(shop, fc.constant(null))),
  fc.tuple(fc.constant('day'), fc.constantFrom('==', '>', '<='), day),
  fc.tuple(fc.constant('day'), fc.constant('between'), fc.tuple(day, day)),
  fc.tuple(fc.constantFrom('day', 'price'), fc.constant('in'), fc.array(day, { maxLength: 3 })),
  fc.tuple(fc.constant('shop'), fc.constant('startsWith'), shop),
);
const query: fc.Arbitrary<Query> = fc.record(
  {
    where: fc.array(clause, { maxLength: 2 }),
    orderBy: fc.uniqueArray(
      fc.tuple(fc.constantFrom('shop', 'day'), fc.constantFrom('asc' as const, 'desc' as const)),
      { maxLength: 2, selector: ([field]) => field },
    ),
    limit: fc.integer({ min: 1, max: 5 }),
  },
  { requiredKeys: ['where', 'orderBy'] },
);

/** A value as version 1 writes it. */
function valueOf(value: unknown): { variant: { case: string; value: unknown } } {
  if (value === null) return { variant: { case: 'nullValue', value: true } };
  if (Array.isArray(value)) return { variant: { case: 'list', value: { values: value.map(valueOf) } } };
  return typeof value === 'number'
    ? { variant: { case: 'int64Value', value: BigInt(value) } }
    : { variant: { case: 'text', value } };
}

const clausesOf = ({ where, orderBy }: Query) => ({
  whereClauses: where.map(([field, operator, value]) => ({
    field,
    operator: OPERATORS[operator],
    value: valueOf(value),
  })),
  orderBy: orderBy.map(([field, direction]) => ({
    target: { case: 'field', value: field },
    ascending: direction === 'asc',
  })),
});

/** The id of a document in its binary form: behind the version. */
const idIn = (bytes: Uint8Array): string => base58.encode(bytes.subarray(1, 33));

/** The day that a key of the network stands for: its top bit is flipped. */
const dayIn = ([high = 0, low = 0]: Uint8Array): number => ((high ^ 0x80) << 8) | low;

const REJECTED = 'rejected';

/** An aggregate as numbers: its count and sum, as far as they are selected. */
const numbersOf = (select: number, { count, sum }: { count?: unknown; sum?: unknown }): object => ({
  ...(select === 2 ? {} : { count: Number(count) }),
  ...(select === 1 ? {} : { sum: Number(sum) }),
});

/** Groups or the total of a response of JSON-RPC; days where these are grouped. */
function jsonForm(found: unknown, select: number, groupBy: readonly string[]): unknown {
  if (found === REJECTED) return REJECTED;
  if (groupBy.length === 0) return numbersOf(select, Object(found));
  const groups: unknown[] = Object(found).groups;
  return groups.map((group) => {
    const { values, ...numbers } = Object(group);
    return { ...(groupBy[0] === 'day' ? { day: values.day } : {}), ...numbersOf(select, numbers) };
  });
}

/** The same of a response of gRPC. */
function grpcForm(found: unknown, select: number, groupBy: readonly string[]): unknown {
  if (found === REJECTED) return REJECTED;
  const { case: name, value } = Object(found).variant.value.variant;
  if (name === 'aggregateCount') return numbersOf(select, { count: value });
  if (name === 'aggregateSum') return numbersOf(select, { sum: value });
  if (name === 'aggregateAverage') return numbersOf(select, value);
  const entries: { readonly key: Uint8Array; readonly count?: bigint; readonly sum?: bigint }[] =
    value.entries;
  return entries.map(({ key, ...numbers }) => ({
    ...(groupBy[0] === 'day' ? { day: dayIn(key) } : {}),
    ...numbersOf(select, numbers),
  }));
}

describe('documents over gRPC and JSON-RPC', () => {
  let local: LocalPlatform;
  let gateway: GatewayUnderTest;
  let client: Client<typeof Platform>;
  let contractId: string;
  beforeAll(async () => {
    local = await createPlatform();
    const { id: by } = await local.createIdentity({ credits: 10n ** 15n });
    ({ contractId } = await local.registerContract({ by, contract: { note: NOTE } }));
    const notes = fc.sample(
      fc.record({ shop, day, price: fc.nat(1000) }, { requiredKeys: ['day', 'price'] }),
      { numRuns: costlyRuns(30), seed: 1 },
    );
    for (const data of notes) await local.createDocument({ by, contractId, documentType: 'note', data });
    gateway = await startGatewayUnderTest({}, { platform: { platform: async () => Promise.resolve(local) } });
    client = grpcClients(gateway.port).platform;
  });
  afterAll(async () => {
    await gateway.stop();
    await local.close();
  });

  async function jsonRpc(method: string, params: object): Promise<unknown> {
    const body = { jsonrpc: '2.0', id: 1, method, params: { contractId, documentType: 'note', ...params } };
    const response = await fetch(`http://127.0.0.1:${gateway.port}/platform`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: { result?: unknown } = Object(await response.json());
    return answer.result ?? REJECTED;
  }

  /** The response of a version, or that the request was rejected as wrong. */
  async function grpc(
    version: 'v0' | 'v1',
    request: object,
  ): Promise<Record<string, unknown> | typeof REJECTED> {
    const named = { dataContractId: base58.decode(contractId), documentType: 'note', ...request };
    try {
      const init: unknown = { version: { case: version, value: named } };
      const method: unknown = Reflect.get(client, 'getDocuments');
      if (typeof method !== 'function') throw new TypeError('no method');
      const response: unknown = await Reflect.apply(method, client, [init]);
      return Object(response).version.value.result.value;
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 3) throw error;
      return REJECTED;
    }
  }

  it('are the same documents in both versions', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(query, async (one) => {
        const expected = await jsonRpc('getDocuments', one);
        const ids = Array.isArray(expected) ? expected.map((document) => Object(document).$id) : REJECTED;
        const { where, orderBy, limit } = one;
        const cbor = {
          where: encode(where),
          orderBy: encode(orderBy),
          ...(limit === undefined ? {} : { limit }),
        };
        const first = await grpc('v0', cbor);
        const second = await grpc('v1', { ...clausesOf(one), ...(limit === undefined ? {} : { limit }) });
        const listed = (found: unknown): unknown =>
          found === REJECTED ? REJECTED : Object(found).documents.map(idIn);
        answered += ids === REJECTED ? 0 : 1;
        expect(listed(first)).toEqual(ids);
        expect(listed(second === REJECTED ? REJECTED : Object(second).variant.value)).toEqual(ids);
      }),
      { numRuns: costlyRuns(150) },
    );
    expect(answered).toBeGreaterThan(costlyRuns(20));
  });

  it('are the same counts, sums and averages', async () => {
    const grouped = fc.constantFrom([], ['day'], ['shop']);
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(query, grouped, fc.constantFrom(1, 2, 3), async ({ where }, groupBy, select) => {
        const property = select === 1 ? {} : { property: 'price' };
        const method = ['', 'getDocumentsCount', 'getDocumentsSum', 'getDocumentsAverage'][select]!;
        const expected = await jsonRpc(method, { where, groupBy, ...property });
        const found = await grpc('v1', {
          ...clausesOf({ where, orderBy: [] }),
          groupBy,
          selects: [{ function: select, field: select === 1 ? '' : 'price' }],
        });
        const forms = [grpcForm(found, select, groupBy), jsonForm(expected, select, groupBy)];
        expect(forms[0]).toEqual(forms[1]);
        answered += forms[0] === REJECTED ? 0 : 1;
      }),
      { numRuns: costlyRuns(200) },
    );
    expect(answered).toBeGreaterThan(costlyRuns(20));
  });
});
