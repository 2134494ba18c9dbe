import { NodeRejectionError, NodeUnavailableError } from '@dapikit/chain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dispatchUnderTest, type WireResponse } from '../../../test/dispatch-under-test.js';
import type { LogLine } from '../../../test/recorded-log.js';
import { failingLayer1 } from '../../../test/failing-layer1.js';
import { anyJsonText, anyNumberText, anySpace, anyStringText } from '../../../test/json-text.js';
import { BLOCK_HASHES, diff, recordedLayer1 } from '../../../test/recorded-layer1.js';

const TIP = BLOCK_HASHES.at(-1)!;
const { answer, respond, call } = dispatchUnderTest();

const failures = (lines: readonly LogLine[]): LogLine[] =>
  lines.filter(({ msg }) => msg !== 'deprecated method called');

describe('a single call', () => {
  it('returns the members in the order of the official gateway', async () => {
    expect(await answer('{"jsonrpc":"2.0","method":"getBestBlockHash","id":1}')).toMatchObject({
      body: `{"jsonrpc":"2.0","result":"${TIP}","id":1}`,
      deprecated: [],
    });
  });

  it.each([
    '18446744073709551616',
    '1.0',
    '1e3',
    '-0',
    '-9007199254740993',
    '"\\u0041\\ud800"',
    '"é😀"',
    'null',
  ])('echoes the id %s exactly, in success and failure', async (id) => {
    const right = await answer(`{"jsonrpc":"2.0","method":"getBestBlockHash","id":${id}}`);
    expect(right.body).toBe(`{"jsonrpc":"2.0","result":"${TIP}","id":${id}}`);
    const wrong = await answer(`{"jsonrpc":"2.0","method":"nope","id": ${id} }`);
    expect(wrong.body).toMatch(/^\{"jsonrpc":"2\.0","error":\{"code":-32601,/);
    expect(String(wrong.body).endsWith(`},"id":${id}}`)).toBe(true);
  });

  it.each([
    'nope',
    'rpc.other',
    'generateToAddress',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
  ])('rejects the method %j: method not found', async (method) => {
    expect(await call(method)).toEqual({
      jsonrpc: '2.0',
      error: {
        code: -32601,
        message: 'Method not found',
        data: {
          reason: 'unknown-method',
          expected:
            'one of getBestBlockHash, getBlockHash, getStatus, sendRawTransaction, getMnListDiff, rpc.discover',
          found: method,
          at: '/method',
        },
      },
      id: 1,
    });
  });

  it.each([
    ['getbestblockhash', 'getBestBlockHash'],
    ['GETSTATUS', 'getStatus'],
    [' getStatus', 'getStatus'],
    ['getBlokHash', 'getBlockHash'],
    ['sendRawTransacsion', 'sendRawTransaction'],
    ['getStauts', 'getStatus'],
  ])('suggests a method for the misspelled %j', async (method, meant) => {
    expect(await call(method)).toMatchObject({
      error: { code: -32601, data: { found: method, fix: `Did you mean ${meant}?` } },
    });
  });

  it('shortens a very long method name in the error', async () => {
    const { body } = await answer(`{"jsonrpc":"2.0","method":"${'x'.repeat(1_000_000)}","id":1}`);
    expect(body!.length).toBeLessThan(500);
  });

  it('checks in the order: syntax, types, version, method, params', async () => {
    const codeOf = async (text: string) => (await respond(text)).error?.code;
    expect(await codeOf('{"jsonrpc":"1.0","method":"nope","params":5,"id":7')).toBe(-32700);
    expect(await respond('{"jsonrpc":"1.0","method":"nope","params":5,"id":7}')).toMatchObject({
      error: { code: -32600, message: 'jsonrpc must be "2.0"' },
      id: 7,
    });
    expect(await codeOf('{"jsonrpc":"2.0","method":"nope","params":5,"id":7}')).toBe(-32601);
    expect(await codeOf('{"jsonrpc":"2.0","method":"getBlockHash","params":5,"id":7}')).toBe(-32602);
  });
});

describe('a notification', () => {
  it.each([
    '{"jsonrpc":"2.0","method":"getBestBlockHash"}',
    '{"jsonrpc":"2.0","method":"nope"}',
    '{"jsonrpc":"2.0","method":"getBlockHash","params":"wrong"}',
    '[{"jsonrpc":"2.0","method":"getBestBlockHash"},{"jsonrpc":"2.0","method":"nope"}]',
  ])('gets no response: %s', async (text) => {
    expect((await answer(text)).body).toBeUndefined();
  });

  it('is executed', async () => {
    const heights: number[] = [];
    const layer1 = { ...recordedLayer1(), blockHash: async (height: number) => `${heights.push(height)}` };
    await dispatchUnderTest(layer1).answer('{"jsonrpc":"2.0","method":"getBlockHash","params":{"height":4}}');
    expect(heights).toEqual([4]);
  });

  it('gets an error with id null if it is not a valid request', async () => {
    expect((await respond('{"jsonrpc":"2.0"}')).error?.code).toBe(-32600);
  });
});

function getBlockHash(height: number, id: string): string {
  return `{"jsonrpc":"2.0","method":"getBlockHash","params":{"height":${height}},"id":${id}}`;
}

describe('a batch', () => {
  it('returns the responses in the order of the calls, whatever order they finish in', async () => {
    const waiting: (() => void)[] = [];
    const layer1 = {
      ...recordedLayer1(),
      blockHash: async (height: number) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return `hash ${height}`;
      },
    };
    const answering = dispatchUnderTest(layer1).answer(
      `[${[3, 1, 2].map((n) => getBlockHash(n, `${n}.0`)).join()}]`,
    );
    for (const resolve of waiting.toReversed()) resolve();
    expect((await answering).body).toBe(
      '[{"jsonrpc":"2.0","result":"hash 3","id":3.0},{"jsonrpc":"2.0","result":"hash 1","id":1.0},{"jsonrpc":"2.0","result":"hash 2","id":2.0}]',
    );
  });

  it('returns errors beside results, and nothing for notifications', async () => {
    const { body } = await answer(
      `[${getBlockHash(0, '"a"')},{"jsonrpc":"2.0","method":"getBestBlockHash"},7,[],{"jsonrpc":"2.0","method":"nope","id":"b"}]`,
    );
    expect(JSON.parse(String(body))).toMatchObject([
      { result: BLOCK_HASHES[0], id: 'a' },
      { error: { code: -32600 }, id: null },
      { error: { code: -32600 }, id: null },
      { error: { code: -32601 }, id: 'b' },
    ]);
  });

  it('returns an array of one for one call', async () => {
    expect((await answer(`[${getBlockHash(0, '1')}]`)).body).toBe(
      `[{"jsonrpc":"2.0","result":"${BLOCK_HASHES[0]}","id":1}]`,
    );
  });

  it('executes 100 calls', async () => {
    const calls = BLOCK_HASHES.slice(0, 100).map((_, height) => getBlockHash(height, `${height}`));
    const { body } = await answer(`[${calls.join()}]`);
    expect(JSON.parse(String(body))).toEqual(
      BLOCK_HASHES.slice(0, 100).map((result, id) => ({ jsonrpc: '2.0', result, id })),
    );
  });

  it('rejects 101 calls as a whole and executes none', async () => {
    const calls: number[] = [];
    const layer1 = { ...recordedLayer1(), blockHash: async (height: number) => `${calls.push(height)}` };
    const response = await dispatchUnderTest(layer1).respond(
      `[${Array(101).fill(getBlockHash(1, '1')).join()}]`,
    );
    expect(response).toEqual({
      jsonrpc: '2.0',
      error: {
        code: -32600,
        message: 'Batch is too large',
        data: { reason: 'batch-too-large', expected: 'at most 100 calls', found: 101 },
      },
      id: null,
    });
    expect(calls).toEqual([]);
  });

  it('rejects an empty batch with one error', async () => {
    expect(await respond('[]')).toMatchObject({
      error: { code: -32600, data: { reason: 'empty-batch' } },
      id: null,
    });
  });
});

async function deprecatedIn(text: string): Promise<string[]> {
  return (await answer(text)).deprecated.map(({ name }) => name);
}

describe('a deprecated method', () => {
  it.each([
    ['alone', '{"jsonrpc":"2.0","method":"getMnListDiff","id":1}'],
    ['as a notification', '{"jsonrpc":"2.0","method":"getMnListDiff"}'],
    [
      'in a batch',
      '[{"jsonrpc":"2.0","method":"getStatus","id":1},{"jsonrpc":"2.0","method":"getMnListDiff","id":1}]',
    ],
    [
      'twice',
      '[{"jsonrpc":"2.0","method":"getMnListDiff","id":1},{"jsonrpc":"2.0","method":"getMnListDiff"}]',
    ],
  ])('is reported to the caller of dispatch when called %s', async (_, text) => {
    expect(await deprecatedIn(text)).toEqual(['getMnListDiff']);
  });

  it('is not reported when other methods are called', async () => {
    expect(await deprecatedIn('{"jsonrpc":"2.0","method":"getStatus","id":1}')).toEqual([]);
  });
});

const SECRET = 'connect ECONNREFUSED 10.1.2.3:9998 /home/operator/.dashcore';

function throwSecret(): never {
  throw new RangeError(SECRET);
}

function request(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

describe('a failing call', () => {
  const CALLS: [method: string, params: unknown][] = [
    ['getBestBlockHash', undefined],
    ['getBlockHash', { height: 1 }],
    ['sendRawTransaction', ['02000000000000000000']],
    ['getMnListDiff', { baseBlockHash: '1', blockHash: '2' }],
  ];
  const internal: [what: string, error: unknown][] = [
    ['an error of the gateway itself', new TypeError(SECRET)],
    ['a thrown value that is not an error', SECRET],
    ['nothing', undefined],
    ['an exception of the node', new NodeRejectionError(-1, SECRET)],
  ];

  describe.each(CALLS)('%s', (method, params) => {
    it.each(internal)('returns an internal error without details and logs %s', async (_, error) => {
      const { answer, logLines } = dispatchUnderTest(failingLayer1(error));
      expect((await answer(request(method, params))).body).toBe(
        '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}',
      );
      expect(failures(logLines)).toMatchObject([
        { level: 50, requestId: 'request-1', method, msg: 'method failed' },
      ]);
    });

    it('returns "Service unavailable" without details and logs it when no node responds', async () => {
      const { answer, logLines } = dispatchUnderTest(failingLayer1(new NodeUnavailableError(SECRET)));
      expect((await answer(request(method, params))).body).toBe(
        '{"jsonrpc":"2.0","error":{"code":-32003,"message":"Service unavailable",' +
          '"data":{"reason":"node-unavailable","fix":"try again later"}},"id":1}',
      );
      expect(failures(logLines)).toMatchObject([
        { level: 40, requestId: 'request-1', method, err: { message: SECRET } },
      ]);
    });
  });

  it('logs an unreachable node once, whatever the number of calls', async () => {
    const { answer, logLines } = dispatchUnderTest(failingLayer1(new NodeUnavailableError('away')));
    for (let times = 0; times < 100; times += 1) await answer(request('getBestBlockHash', []));
    expect(logLines).toHaveLength(1);
  });

  it('returns the message of a node that is starting', async () => {
    const starting = new NodeUnavailableError('Verifying blocks…', 'starting');
    const { call } = dispatchUnderTest(failingLayer1(starting));
    expect((await call('getBestBlockHash')).error).toEqual({
      code: -32003,
      message: 'Verifying blocks…',
      data: {
        reason: 'node-starting',
        fix: 'try again later',
        node: { code: -28, message: 'Verifying blocks…' },
      },
    });
  });

  it('returns an internal error when the platform status fails', async () => {
    const platformStatus = { status: () => Promise.reject(new Error(SECRET)) };
    const { call } = dispatchUnderTest(recordedLayer1(), { platformStatus });
    expect((await call('getStatus')).error).toEqual({ code: -32603, message: 'Internal error' });
  });

  it('returns an internal error when the result cannot be serialized', async () => {
    const unwritable = { ...diff('from genesis to the tip').result!, toJSON: throwSecret };
    const layer1 = { ...recordedLayer1(), masternodeListDiff: async () => unwritable };
    const response = await dispatchUnderTest(layer1).call('getMnListDiff', {
      baseBlockHash: '1',
      blockHash: '2',
    });
    expect(response.error).toEqual({ code: -32603, message: 'Internal error' });
  });

  it('returns an internal error when a method returns no result, and keeps the rest of the batch readable', async () => {
    const nothing: string = JSON.parse('{}').hash;
    const layer1 = { ...recordedLayer1(), blockHash: () => nothing };
    const { answer } = dispatchUnderTest(layer1);
    const calls = ['getBlockHash', 'getBestBlockHash'].map((method, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: { height: 1 },
    }));
    const answers: WireResponse[] = JSON.parse((await answer(JSON.stringify(calls))).body?.toString() ?? '');
    expect(answers.map(({ error }) => error)).toEqual([
      { code: -32603, message: 'Internal error' },
      undefined,
    ]);
  });

  it('logs the failure of a notification', async () => {
    const { answer, logLines } = dispatchUnderTest(failingLayer1(new Error(SECRET)));
    expect((await answer('{"jsonrpc":"2.0","method":"getBestBlockHash"}')).body).toBeUndefined();
    expect(logLines).toHaveLength(1);
  });

  it('does not affect the other calls of its batch', async () => {
    const layer1 = { ...recordedLayer1(), tip: () => Promise.reject(new Error(SECRET)) };
    const { body } = await dispatchUnderTest(layer1).answer(
      '[{"jsonrpc":"2.0","method":"getBestBlockHash","id":1},{"jsonrpc":"2.0","method":"getBlockHash","params":{"height":0},"id":2}]',
    );
    expect(JSON.parse(String(body))).toMatchObject([
      { error: { code: -32603 } },
      { result: BLOCK_HASHES[0] },
    ]);
  });
});

/** Whether this is nothing, one response object or an array of them, none of which is an internal error. */
function isWellFormed(body: string | undefined): boolean {
  return body === undefined || [JSON.parse(body)].flat().every((response: object) => isResponse(response));
}

function isResponse(response: object): boolean {
  const members = Object.keys(response).join();
  if (members === 'jsonrpc,result,id') return true;
  if (members !== 'jsonrpc,error,id' || !('error' in response)) return false;
  const { error } = response;
  return (
    JSON.stringify(error).startsWith('{"code":-32') && !JSON.stringify(error).startsWith('{"code":-32603')
  );
}

function member(...likely: unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(fc.constantFrom(...likely), fc.jsonValue({ maxDepth: 2 }));
}

describe('dispatch of arbitrary input', () => {
  it('returns a well-formed response or none for any text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      anyJsonText,
      anyJsonText.map((one) => `[${one}]`),
    );
    const property = fc.asyncProperty(text, async (body) =>
      isWellFormed((await answer(body)).body?.toString()),
    );
    await expect(fc.assert(property, { numRuns: 500 })).resolves.toBeUndefined();
  });

  it('returns a well-formed response or none for any envelope', async () => {
    const envelope = fc.record(
      {
        jsonrpc: member('2.0', '2.0', '2.0', '1.0'),
        method: member('getBlockHash', 'sendRawTransaction', 'getMnListDiff', 'getStatus', '__proto__'),
        params: member({ height: 1 }, { height: -1 }, ['00'], '', { baseBlockHash: '1', blockHash: 'x' }),
        id: member(1, 'a', null),
      },
      { requiredKeys: [] },
    );
    const request = fc.oneof(envelope, fc.array(envelope, { maxLength: 5 }));
    const property = fc.asyncProperty(request, async (body) =>
      isWellFormed((await answer(JSON.stringify(body))).body?.toString()),
    );
    await expect(fc.assert(property, { numRuns: 500 })).resolves.toBeUndefined();
  });

  it('echoes any id exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyNumberText, anyStringText),
        anySpace,
        fc.boolean(),
        async (id, gap, isFirst) => {
          const rest = '"jsonrpc":"2.0","method":"getBestBlockHash"';
          const text = isFirst
            ? `{${gap}"id":${gap}${id}${gap},${rest}}`
            : `{${rest},"id":${gap}${id}${gap}}`;
          expect((await answer(text)).body).toBe(`{"jsonrpc":"2.0","result":"${TIP}","id":${id}}`);
        },
      ),
      { numRuns: 500 },
    );
  });
});
