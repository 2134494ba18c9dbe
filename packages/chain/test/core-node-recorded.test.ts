import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancellationToken } from '../src/nodes/core-node/cancellation-token.js';
import { CoreNode } from '../src/nodes/core-node/index.js';
import { parseNodeUrl } from '../src/nodes/core-node/node-url.js';
import { RpcClient } from '../src/nodes/core-node/rpc-client.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import { DEFAULT_LIMITS } from '../src/nodes/core-node/core-node-options.js';
import { FakeNode, type FakeAnswer, type FakeCall } from './fake-node.js';
import { eventualAnswer } from './answer-to.js';
import { hexToBytes, isHex } from '../src/base/bytes/hex.js';
import { RECORDED_CALLS, RECORDED_EXCHANGES, type RecordedExchange } from './recorded.js';

interface Answer {
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
  readonly id: number | null;
}

const answerOf = ({ response }: RecordedExchange): Answer => JSON.parse(response);

/** The exchanges that were a call with an id and got an answer to it. */
const CALLS = RECORDED_EXCHANGES.flatMap((exchange) => {
  try {
    const { method, params }: { method: string; params: readonly unknown[] } = JSON.parse(
      exchange.request.body,
    );
    const { id } = answerOf(exchange);
    return typeof id === 'number' ? [{ ...exchange, method, params }] : [];
  } catch {
    return [];
  }
});
const OTHERS = RECORDED_EXCHANGES.filter(({ label }) => !CALLS.some((call) => call.label === label));

/** What comes next from the recorded node, byte for byte but for the id. */
let next: RecordedExchange;

function replay({ id }: FakeCall): FakeAnswer {
  const { status, contentType, response } = next;
  return { status, contentType, body: response.replace(/"id":\d+\}\n$/, `"id":${String(id)}}\n`) };
}

describe('CoreNode with recorded exchanges', () => {
  let server: FakeNode;
  let rpc: RpcClient;
  const never = new CancellationToken();

  beforeAll(async () => {
    server = await FakeNode.start(replay);
    rpc = new RpcClient({
      ...DEFAULT_LIMITS,
      url: parseNodeUrl(server.url),
      credentials: { user: 'dapi', password: 'secret' },
      certificateAuthority: undefined,
      connections: 1,
    });
  });
  afterAll(async () => {
    await rpc.close();
    await server.stop();
  });

  it('covers all of them', () => {
    expect(CALLS.length).toBeGreaterThan(50);
    expect(CALLS.length + OTHERS.length).toBe(RECORDED_EXCHANGES.length);
  });

  it.each(CALLS.map((call) => [call.label, call] as const))('reads the response to %s', async (_, call) => {
    next = call;
    // Many are of methods that a node is never asked for here; the answers are read like any other.
    const answer = rpc.call('getblockhash', [], never).then((result) => result.value());
    const { result, error } = answerOf(call);
    expect(await eventualAnswer(answer)).toEqual({ result, error });
  });

  it.each(OTHERS.map((exchange) => [exchange.label, exchange] as const))(
    'rejects the exchange that is not a call: %s',
    async (label, exchange) => {
      next = exchange;
      const answer = rpc.call('getbestblockhash', [], never);
      const outcome = {
        'wrong password': { reason: 'unauthorized' },
        'not JSON': { code: -32700, message: 'Parse error' },
        'a number': { code: -32700, message: 'Top-level object parse error' },
      }[label];
      await expect(answer).rejects.toMatchObject(outcome ?? { reason: 'unexpected-answer' });
    },
  );
});

/** What was asked of the recorded node, and what it answered last. */
const ANSWERS = [
  ...CALLS.map(({ method, params, ...exchange }) => ({ method, params, answer: answerOf(exchange) })),
  ...RECORDED_CALLS.map(({ method, params, result, error }) => ({
    method,
    params,
    answer: { result, error },
  })),
].toReversed();

/** Answers a call as the recorded node did: to the same params, else to the same and more. */
function recordedNode({ method, params }: FakeCall): FakeAnswer {
  const ofMethod = ANSWERS.filter((one) => one.method === method && Array.isArray(one.params));
  const recorded =
    ofMethod.find((one) => isDeepStrictEqual(one.params, params)) ??
    ofMethod.find((one) => isDeepStrictEqual(one.params.slice(0, params.length), params));
  const { result, error } = recorded?.answer ?? {
    result: null,
    error: { code: -32601, message: 'Method not found' },
  };
  return error ? { error } : { result };
}

describe('CoreNode with a node that responds like the recorded one', () => {
  let server: FakeNode;
  let node: CoreNode;

  beforeAll(async () => {
    server = await FakeNode.start(recordedNode);
    node = new CoreNode({ url: server.url });
  });
  afterAll(async () => {
    await node.close();
    await server.stop();
  });

  const TIP = { hash: '03323212988afdb78906bdeff4bf73500019f5e1f72959ccc2b3ad7f1455e905', height: 510 };

  it('returns the tip and requests its height once', async () => {
    expect(await node.tip()).toEqual(TIP);
    expect(await node.tip()).toEqual(TIP);
    expect(server.calls.map(({ method }) => method)).toEqual([
      'getbestblockhash',
      'getblockheader',
      'getbestblockhash',
    ]);
  });

  it('returns the status', async () => {
    expect(await node.status()).toEqual({
      software: '/Dash Core:23.1.2/',
      network: 'regtest',
      tip: TIP,
      headersHeight: 510,
      isInitialBlockDownload: false,
      difficulty: 4.656542373906925e-10,
      medianTime: 1795215696,
      peers: 0,
      masternodeSync: { stage: 'MASTERNODE_SYNC_BLOCKCHAIN', isSynced: false },
      chainLock: undefined,
    });
    expect(await node.bestChainLock()).toBeUndefined();
  });

  it('returns block hashes', async () => {
    expect(await node.blockHash(1)).toBe('3e27f504f21ae1e10f65675668ad936a25c365f40339d8f25fa0ec9312215884');
    await expect(node.blockHash(-1)).rejects.toEqual(new NodeRejectionError(-8, 'Block height out of range'));
    await expect(node.blockHash(2 ** 31)).rejects.toEqual(
      new NodeRejectionError(-1, 'JSON integer out of range'),
    );
  });

  const submissions = CALLS.filter(({ method }) => method === 'sendrawtransaction').flatMap((call) => {
    const hex = call.params[0];
    return typeof hex === 'string' && isHex(hex) ? [{ ...call, hex }] : [];
  });
  const COINBASE = 'sendrawtransaction: a coinbase';

  it('does not send a coinbase, which a node always rejects', async () => {
    const { hex } = submissions.find(({ label }) => label === COINBASE)!;
    const sent = server.calls.length;
    await expect(node.sendTransaction(hexToBytes(hex))).rejects.toMatchObject({
      reason: 'transaction-type-not-relayed',
      details: { found: 5 },
    });
    expect(server.calls).toHaveLength(sent);
  });

  const sent = submissions.filter(({ label }) => label !== COINBASE);

  it.each(sent.map((call) => [call.label, call.hex] as const))(
    'returns the result of the transaction: %s',
    async (_, hex) => {
      const same = submissions.filter((one) => one.hex === hex);
      const { result, error } = answerOf(same.findLast(({ params }) => params.length === 1) ?? same.at(-1)!);
      expect(await eventualAnswer(node.sendTransaction(hexToBytes(hex)))).toEqual({ result, error });
    },
  );

  const diffs = RECORDED_CALLS.filter(
    ({ method, params }) =>
      method === 'protx' && params.length === 3 && params.every((param) => typeof param === 'string'),
  );

  it.each(diffs.map((call) => [call.label, call] as const))(
    'returns the result of protx diff: %s',
    async (_, { params, result, error }) => {
      const diff = node.masternodeListDiff(String(params[1]), String(params[2]));
      expect(await eventualAnswer(diff)).toEqual({ result, error });
    },
  );
});
