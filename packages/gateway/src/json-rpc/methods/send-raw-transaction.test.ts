import { bytesToHex, encodeTransaction, NodeRejectionError } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { dispatchUnderTest } from '../../../test/dispatch-under-test.js';
import { failingLayer1 } from '../../../test/failing-layer1.js';
import { recordedLayer1, submission, SUBMISSIONS } from '../../../test/recorded-layer1.js';

const ACCEPTED = submission('accepted');

/** A well-formed transaction: one input, and one output with a script of `length` bytes. */
function transactionWithScript(length: number): Uint8Array {
  const previousOutput = { txid: '11'.repeat(32), index: 0 };
  return encodeTransaction({
    version: 2,
    type: 0,
    inputs: [{ previousOutput, scriptSig: new Uint8Array(), sequence: 0xffffffff }],
    outputs: [{ value: 1n, scriptPubKey: new Uint8Array(length) }],
    lockTime: 0,
    extraPayload: new Uint8Array(),
  });
}

/** A well-formed transaction of exactly `size` bytes, beyond 65,600. */
function transactionOf(size: number): string {
  const overhead = transactionWithScript(0x10000).length - 0x10000;
  return bytesToHex(transactionWithScript(size - overhead));
}

describe('sendRawTransaction', () => {
  const shapes: [params: string][] = [
    [`"${ACCEPTED.hex}"`],
    [`"${ACCEPTED.hex.toUpperCase()}"`],
    [`["${ACCEPTED.hex}"]`],
    [`["${ACCEPTED.hex}",true]`],
    [`["${ACCEPTED.hex}",false,true]`],
    [`["${ACCEPTED.hex}",null,null]`],
    [`["${ACCEPTED.hex}","true","false"]`],
    [`["${ACCEPTED.hex}",true,true,5,{"more":"ignored"}]`],
  ];

  it.each(shapes)('accepts the params %s and passes only the bytes to the node', async (params) => {
    const sent: unknown[][] = [];
    const layer1 = {
      ...recordedLayer1(),
      sendTransaction: async (...given: unknown[]) => {
        sent.push(given);
        return 'the id';
      },
    };
    const { result } = await dispatchUnderTest(layer1).callWith('sendRawTransaction', params);
    expect(result).toBe('the id');
    expect(sent).toEqual([[new Uint8Array(Buffer.from(ACCEPTED.hex, 'hex'))]]);
  });

  it('returns the id again while the transaction is in the mempool, and rejects it once it is mined', async () => {
    const { call } = dispatchUnderTest();
    expect((await call('sendRawTransaction', ACCEPTED.hex)).result).toBe(ACCEPTED.outcome);
    expect((await call('sendRawTransaction', [ACCEPTED.hex])).result).toBe(ACCEPTED.outcome);
    expect((await call('sendRawTransaction', [ACCEPTED.hex])).error).toEqual({
      code: -32602,
      message: 'Transaction already in chain: Transaction already in block chain',
      data: {
        reason: 'transaction-already-in-chain',
        node: { code: -27, message: 'Transaction already in block chain' },
      },
    });
  });

  const NO_SHAPE = 'params must be an array or hex string';
  const NO_HEX = 'raw transaction must be valid hex';
  const NO_STRING = 'raw transaction must be a hex string';
  const HIGH_FEES = 'allow_high_fees must be boolean';
  const LIMITS = 'bypass_limits must be boolean';
  const EMPTY = 'transaction is not specified';

  const rejected: [params: string, message: string, reason: string][] = [
    ['{"transaction":"00"}', NO_SHAPE, 'invalid-params'],
    ['{}', NO_SHAPE, 'invalid-params'],
    ['{"0":"00","length":1}', NO_SHAPE, 'invalid-params'],
    ['null', NO_SHAPE, 'invalid-params'],
    ['5', NO_SHAPE, 'invalid-params'],
    ['true', NO_SHAPE, 'invalid-params'],
    ['[]', 'missing raw transaction parameter', 'invalid-params'],
    ['[5]', NO_STRING, 'invalid-params'],
    ['[null]', NO_STRING, 'invalid-params'],
    ['[true]', NO_STRING, 'invalid-params'],
    ['[["00"]]', NO_STRING, 'invalid-params'],
    ['[{"transaction":"00"}]', NO_STRING, 'invalid-params'],
    ['"abc"', NO_HEX, 'invalid-params'],
    ['"zz"', NO_HEX, 'invalid-params'],
    ['"0x00"', NO_HEX, 'invalid-params'],
    ['" 00"', NO_HEX, 'invalid-params'],
    ['"00 00 "', NO_HEX, 'invalid-params'],
    ['"00\\n\\n"', NO_HEX, 'invalid-params'],
    ['"\\u0660\\u0660"', NO_HEX, 'invalid-params'],
    ['["zz","neither"]', NO_HEX, 'invalid-params'],
    ['["00",1]', HIGH_FEES, 'invalid-params'],
    ['["00","True"]', HIGH_FEES, 'invalid-params'],
    ['["00",""]', HIGH_FEES, 'invalid-params'],
    ['["00",[]]', HIGH_FEES, 'invalid-params'],
    ['["00",0,0]', HIGH_FEES, 'invalid-params'],
    ['["00",true,0]', LIMITS, 'invalid-params'],
    ['["00",null,"FALSE"]', LIMITS, 'invalid-params'],
    ['["00",null,{}]', LIMITS, 'invalid-params'],
    ['["",1]', HIGH_FEES, 'invalid-params'],
    ['""', EMPTY, 'transaction-empty'],
    ['[""]', EMPTY, 'transaction-empty'],
    ['["",true,false]', EMPTY, 'transaction-empty'],
  ];

  it.each(rejected)('rejects the params %s: %s', async (params, message, reason) => {
    const { error } = await dispatchUnderTest().callWith('sendRawTransaction', params);
    expect(error).toMatchObject({ code: -32602, message, data: { reason } });
  });

  it.each([
    ['["zz"]', '/params/0'],
    ['[5]', '/params/0'],
    ['"zz"', '/params'],
    ['["00",5]', '/params/1'],
  ])('reports the location of the error in the params %s: %s', async (params, at) => {
    const { error } = await dispatchUnderTest().callWith('sendRawTransaction', params);
    expect(error).toMatchObject({ data: { at } });
  });

  it('requires params', async () => {
    expect((await dispatchUnderTest().call('sendRawTransaction')).error).toMatchObject({
      code: -32602,
      message: NO_SHAPE,
      data: { reason: 'invalid-params', found: 'nothing', at: '/params' },
    });
  });

  const malformed: [what: string, hex: string][] = [
    ['truncated', submission('truncated').hex],
    ['with a byte after it', submission('trailing bytes').hex],
    ['of one byte', '00'],
    ['with a count beyond its end', `02000000ff${'ff'.repeat(8)}`],
    ['of 400,000 zeros', '00'.repeat(400_000)],
  ];

  it.each(malformed)('rejects malformed bytes without calling the node: %s', async (_, hex) => {
    const { call } = dispatchUnderTest(failingLayer1(new Error('the node was asked')));
    expect((await call('sendRawTransaction', [hex])).error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^invalid transaction: /),
      data: { reason: 'transaction-malformed' },
    });
  });

  describe('the weight limit of sendRawTransaction', () => {
    const { call } = dispatchUnderTest();

    it('is tested with transactions of an exact size', () => {
      expect(transactionOf(100_000)).toHaveLength(200_000);
    });

    it('passes 100,000 bytes to the node', async () => {
      expect((await call('sendRawTransaction', transactionOf(100_000))).error).toMatchObject({
        data: { node: { code: -25 } },
      });
    });

    it.each([100_001, 400_000])('rejects %i bytes after parsing', async (size) => {
      expect((await call('sendRawTransaction', transactionOf(size))).error).toEqual({
        code: -32602,
        message: `transaction weight ${4 * size} exceeds the maximum standard weight of 400000`,
        data: {
          reason: 'transaction-too-heavy',
          expected: 'a weight of at most 400000, which is 100000 bytes',
          found: 4 * size,
        },
      });
    });

    it.each([
      ['a transaction', () => transactionOf(400_001)],
      ['whatever the bytes are', () => 'ff'.repeat(400_001)],
    ])('rejects 400,001 bytes before parsing: %s', async (_, hex) => {
      expect((await dispatchUnderTest().call('sendRawTransaction', [hex()])).error).toEqual({
        code: -32602,
        message: 'transaction size 400001 bytes exceeds the maximum of 400000',
        data: { reason: 'transaction-too-large', expected: 'at most 400000 bytes', found: 400_001 },
      });
    });
  });

  const INVALID = 'invalid transaction: ';
  const REJECTED = 'Transaction is rejected: ';

  const recorded: [label: string, prefix: string, reason: string, code: number][] = [
    ['conflicts with the mempool', REJECTED, 'transaction-rejected', -26],
    ['missing inputs', REJECTED, 'transaction-rejected', -25],
    ['unsigned', REJECTED, 'transaction-rejected', -26],
    ['absurdly high fee', REJECTED, 'transaction-rejected', -25],
    ['no fee', REJECTED, 'transaction-rejected', -26],
    ['dust', REJECTED, 'transaction-rejected', -26],
    ['not final', REJECTED, 'transaction-rejected', -26],
    ['spends more than its inputs', REJECTED, 'transaction-rejected', -26],
    ['OP_RETURN over 83 bytes', REJECTED, 'transaction-rejected', -26],
    ['a coinbase', 'Transaction already in chain: ', 'transaction-already-in-chain', -27],
  ];

  it.each(recorded)('returns the error of the recorded node: %s', async (label, prefix, reason, code) => {
    const { hex, outcome } = submission(label);
    const message = typeof outcome === 'string' ? '' : outcome.message;
    expect(outcome).toEqual({ code, message });
    expect((await dispatchUnderTest().call('sendRawTransaction', [hex, true, true])).error).toEqual({
      code: -32602,
      message: `${prefix}${message}`,
      data: { reason, node: { code, message } },
    });
  });

  it('accepts and rejects the same transactions as the recorded node', async () => {
    const { call } = dispatchUnderTest();
    for (const { hex, outcome } of SUBMISSIONS) {
      const { result, error } = await call('sendRawTransaction', [hex]);
      expect(result ?? error?.code).toBe(typeof outcome === 'string' ? outcome : -32602);
    }
  });

  const nodeErrors: [
    code: number,
    message: string,
    wireCode: number,
    wireMessage: string,
    reason?: string,
  ][] = [
    [-1, 'anything', -32603, 'Internal error'],
    [-3, 'm', -32602, `${INVALID}m`, 'wrong-type'],
    [-5, 'm', -32602, 'm', 'not-found'],
    [-8, 'm', -32602, `${INVALID}m`, 'invalid-parameter'],
    [-18, 'm', -32602, 'm', 'not-found'],
    [-22, 'TX decode failed.', -32602, `${INVALID}TX decode failed.`, 'transaction-malformed'],
    [
      -25,
      'bad-txns-inputs-missingorspent',
      -32602,
      `${REJECTED}bad-txns-inputs-missingorspent`,
      'transaction-rejected',
    ],
    [-26, 'tx-size', -32602, `${REJECTED}tx-size`, 'transaction-rejected'],
    [-27, 'm', -32602, 'Transaction already in chain: m', 'transaction-already-in-chain'],
    [-28, 'Verifying blocks…', -32003, 'Verifying blocks…', 'node-starting'],
    [-7, 'm', -32003, 'Core RPC error -7: m', 'node-error'],
    [-31, 'm', -32003, 'Core RPC error -31: m', 'node-error'],
    [-32603, 'm', -32003, 'Core RPC error -32603: m', 'node-error'],
  ];

  it.each(nodeErrors)('maps the node error %i %s to %i %s', async (code, message, wireCode, text, reason) => {
    const { call } = dispatchUnderTest(failingLayer1(new NodeRejectionError(code, message)));
    const { error } = await call('sendRawTransaction', [ACCEPTED.hex]);
    expect(error).toMatchObject({ code: wireCode, message: text });
    expect(error?.data?.reason).toBe(reason);
    expect(error?.data?.['node']).toEqual(reason && { code, message });
  });
});
