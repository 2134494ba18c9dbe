import { NodeRejectionError, NodeUnavailableError } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { dispatchUnderTest } from '../../../test/dispatch-under-test.js';
import { failingLayer1 } from '../../../test/failing-layer1.js';
import { BLOCK_HASHES, recordedLayer1 } from '../../../test/recorded-layer1.js';

const { call, callWith } = dispatchUnderTest();

describe('getBlockHash', () => {
  it.each([0, 1, 432, 510, 646])('returns the hash at height %i', async (height) => {
    const { result } = await call('getBlockHash', { height });
    expect(result).toBe(BLOCK_HASHES[height]);
    expect(result).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    '{"height":1,"verbose":true}',
    '{"x":1,"x":2,"height":1}',
    '{"\\u0068eight":1}',
    '{ "height" : 1 }',
  ])('accepts the params %s', async (params) => {
    expect((await callWith('getBlockHash', params)).result).toBe(BLOCK_HASHES[1]);
  });

  it('requires params', async () => {
    expect((await call('getBlockHash')).error).toEqual({
      code: -32602,
      message: 'params must be object',
      data: { reason: 'invalid-params', expected: 'an object', found: 'nothing', at: '/params' },
    });
  });

  it('names the member that is misspelled', async () => {
    const { error } = await call('getBlockHash', { heigth: 1 });
    expect(error?.data).toMatchObject({ at: '/params', fix: "Rename 'heigth' to 'height'." });
  });

  const NOT_AN_OBJECT = ['params must be object', 'invalid-params'] as const;
  const NO_HEIGHT = ["params must have required property 'height'", 'invalid-params'] as const;
  const NO_INTEGER = ['params/height must be integer', 'invalid-params'] as const;
  const NEGATIVE = ['params/height must be >= 0', 'out-of-bounds'] as const;
  const TOO_HIGH = ['params/height must be <= 4294967295', 'out-of-bounds'] as const;
  const NOT_IN_CHAIN = ['Block height out of range', 'height-out-of-range'] as const;
  const TWICE = ['params/height is given twice', 'duplicate-member'] as const;

  const rejected: [params: string, message: string, reason: string][] = [
    ['null', ...NOT_AN_OBJECT],
    ['[]', ...NOT_AN_OBJECT],
    ['[1]', ...NOT_AN_OBJECT],
    ['[{"height":1}]', ...NOT_AN_OBJECT],
    ['"1"', ...NOT_AN_OBJECT],
    ['1', ...NOT_AN_OBJECT],
    ['true', ...NOT_AN_OBJECT],
    ['{}', ...NO_HEIGHT],
    ['{"Height":1}', ...NO_HEIGHT],
    ['{"__proto__":{"height":1}}', ...NO_HEIGHT],
    ['{"constructor":1,"toString":2}', ...NO_HEIGHT],
    ['{"height":"1"}', ...NO_INTEGER],
    ['{"height":""}', ...NO_INTEGER],
    ['{"height":true}', ...NO_INTEGER],
    ['{"height":null}', ...NO_INTEGER],
    ['{"height":{}}', ...NO_INTEGER],
    ['{"height":[1]}', ...NO_INTEGER],
    ['{"height":0.5}', ...NO_INTEGER],
    ['{"height":1.0}', ...NO_INTEGER],
    ['{"height":1e3}', ...NO_INTEGER],
    ['{"height":1E0}', ...NO_INTEGER],
    ['{"height":-0}', ...NO_INTEGER],
    ['{"height":-0.0}', ...NO_INTEGER],
    ['{"height":1e400}', ...NO_INTEGER],
    ['{"height":18446744073709551616}', ...NO_INTEGER],
    ['{"height":99999999999999999999}', ...NO_INTEGER],
    ['{"height":-9223372036854775809}', ...NO_INTEGER],
    ['{"height":-1}', ...NEGATIVE],
    ['{"height":-9223372036854775808}', ...NEGATIVE],
    ['{"height":4294967296}', ...TOO_HIGH],
    ['{"height":9007199254740993}', ...TOO_HIGH],
    ['{"height":18446744073709551615}', ...TOO_HIGH],
    ['{"height":647}', ...NOT_IN_CHAIN],
    ['{"height":2147483647}', ...NOT_IN_CHAIN],
    ['{"height":2147483648}', ...NOT_IN_CHAIN],
    ['{"height":4294967295}', ...NOT_IN_CHAIN],
    ['{"height":1,"height":1}', ...TWICE],
    ['{"height":1,"\\u0068eight":2}', ...TWICE],
    ['{"x":1,"x":2,"height":1,"height":1}', ...TWICE],
  ];

  it.each(rejected)('rejects the params %s: %s', async (params, message, reason) => {
    expect((await callWith('getBlockHash', params)).error).toMatchObject({
      code: -32602,
      message,
      data: { reason },
    });
  });

  it('rejects a height of a million digits with a short error', async () => {
    const { error } = await callWith('getBlockHash', `{"height":${'9'.repeat(1_000_000)}}`);
    expect(error).toMatchObject({ code: -32602, message: 'params/height must be integer' });
    expect(JSON.stringify(error).length).toBeLessThan(500);
  });

  it('quotes an out-of-range number as it was written', async () => {
    expect((await callWith('getBlockHash', '{"height":18446744073709551616}')).error?.data).toEqual({
      reason: 'invalid-params',
      expected: 'an integer from 0 to 4294967295, written with digits only',
      found: '18446744073709551616',
      at: '/params/height',
    });
  });

  it("reports the tip and the node's error for a height above the tip", async () => {
    expect((await call('getBlockHash', { height: 2147483648 })).error).toEqual({
      code: -32602,
      message: 'Block height out of range',
      data: {
        reason: 'height-out-of-range',
        expected: 'a height from 0 to 646',
        found: 2147483648,
        at: '/params/height',
        node: { code: -1, message: 'JSON integer out of range' },
      },
    });
  });

  it('reports a height above the tip when the tip is unavailable', async () => {
    const away = failingLayer1(new NodeUnavailableError('away'));
    const { error } = await dispatchUnderTest({ ...recordedLayer1(), tip: () => away.tip() }).call(
      'getBlockHash',
      {
        height: 1000,
      },
    );
    expect(error).toMatchObject({
      code: -32602,
      data: { reason: 'height-out-of-range', expected: 'a height from 0 to that of the tip' },
    });
  });

  const nodeErrors: [
    code: number,
    message: string,
    wireCode: number,
    wireMessage: string,
    reason?: string,
  ][] = [
    [-1, 'anything', -32603, 'Internal error'],
    [
      -3,
      'JSON value of type x is not of expected type y',
      -32602,
      'JSON value of type x is not of expected type y',
      'wrong-type',
    ],
    [-5, 'Block not found', -32602, 'Block not found', 'not-found'],
    [-8, 'Block height out of range', -32602, 'Block height out of range', 'height-out-of-range'],
    [-18, 'no wallet', -32602, 'no wallet', 'not-found'],
    [-28, 'Loading block index…', -32003, 'Loading block index…', 'node-starting'],
    [-20, 'm', -32003, 'Core RPC error -20: m', 'node-error'],
    [-32601, 'Method not found', -32003, 'Core RPC error -32601: Method not found', 'node-error'],
    [-32603, 'm', -32003, 'Core RPC error -32603: m', 'node-error'],
  ];

  it.each(nodeErrors)('maps the node error %i %s to %i %s', async (code, message, wireCode, text, reason) => {
    const { call } = dispatchUnderTest(failingLayer1(new NodeRejectionError(code, message)));
    const { error } = await call('getBlockHash', { height: 1 });
    expect(error).toMatchObject({ code: wireCode, message: text });
    expect(error?.data?.reason).toBe(reason);
    expect(error?.data?.['node']).toEqual(reason && { code, message });
  });
});
