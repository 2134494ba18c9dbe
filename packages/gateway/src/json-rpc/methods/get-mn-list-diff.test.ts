import { NodeRejectionError, ZERO_HASH } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { dispatchUnderTest } from '../../../test/dispatch-under-test.js';
import { failingLayer1 } from '../../../test/failing-layer1.js';
import { BLOCK_HASHES, diff, DIFFS, recordedLayer1 } from '../../../test/recorded-layer1.js';

const { answer, call, callWith } = dispatchUnderTest();
const [GENESIS, TIP] = [BLOCK_HASHES[0]!, BLOCK_HASHES.at(-1)!];
const UNKNOWN = '11'.repeat(32);

describe('getMnListDiff', () => {
  const succeeded = DIFFS.filter(({ result }) => result !== null);

  it.each(succeeded)("returns the node's object unchanged: $label", async ({ params, result }) => {
    const [, baseBlockHash, blockHash] = params;
    const request = { jsonrpc: '2.0', id: 1, method: 'getMnListDiff', params: { baseBlockHash, blockHash } };
    expect((await answer(JSON.stringify(request))).body).toBe(
      `{"jsonrpc":"2.0","result":${JSON.stringify(result)},"id":1}`,
    );
  });

  it('has at least nine recordings to compare with', () => {
    expect(succeeded.length).toBeGreaterThanOrEqual(9);
  });

  it('passes only the two blocks to the node', async () => {
    const asked: unknown[][] = [];
    const layer1 = {
      ...recordedLayer1(),
      masternodeListDiff: async (baseBlock: string, block: string) => {
        asked.push([baseBlock, block]);
        return diff('from genesis to the tip').result!;
      },
    };
    const params = { baseBlockHash: ZERO_HASH, blockHash: '646', extended: true };
    await dispatchUnderTest(layer1).call('getMnListDiff', params);
    expect(asked).toEqual([[ZERO_HASH, '646']]);
  });

  const rejectedParams: [params: string, message: string, reason: string][] = [
    ['null', 'params must be object', 'invalid-params'],
    ['[]', 'params must be object', 'invalid-params'],
    [`["${GENESIS}","${TIP}"]`, 'params must be object', 'invalid-params'],
    ['"x"', 'params must be object', 'invalid-params'],
    ['5', 'params must be object', 'invalid-params'],
    ['{}', "params must have required property 'baseBlockHash'", 'invalid-params'],
    [`{"blockHash":"${TIP}"}`, "params must have required property 'baseBlockHash'", 'invalid-params'],
    [`{"baseBlockHash":"${GENESIS}"}`, "params must have required property 'blockHash'", 'invalid-params'],
    [
      '{"__proto__":{"baseBlockHash":"1","blockHash":"2"}}',
      "params must have required property 'baseBlockHash'",
      'invalid-params',
    ],
    ['{"baseBlockHash":1,"blockHash":"2"}', 'params/baseBlockHash must be string', 'invalid-params'],
    ['{"baseBlockHash":null,"blockHash":"2"}', 'params/baseBlockHash must be string', 'invalid-params'],
    ['{"baseBlockHash":["1"],"blockHash":"2"}', 'params/baseBlockHash must be string', 'invalid-params'],
    ['{"baseBlockHash":"1","blockHash":2}', 'params/blockHash must be string', 'invalid-params'],
    [
      '{"baseBlockHash":"1","baseBlockHash":"1","blockHash":"2"}',
      'params/baseBlockHash is given twice',
      'duplicate-member',
    ],
    [
      '{"baseBlockHash":"1","blockHash":"2","blockHash":"2"}',
      'params/blockHash is given twice',
      'duplicate-member',
    ],
  ];

  it.each(rejectedParams)('rejects the params %s: %s', async (params, message, reason) => {
    expect((await callWith('getMnListDiff', params)).error).toMatchObject({
      code: -32602,
      message,
      data: { reason },
    });
  });

  it('requires params', async () => {
    expect((await call('getMnListDiff')).error).toMatchObject({
      code: -32602,
      message: 'params must be object',
    });
  });

  const rejectedBlocks: [base: string, block: string, message: string, reason: string, code: number][] = [
    ['zz', TIP, "baseBlock must be a 32bit integer (not 'zz')", 'invalid-block', -8],
    [GENESIS, 'abcd', "block must be a 32bit integer (not 'abcd')", 'invalid-block', -8],
    ['', TIP, "baseBlock must be a 32bit integer (not '')", 'invalid-block', -8],
    ['0', TIP, 'baseBlock must be a block hash or chain height and not 0', 'invalid-block', -1],
    ['1', '647', 'block must be a block hash or chain height and not 647', 'invalid-block', -1],
    [UNKNOWN, TIP, `block ${UNKNOWN} not found`, 'unknown-block', -1],
    [GENESIS, UNKNOWN, `block ${UNKNOWN} not found`, 'unknown-block', -1],
  ];

  it.each(rejectedBlocks)(
    'from %s to %s is rejected: %s',
    async (baseBlockHash, blockHash, message, reason, code) => {
      expect((await call('getMnListDiff', { baseBlockHash, blockHash })).error).toEqual({
        code: -32602,
        message,
        data: { reason, node: { code, message } },
      });
    },
  );

  it('rejects a reversed range like the recorded node', async () => {
    const { params, error } = diff('backwards');
    const [, baseBlockHash, blockHash] = params;
    expect(error?.message).toMatch(/^base block [0-9a-f]{64} is higher then block [0-9a-f]{64}$/);
    expect((await call('getMnListDiff', { baseBlockHash, blockHash })).error).toMatchObject({
      code: -32602,
      message: error?.message,
      data: { reason: 'invalid-range' },
    });
  });

  const nodeErrors: [
    code: number,
    message: string,
    wireCode: number,
    wireMessage: string,
    reason?: string,
  ][] = [
    [
      -1,
      `block ${GENESIS} and ${TIP} are not in the same chain`,
      -32602,
      `block ${GENESIS} and ${TIP} are not in the same chain`,
      'invalid-range',
    ],
    [-1, `failed to read block ${GENESIS} from disk`, -32603, 'Internal error'],
    [-1, 'failed to build quorums diff', -32603, 'Internal error'],
    [-1, 'failed to build quorum chainlock info', -32603, 'Internal error'],
    [-5, 'Block not found', -32602, 'Block not found', 'not-found'],
    [-28, 'Loading block index…', -32003, 'Loading block index…', 'node-starting'],
    [-32603, 'm', -32003, 'Core RPC error -32603: m', 'node-error'],
  ];

  it.each(nodeErrors)('maps the node error %i %s to %i', async (code, message, wireCode, text, reason) => {
    const { call } = dispatchUnderTest(failingLayer1(new NodeRejectionError(code, message)));
    const { error } = await call('getMnListDiff', { baseBlockHash: GENESIS, blockHash: TIP });
    expect(error).toMatchObject({ code: wireCode, message: text });
    expect(error?.data?.reason).toBe(reason);
    expect(error?.data?.['node']).toEqual(reason && { code, message });
  });
});
