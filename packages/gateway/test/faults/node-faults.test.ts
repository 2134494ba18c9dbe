import { CoreNode, credentialsFile } from '@dapikit/chain/core-node';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FakeNode } from '../../../chain/test/fake-node.js';
import { HAS_LITECOIND, LitecoinNode } from '../../../chain/test/litecoin-node.js';
import { methods } from '../../src/methods/methods.js';
import type { WireResponse } from '../dispatch-under-test.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { openConnection, postText } from '../raw-connection.js';
import { BLOCK_HASHES, submission } from '../recorded-layer1.js';
import { FaultProxy } from './fault-proxy.js';
import table from './faults.json' with { type: 'json' };
import { startGatewayOfNodes, type GatewayOfNodes } from './gateway-of-nodes.js';
import { NODE_FAULTS } from './node-faults.js';
import { startRecordedNode } from './recorded-node.js';
import { heapInUse, openFiles } from './resources.js';

const MOST_BYTES = 100_000;
const LIMITS = { attemptTimeout: 400, callTimeout: 1_000 };
/** What a busy machine takes for what is done at once, in milliseconds. */
const AT_ONCE = 1_000;
const TIMES: Readonly<Record<string, number>> = { 'at once': 0, ...LIMITS };
/** Only calls see what a node does, and one that is taken out is tried again soon. */
const POOL_LIMITS = {
  ...LIMITS,
  lookInterval: 60_000,
  maxViewAge: 60_000,
  lookTimeout: 400,
  minRetryDelay: 5,
  maxRetryDelay: 20,
};

/** Each height is asked for once, as it is remembered then. None of them is near the tip, where the pool knows them. */
let lastHeight = 0;

/** The params of a call of each method that the recorded node answers. */
const PARAMS: Readonly<Record<string, () => unknown>> = {
  getBlockHash: () => ({ height: (lastHeight += 1) }),
  sendRawTransaction: () => [submission('accepted').hex],
  getMnListDiff: () => ({ baseBlockHash: '1', blockHash: '646' }),
};
/** They ask no node, or what they ask for is known. */
const WITHOUT_NODE = new Set(['getStatus', 'rpc.discover', 'getBestBlockHash']);

const RESULT = { result: expect.anything() };
const WELL = methods.map(({ name: id }) => ({ jsonrpc: '2.0', id, ...RESULT }));

const TIMEOUT = '-32003 node-timeout';

const SEEN: Readonly<Record<string, object>> = {
  '-32003 node-unavailable': {
    code: -32003,
    message: 'Service unavailable',
    data: { reason: 'node-unavailable', mend: 'try again later' },
  },
  [TIMEOUT]: {
    code: -32003,
    message: 'Service unavailable',
    data: { reason: 'node-timeout', mend: 'try again later' },
  },
  '-32003 node-starting': {
    code: -32003,
    message: 'Loading block index…',
    data: {
      reason: 'node-starting',
      mend: 'try again later',
      node: { code: -28, message: 'Loading block index…' },
    },
  },
  '-32003 node-error': {
    code: -32003,
    message: 'Core RPC error -20: Database is corrupted',
    data: { reason: 'node-error', node: { code: -20, message: 'Database is corrupted' } },
  },
  '-32603': { code: -32603, message: 'Internal error' },
};

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

it('every fault of the table is tried, and no other', () => {
  expect(Object.keys(NODE_FAULTS)).toEqual(Object.keys(table.node));
});

/** What is answered to a call of each method, one after the other. */
async function everyAnswer(gateway: GatewayUnderTest): Promise<WireResponse[]> {
  const responses: WireResponse[] = [];
  for (const { name } of methods) responses.push((await call(gateway, name)).response);
  return responses;
}

describe('between the gateway and its only node', () => {
  let node: FakeNode;
  let proxy: FaultProxy;
  let gateway: GatewayOfNodes;
  let filesBefore = 0;
  let heapBefore = 0;

  beforeAll(async () => {
    node = await startRecordedNode();
    proxy = await FaultProxy.start(node.port);
    const options = { url: proxy.url, notifications: 'none', maxAnswerBytes: MOST_BYTES } as const;
    gateway = await startGatewayOfNodes([options], POOL_LIMITS);
  });
  afterAll(async () => {
    await gateway.stop();
    await proxy.stop();
    await node.stop();
  });

  it('all is well at first', async () => {
    expect(await everyAnswer(gateway)).toEqual(WELL);
    await proxy.set(undefined);
    filesBefore = openFiles();
    heapBefore = heapInUse();
  });

  describe.each(Object.entries(table.node))('%s', (name, { sees, within }) => {
    it('every method has the documented answer in time', async () => {
      await proxy.set(NODE_FAULTS[name]);
      const answers = await Promise.all(methods.map((method) => call(gateway, method.name)));
      expect(answers.map(({ response }) => response)).toEqual(
        methods.map(({ name: id }) => ({
          jsonrpc: '2.0',
          id,
          ...(WITHOUT_NODE.has(id) ? RESULT : { error: SEEN[sees] }),
        })),
      );
      const limit = TIMES[within] ?? Number.NaN;
      const times = answers.filter(({ response }) => response.error).map(({ milliseconds }) => milliseconds);
      expect(Math.min(...times)).toBeGreaterThan(limit - 20);
      expect(Math.max(...times)).toBeLessThan(limit + AT_ONCE);
    });

    it('many calls at once have it too, and the gateway is well afterwards', async () => {
      await proxy.set(NODE_FAULTS[name]);
      const answers = await Promise.all(Array.from({ length: 20 }, () => call(gateway, 'getBlockHash')));
      for (const { response, milliseconds } of answers) {
        // Once the node is taken out it is not asked.
        expect([SEEN[sees], SEEN['-32003 node-unavailable']]).toContainEqual(response.error);
        expect(milliseconds).toBeLessThan(LIMITS.callTimeout + AT_ONCE);
      }
      await proxy.set(undefined);
      await expect.poll(() => everyAnswer(gateway)).toEqual(WELL);
    });
  });

  it('nothing is left behind: no file, no memory, no call', async () => {
    expect(await everyAnswer(gateway)).toEqual(WELL);
    await proxy.set(undefined);
    await expect.poll(openFiles, { timeout: 3000 }).toBeLessThanOrEqual(filesBefore);
    expect(heapInUse() - heapBefore).toBeLessThan(20);
    expect(gateway.callsAtNodes()).toBe(0);
  });
});

describe('with another node that is well', () => {
  let nodes: FakeNode[];
  let proxies: FaultProxy[];
  let gateway: GatewayOfNodes;

  beforeAll(async () => {
    nodes = [await startRecordedNode(), await startRecordedNode()];
    proxies = await Promise.all(nodes.map(({ port }) => FaultProxy.start(port)));
    const options = proxies.map(({ url }) => ({
      url,
      notifications: 'none' as const,
      maxAnswerBytes: MOST_BYTES,
    }));
    gateway = await startGatewayOfNodes(options, { ...POOL_LIMITS, lookInterval: 100 });
  });
  afterAll(async () => {
    await gateway.stop();
    for (const end of [...proxies, ...nodes]) await end.stop();
  });

  it.each(Object.entries(table.node))('%s of either costs no method its answer', async (name, { within }) => {
    lastHeight = 0;
    for (const proxy of proxies) {
      await proxy.set(NODE_FAULTS[name]);
      const answers = await Promise.all(methods.map((method) => call(gateway, method.name)));
      expect(answers.map(({ response }) => response)).toEqual(WELL);
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
  });
});

describe('two nodes that do not agree', () => {
  const branch = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32));
  /** The best chain of the first node. */
  const CHAINS: Readonly<Record<string, readonly string[]>> = {
    'stays-behind': BLOCK_HASHES.slice(0, -5),
    forks: [...BLOCK_HASHES.slice(0, -5), ...branch],
  };

  it('every fault of the table is tried, and no other', () => {
    expect(Object.keys(CHAINS)).toEqual(Object.keys(table.disagreement));
  });

  it.each(Object.entries(CHAINS))('when one %s, the answers are of the best chain', async (_, chain) => {
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

it.runIf(process.env['CI'] !== undefined)('the machine has litecoind', () => {
  expect(HAS_LITECOIND).toBe(true);
});

it.skipIf(!HAS_LITECOIND)(
  'a real node that stalls, is killed and comes back (skipped where there is no litecoind)',
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
      await expect.poll(async () => (await tip()).response.result, { timeout: 10_000 }).toBe(genesis);
      await node.kill();
      expect((await tip()).response.error).toEqual(SEEN['-32003 node-unavailable']);
      await node.restart();
      await expect.poll(async () => (await tip()).response.result, { timeout: 10_000 }).toBe(genesis);
    } finally {
      await gateway.stop();
      await core.close();
      await node.stop();
    }
  },
  60_000,
);
