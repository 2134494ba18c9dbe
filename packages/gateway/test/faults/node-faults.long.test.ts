import { CoreNode, credentialsFile } from '@dapikit/chain/core-node';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FakeNode } from '../../../chain/test/fake-node.js';
import { HAS_LITECOIND, LitecoinNode } from '../../../chain/test/litecoin-node.js';
import { methods } from '../../src/json-rpc/dispatch/methods.js';
import type { WireResponse } from '../dispatch-under-test.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { openConnection, postText } from '../raw-connection.js';
import { BLOCK_HASHES } from '../recorded-layer1.js';
import { FaultProxy } from './fault-proxy.js';
import table from './faults.json' with { type: 'json' };
import { startGatewayOfNodes, type GatewayOfNodes } from './gateway-of-nodes.js';
import { NODE_FAULTS } from './node-faults.js';
import { acceptedVariant, recordedAnswers, startRecordedNode } from './recorded-node.js';
import { heapInUse, openFiles } from './resources.js';

/** What a response may have: the fault tests send more. */
const RESPONSE_LIMITS = { maxResponseBytes: 100_000, maxResponseValues: 10_000 };
const LIMITS = { attemptTimeout: 400, callTimeout: 1_000 };
/** What a busy machine takes for what is done at once, in milliseconds. */
const AT_ONCE = 15_000;
const TIMES: Readonly<Record<string, number>> = { 'at once': 0, ...LIMITS };
/** Only calls see what a node does, and one that is taken out is tried again soon. */
const POOL_LIMITS = {
  ...LIMITS,
  probeInterval: 60_000,
  maxViewAge: 60_000,
  probeTimeout: 400,
  minRetryDelay: 5,
  maxRetryDelay: 20,
};

/** Each height is asked for once, as it is remembered then. None of them is near the tip, where the pool knows them. */
let lastHeight = 0;

/** Each transaction is another one: one during which a node disconnected is not sent again. */
let lastLockTime = 0;

/** The params of a call of each method that the recorded node answers. */
const PARAMS: Readonly<Record<string, () => unknown>> = {
  getBlockHash: () => ({ height: (lastHeight += 1) }),
  sendRawTransaction: () => [acceptedVariant((lastLockTime += 1))],
  getMnListDiff: () => ({ baseBlockHash: '1', blockHash: '646' }),
};
/** They ask no node, or what they ask for is known. */
const WITHOUT_NODE = new Set(['getStatus', 'rpc.discover', 'getBestBlockHash']);

const RESULT = { result: expect.anything() };
const WELL = methods.map(({ name: id }) => ({ jsonrpc: '2.0', id, ...RESULT }));

const isTransaction = (id: unknown): boolean => id === 'sendRawTransaction';

const TIMEOUT = '-32003 node-timeout';

const SEEN: Readonly<Record<string, object>> = {
  '-32003 node-unavailable': {
    code: -32003,
    message: 'Service unavailable',
    data: { reason: 'node-unavailable', fix: 'try again later' },
  },
  [TIMEOUT]: {
    code: -32003,
    message: 'Service unavailable',
    data: { reason: 'node-timeout', fix: 'try again later' },
  },
  '-32003 node-response-too-large': {
    code: -32003,
    message: 'The response of the node is too large',
    data: {
      reason: 'node-response-too-large',
      fix: 'request less, such as the diff of a shorter range of blocks',
    },
  },
  '-32003 node-starting': {
    code: -32003,
    message: 'Loading block index…',
    data: {
      reason: 'node-starting',
      fix: 'try again later',
      node: { code: -28, message: 'Loading block index…' },
    },
  },
  '-32003 node-error': {
    code: -32003,
    message: 'Core RPC error -20: Database is corrupted',
    data: { reason: 'node-error', node: { code: -20, message: 'Database is corrupted' } },
  },
  '-32603': { code: -32603, message: 'Internal error' },
  '-32602 transaction-quarantined': {
    code: -32602,
    message: 'invalid transaction: a node disconnected while it had this transaction; it is not sent again',
    data: {
      reason: 'transaction-quarantined',
      expected: 'a transaction that nodes survive',
      found: expect.stringMatching(/^[\da-f]{64}$/),
      at: '/params/0',
      fix: 'look up whether the transaction was accepted; if it was not, build and sign another one',
    },
  },
};

interface NodeFault {
  readonly sees: string;
  /** What the client sees of a transaction, where that is something else. */
  readonly transaction?: string;
  readonly within: string;
}

const TABLE: readonly [name: string, fault: NodeFault][] = Object.entries(table.node);

interface Timed {
  readonly response: WireResponse;
  readonly milliseconds: number;
}

async function call({ port }: GatewayUnderTest, method: string): Promise<Timed> {
  const params = PARAMS[method]?.();
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: method,
    method,
    ...(params === undefined ? {} : { params }),
  });
  const started = performance.now();
  const connection = await openConnection(port, 'http');
  connection.write(postText(body));
  const answer = await connection.response();
  connection.socket.destroy();
  expect(answer.status).toBe(200);
  return { response: JSON.parse(answer.body), milliseconds: performance.now() - started };
}

it('the node fault test covers every fault of the table', () => {
  expect(Object.keys(NODE_FAULTS)).toEqual(Object.keys(table.node));
});

/** What is answered to a call of each method, one after the other. */
async function everyAnswer(gateway: GatewayUnderTest): Promise<WireResponse[]> {
  const responses: WireResponse[] = [];
  for (const { name } of methods) responses.push((await call(gateway, name)).response);
  return responses;
}

describe('the gateway with one node', () => {
  let node: FakeNode;
  let proxy: FaultProxy;
  let gateway: GatewayOfNodes;
  let filesBefore = 0;
  let heapBefore = 0;

  beforeAll(async () => {
    node = await startRecordedNode();
    proxy = await FaultProxy.start(node.port);
    const options = { url: proxy.url, notifications: 'none', ...RESPONSE_LIMITS } as const;
    gateway = await startGatewayOfNodes([options], POOL_LIMITS);
  });
  afterAll(async () => {
    await gateway.stop();
    await proxy.stop();
    await node.stop();
  });

  it('serves every method before any fault', async () => {
    expect(await everyAnswer(gateway)).toEqual(WELL);
    await proxy.set(undefined);
    filesBefore = openFiles();
    // The gateway loads it a second after its start: its code is not what the faults leave behind.
    await import('../../src/grpc/grpc-server.js');
    heapBefore = heapInUse();
  });

  describe.each(TABLE)('under the fault %s', (name, { sees, transaction = sees, within }) => {
    it('returns the documented response of every method in time', async () => {
      await proxy.set(NODE_FAULTS[name]);
      const answers = await Promise.all(methods.map((method) => call(gateway, method.name)));
      expect(answers.map(({ response }) => response)).toEqual(
        methods.map(({ name: id }) => ({
          jsonrpc: '2.0',
          id,
          ...(WITHOUT_NODE.has(id) ? RESULT : { error: SEEN[isTransaction(id) ? transaction : sees] }),
        })),
      );
      const limit = TIMES[within] ?? Number.NaN;
      const times = answers.filter(({ response }) => response.error).map(({ milliseconds }) => milliseconds);
      expect(Math.min(...times)).toBeGreaterThan(limit - 20);
      expect(Math.max(...times)).toBeLessThan(limit + AT_ONCE);
    });

    it('returns it to concurrent calls and recovers afterwards', async () => {
      await proxy.set(NODE_FAULTS[name]);
      const answers = await Promise.all(Array.from({ length: 20 }, () => call(gateway, 'getBlockHash')));
      for (const { response, milliseconds } of answers) {
        // Once the node is quarantined it is not asked.
        expect([SEEN[sees], SEEN['-32003 node-unavailable']]).toContainEqual(response.error);
        expect(milliseconds).toBeLessThan(LIMITS.callTimeout + AT_ONCE);
      }
      await proxy.set(undefined);
      await expect.poll(() => everyAnswer(gateway)).toEqual(WELL);
    });
  });

  it('leaves no open file, memory or call behind', async () => {
    expect(await everyAnswer(gateway)).toEqual(WELL);
    await proxy.set(undefined);
    await expect.poll(openFiles, { timeout: 60_000 }).toBeLessThanOrEqual(filesBefore);
    expect(heapInUse() - heapBefore).toBeLessThan(20);
    expect(gateway.callsAtNodes()).toBe(0);
  });
});

describe('the gateway with a second, healthy node', () => {
  let nodes: FakeNode[];
  let proxies: FaultProxy[];
  let gateway: GatewayOfNodes;

  beforeAll(async () => {
    nodes = [await startRecordedNode(), await startRecordedNode()];
    proxies = await Promise.all(nodes.map(({ port }) => FaultProxy.start(port)));
    const options = proxies.map(({ url }) => ({
      url,
      notifications: 'none' as const,
      ...RESPONSE_LIMITS,
    }));
    gateway = await startGatewayOfNodes(options, { ...POOL_LIMITS, probeInterval: 100 });
  });
  afterAll(async () => {
    await gateway.stop();
    for (const end of [...proxies, ...nodes]) await end.stop();
  });

  it.each(TABLE)(
    'serves every method while either node has the fault %s',
    async (name, { transaction, within }) => {
      lastHeight = 0;
      for (const proxy of proxies) {
        await proxy.set(NODE_FAULTS[name]);
        const answers = await Promise.all(methods.map((method) => call(gateway, method.name)));
        const responses = answers.map(({ response }) => response);
        const quarantined = responses.filter(({ id, error }) => isTransaction(id) && error);
        // The transaction that the faulty node got first; none where the other node did.
        const expected = transaction === undefined ? [] : quarantined.map(() => SEEN[transaction]);
        expect(quarantined.map(({ error }) => error)).toEqual(expected);
        expect(responses.filter((one) => !quarantined.includes(one))).toEqual(
          WELL.filter(({ id }) => quarantined.length === 0 || !isTransaction(id)),
        );
        const times = answers.map(({ milliseconds }) => milliseconds);
        expect(Math.max(...times)).toBeLessThan((TIMES[within] ?? Number.NaN) + AT_ONCE);
        await proxy.set(undefined);
        // One that was taken out is asked again.
        await expect
          .poll(async () => {
            await everyAnswer(gateway);
            return gateway.health().nodes.map(({ state }) => state);
          })
          .toEqual(['healthy', 'healthy']);
      }
    },
  );
});

describe('two nodes that disagree', () => {
  const branch = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32));
  /** The best chain of the first node. */
  const CHAINS: Readonly<Record<string, readonly string[]>> = {
    'stays-behind': BLOCK_HASHES.slice(0, -5),
    forks: [...BLOCK_HASHES.slice(0, -5), ...branch],
  };

  it('are tested with every fault of the table', () => {
    expect(Object.keys(CHAINS)).toEqual(Object.keys(table.disagreement));
  });

  it.each(Object.entries(CHAINS))('give responses of the best chain when one %s', async (_, chain) => {
    const [first, second] = [await startRecordedNode(chain), await startRecordedNode()];
    const options = [first, second].map(({ url }) => ({ url, notifications: 'none' as const }));
    const gateway = await startGatewayOfNodes(options, POOL_LIMITS);
    onTestFinished(async () => {
      await gateway.stop();
      await first.stop();
      await second.stop();
    });
    lastHeight = 0;
    expect(await everyAnswer(gateway)).toEqual(WELL);
    expect((await call(gateway, 'getBestBlockHash')).response.result).toBe(BLOCK_HASHES.at(-1));
    lastHeight = BLOCK_HASHES.length - 10;
    const near: unknown[] = [];
    for (let turn = 0; turn < 9; turn += 1) near.push((await call(gateway, 'getBlockHash')).response.result);
    expect(near).toEqual(BLOCK_HASHES.slice(-9));
    // A transaction goes to those that are in step.
    expect(first.calls.filter(({ method }) => method === 'sendrawtransaction')).toEqual([]);
  });
});

describe('a node that contradicts itself', () => {
  const LIE = 'ff'.repeat(32);

  it('is tested with every fault of the table', () => {
    expect(Object.keys(table.contradiction)).toEqual(['wrong-hash']);
  });

  it('is queried again after a wrong hash', async () => {
    const answer = recordedAnswers();
    let isLying = true;
    const node = await FakeNode.start(async (asked) =>
      isLying && asked.method === 'getblockhash' ? { result: LIE } : answer(asked),
    );
    let now = 0;
    const gateway = await startGatewayOfNodes(
      [{ url: node.url, notifications: 'none' }],
      POOL_LIMITS,
      () => now,
    );
    onTestFinished(async () => {
      await gateway.stop();
      await node.stop();
    });
    const hashOf7 = async (): Promise<unknown> => {
      lastHeight = 6;
      return (await call(gateway, 'getBlockHash')).response.result;
    };
    expect(await hashOf7()).toBe(LIE);
    isLying = false;
    now += 59_000;
    expect(await hashOf7()).toBe(LIE);
    now += 1_000;
    await hashOf7();
    await expect.poll(hashOf7).toBe(BLOCK_HASHES[7]);
  });
});

it.runIf(process.env['CI'] !== undefined)('the fault test has litecoind in CI', () => {
  expect(HAS_LITECOIND).toBe(true);
});

it.skipIf(!HAS_LITECOIND)(
  'the gateway survives a real node that stalls, is killed and recovers (skipped without litecoind)',
  async () => {
    const node = await LitecoinNode.start();
    const core = new CoreNode({
      url: node.url,
      credentials: credentialsFile(node.cookie),
      notifications: 'none',
      callTimeout: 500,
    });
    const gateway = await startGatewayUnderTest({}, { layer1: core });
    const tip = async (): Promise<Timed> => call(gateway, 'getBestBlockHash');
    try {
      const [genesis] = [(await tip()).response.result];
      expect(genesis).toMatch(/^[\da-f]{64}$/);
      await node.stall();
      const stalled = await tip();
      expect(stalled.response.error).toEqual(SEEN[TIMEOUT]);
      expect(stalled.milliseconds).toBeLessThan(LIMITS.callTimeout + AT_ONCE);
      node.goOn();
      await expect.poll(async () => (await tip()).response.result, { timeout: 60_000 }).toBe(genesis);
      await node.kill();
      expect((await tip()).response.error).toEqual(SEEN['-32003 node-unavailable']);
      await node.restart();
      await expect.poll(async () => (await tip()).response.result, { timeout: 60_000 }).toBe(genesis);
    } finally {
      await gateway.stop();
      await core.close();
      await node.stop();
    }
  },
  60_000,
);
