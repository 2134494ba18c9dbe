import { EvoSDK } from '@dashevo/evo-sdk';
import { createPlatform, type Platform } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { startQuorumList, testSigner } from './trusted-client.js';

const ROW = {
  type: 'object',
  properties: {
    a: { type: 'integer', minimum: 0, maximum: 100, position: 0 },
    b: { type: 'integer', minimum: 0, maximum: 100, position: 1 },
  },
  required: ['a', 'b'],
  indices: [{ name: 'ab', properties: [{ a: 'asc' }, { b: 'asc' }] }],
  additionalProperties: false,
};

type Direction = 'asc' | 'desc';
type Operator = 'in' | '>';
type Clause = readonly [field: string, operator: Operator, value: unknown];
type Order = readonly (readonly [field: string, direction: Direction])[];

interface Row {
  readonly id: string;
  readonly a: number;
  readonly b: number;
}

let platform: Platform;
let strict: Platform;
let gateway: GatewayUnderTest;
let sdk: EvoSDK;
let contractId: string;

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner });
  const { id: by } = await platform.createIdentity({ credits: 10n ** 12n });
  ({ contractId } = await platform.registerContract({ by, contract: { row: ROW } }));
  for (const a of [1, 2, 3])
    for (const b of [0, 5, 5, 5, 7])
      await platform.createDocument({ by, contractId, documentType: 'row', data: { a, b } });
  strict = await createPlatform({ strict: true, quirks: { flipsUnsignedKeys: true } });
  await strict.importState(await platform.exportState());
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  sdk = new EvoSDK({
    network: 'local',
    trusted: true,
    addresses: [`http://127.0.0.1:${gateway.port}`],
    quorumUrl: await startQuorumList(),
  });
  await sdk.connect();
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
  await strict.close();
});

const query = (where: readonly Clause[], orderBy: Order) => ({
  where: where.map((clause): [string, Operator, unknown] => [...clause]),
  orderBy: orderBy.map((one): [string, Direction] => [...one]),
});

async function rowsOf(of: Platform, where: readonly Clause[], orderBy: Order): Promise<Row[]> {
  const found = await of.getDocuments({ contractId, documentType: 'row', ...query(where, orderBy) });
  return found.map(({ $id, a, b }) => ({
    id: typeof $id === 'string' ? $id : '',
    a: Number(a),
    b: Number(b),
  }));
}

async function verifiedIds(where: readonly Clause[], orderBy: Order): Promise<string[]> {
  const found = await sdk.documents.query({
    dataContractId: contractId,
    documentTypeName: 'row',
    ...query(where, orderBy),
  });
  return [...found.keys()].map(String);
}

/** Whether documents with the same values come with the highest id last, as bytes sort. */
function tiesOf(rows: readonly Row[]): Set<Direction> {
  const directions = rows.slice(1).flatMap((row, at): Direction[] => {
    const before = rows[at];
    if (before === undefined || before.a !== row.a || before.b !== row.b) return [];
    return [Buffer.compare(idBytes(before.id), idBytes(row.id)) < 0 ? 'asc' : 'desc'];
  });
  return new Set(directions);
}

const idBytes = (id: string): Buffer => Buffer.from(base58.decode(id));

const DIRECTIONS = (['asc', 'desc'] as const).flatMap((outer) =>
  (['asc', 'desc'] as const).map((inner) => [outer, inner] as const),
);
const IN_AND_RANGE: readonly Clause[] = [
  ['a', 'in', [3, 1, 2]],
  ['b', '>', 0],
];
const QUERIES: Readonly<Record<string, readonly Clause[]>> = {
  'an "in" and a range': IN_AND_RANGE,
  'an "in"': [['a', 'in', [1, 3]]],
  'a range': [['a', '>', 1]],
};

describe.each(DIRECTIONS)('documents with the same values, a %s and b %s', (outer, inner) => {
  const orderBy: Order = [
    ['a', outer],
    ['b', inner],
  ];

  it.each(Object.entries(QUERIES))('come in the order that evo-sdk verifies: %s', async (_name, where) => {
    const rows = await rowsOf(platform, where, orderBy);
    expect(rows.map(({ id }) => id)).toEqual(await verifiedIds(where, orderBy));
    expect(tiesOf(rows).size).toBe(1);
  });

  it('come in the direction of the "in" up to protocol 13, and in that of the last property where the platform is strict', async () => {
    expect(tiesOf(await rowsOf(platform, IN_AND_RANGE, orderBy))).toEqual(new Set([outer]));
    expect(tiesOf(await rowsOf(strict, IN_AND_RANGE, orderBy))).toEqual(new Set([inner]));
    const explained = await platform.explainQuery({
      contractId,
      documentType: 'row',
      ...query(IN_AND_RANGE, orderBy),
    });
    const warnings = explained.ok ? explained.warnings : [];
    expect(warnings.filter((warning) => warning.includes('with the same values come in'))).toHaveLength(
      outer === inner ? 0 : 1,
    );
  });

  it('are complete where a strict platform begins a page at each of them', async () => {
    const all = await rowsOf(strict, IN_AND_RANGE, orderBy);
    expect(all).toHaveLength(12);
    for (const [at, { id }] of all.entries()) {
      const page = async (start: object) =>
        (
          await strict.getDocuments({
            contractId,
            documentType: 'row',
            ...query(IN_AND_RANGE, orderBy),
            ...start,
          })
        ).map(({ $id }) => $id);
      expect(await page({ startAfter: id })).toEqual(all.slice(at + 1).map((row) => row.id));
      expect(await page({ startAt: id, limit: 3 })).toEqual(all.slice(at, at + 3).map((row) => row.id));
    }
  });
});
