import { DevChain } from '@dapikit/chain';
import { createClock, createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireResponse } from './dispatch-under-test.js';
import { startGatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';

const TYPES = `{
  "sample": {
    "type": "object",
    "properties": {
      "i64": { "type": "integer", "position": 0 },
      "u64": { "type": "integer", "minimum": 0, "position": 1 },
      "u32": { "type": "integer", "minimum": 0, "maximum": 4294967295, "position": 2 },
      "f64": { "type": "number", "position": 3 }
    },
    "indices": [{ "name": "i64", "properties": [{ "i64": "asc" }] }, { "name": "u64", "properties": [{ "u64": "asc" }] }],
    "additionalProperties": false
  }
}`;

let platform: Platform;
let gateway: GatewayUnderTest;
let by: string;
let contractId: string;

beforeAll(async () => {
  platform = await createPlatform({ clock: createClock({ time: 1_700_000_000_000, frozen: true }) });
  const source = { platform: () => Promise.resolve(platform) };
  const chain = new DevChain();
  gateway = await startGatewayUnderTest({}, { layer1: chain, devChain: chain, platform: source });
  by = String(resultOf(await call('createIdentity', '{}'))['id']);
  const registered = await call('registerContract', `{"by":"${by}","contract":${TYPES}}`);
  contractId = String(resultOf(registered)['contractId']);
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

/** Calls a method with params as they are written. */
async function call(method: string, params: string): Promise<WireResponse> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/platform`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
  });
  return JSON.parse(await response.text());
}

/** Gives the members of a result. */
function resultOf({ result, error }: WireResponse): Readonly<Record<string, unknown>> {
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return Object(result);
}

const create = (data: string): Promise<WireResponse> =>
  call(
    'createDocument',
    `{"by":"${by}","contractId":"${contractId}","documentType":"sample","data":${data}}`,
  );
const find = (where: string, orderBy = '[]'): Promise<WireResponse> =>
  call(
    'getDocuments',
    `{"contractId":"${contractId}","documentType":"sample","where":${where},"orderBy":${orderBy}}`,
  );

describe('a document integer beyond 2^53', () => {
  it.each([
    ['i64', '9007199254740993'],
    ['i64', '-9007199254740993'],
    ['i64', '9223372036854775807'],
    ['i64', '-9223372036854775808'],
    ['u64', '9007199254740993'],
    ['u64', '18446744073709551615'],
  ])('in %s is stored, found and returned exactly: %s', async (name, digits) => {
    const created = await create(`{"${name}":${digits}}`);
    expect(created.result).toMatchObject({ document: { [name]: digits } });
    expect((await find(`[["${name}","==",${digits}]]`)).result).toMatchObject([{ [name]: digits }]);
    const near = BigInt(digits) + (BigInt(digits) < 0n ? 1n : -1n);
    expect((await find(`[["${name}","==",${near}]]`)).result).toEqual([]);
    const { $id: id } = Object(resultOf(created)['document']);
    const stored = await platform.getDocument({ contractId, documentType: 'sample', id });
    expect(stored?.[name]).toBe(digits);
  });

  it('bounds a range exactly', async () => {
    for (const digits of ['9007199254741000', '9007199254741001', '9007199254741002'])
      await create(`{"i64":${digits}}`);
    const found = await find(
      '[["i64",">",9007199254741000],["i64","<=",9007199254741001]]',
      '[["i64","asc"]]',
    );
    expect(found.result).toMatchObject([{ i64: '9007199254741001' }]);
  });

  it.each([
    ['u64', '18446744073709551616', '18446744073709551616'],
    ['u64', '-9007199254740993', '-9007199254740993'],
    ['i64', '9223372036854775808', '9223372036854775808'],
    ['u32', '9007199254740993', '9007199254740993'],
    ['i64', '9007199254740993.0', '9007199254740992'],
    ['i64', '1e17', '100000000000000000'],
    ['f64', '9007199254740993', '9007199254740993'],
  ])('outside the range of %s is rejected: %s', async (name, digits, found) => {
    const { error } = await create(`{"${name}":${digits}}`);
    expect(error).toBeDefined();
    expect(JSON.stringify(error)).toContain(found);
  });

  it('outside every type is rejected with its length', async () => {
    expect((await create(`{"i64":${'9'.repeat(100)}}`)).error).toMatchObject({
      code: -32602,
      data: { reason: 'integer-out-of-range', found: '100 digits' },
    });
  });

  it('is accepted where a float represents it', async () => {
    expect((await create('{"f64":9007199254740992}')).result).toMatchObject({
      document: { f64: 9007199254740992 },
    });
    expect((await create('{"f64":1e300}')).result).toMatchObject({ document: { f64: 1e300 } });
  });
});

describe('other integers beyond 2^53', () => {
  it('are exact in amounts', async () => {
    const { result } = await call('createIdentity', '{"credits":9007199254740993}');
    expect(result).toMatchObject({ balance: '9007199254740993' });
  });

  it('are quoted exactly when a contract has them as bounds', async () => {
    const types = '{"a":{"type":"object","properties":{"b":{"type":"integer","maximum":9007199254740993}}}}';
    const { error } = await call('registerContract', `{"by":"${by}","contract":${types}}`);
    expect(JSON.stringify(error)).toContain('found 9007199254740993');
  });

  it('are rejected in params that accept smaller integers only', async () => {
    const { error } = await call(
      'getDocuments',
      `{"contractId":"${contractId}","documentType":"sample","limit":9007199254740993}`,
    );
    expect(error).toMatchObject({ code: -32602, data: { reason: 'InvalidLimit' } });
    expect(error?.message).toContain('9007199254740993');
    expect((await call('revert', '{"id":9007199254740993}')).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-params', found: '9007199254740993', at: '/params/id' },
    });
  });
});
