import { CoreNode, credentialsFile } from '@dapikit/chain/core-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeNode } from '../../../chain/test/fake-node.js';
import { HAS_LITECOIND, LitecoinNode } from '../../../chain/test/litecoin-node.js';
import { methods } from '../../src/methods/methods.js';
import type { WireResponse } from '../dispatch-under-test.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { openConnection, postText } from '../raw-connection.js';
import { submission } from '../recorded-layer1.js';
import { FaultProxy } from './fault-proxy.js';
import table from './faults.json' with { type: 'json' };
import { NODE_FAULTS } from './node-faults.js';
import { startRecordedNode } from './recorded-node.js';
import { heapInUse, openFiles } from './resources.js';

const NODE_LIMITS = { headersTimeout: 120, bodyTimeout: 150, callTimeout: 500, maxAnswerBytes: 100_000 };
/** What a busy machine takes for what is done at once, in milliseconds. */
const AT_ONCE = 1_000;
const TIMES: Readonly<Record<string, number>> = { 'at once': 0, ...NODE_LIMITS };

/** The params of a call of each method that the recorded node answers. */
const PARAMS: Readonly<Record<string, unknown>> = {
  getBlockHash: { height: 100 },
  sendRawTransaction: [submission('accepted').hex],
  getMnListDiff: { baseBlockHash: '1', blockHash: '646' },
};
/** They ask no node. */
const WITHOUT_NODE = new Set(['getStatus', 'rpc.discover']);

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
  const params = PARAMS[method];
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

describe('between the gateway and a node', () => {
  let node: FakeNode;
  let proxy: FaultProxy;
  let core: CoreNode;
  let gateway: GatewayUnderTest;
  let filesBefore = 0;
  let heapBefore = 0;

  beforeAll(async () => {
    node = await startRecordedNode();
    proxy = await FaultProxy.start(node.port);
    core = new CoreNode({ url: proxy.url, notifications: 'none', ...NODE_LIMITS });
    gateway = await startGatewayUnderTest({}, { layer1: core });
  });
  afterAll(async () => {
    await gateway.stop();
    await core.close();
    await proxy.stop();
    await node.stop();
  });

  /** What is answered to a call of each method, one after the other. */
  async function everyAnswer(): Promise<WireResponse[]> {
    const responses: WireResponse[] = [];
    for (const { name } of methods) responses.push((await call(gateway, name)).response);
    return responses;
  }

  it('all is well at first', async () => {
    expect(await everyAnswer()).toEqual(WELL);
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
      const answers = await Promise.all(Array.from({ length: 30 }, () => call(gateway, 'getBlockHash')));
      for (const { response, milliseconds } of answers) {
        // Of many calls to a node that is slow, some wait for their turn until there is no time left to ask.
        const seen = sees === TIMEOUT ? [SEEN[TIMEOUT], SEEN['-32003 node-unavailable']] : [SEEN[sees]];
        expect(seen).toContainEqual(response.error);
        expect(milliseconds).toBeLessThan(NODE_LIMITS.callTimeout + AT_ONCE);
      }
      await proxy.set(undefined);
      expect(await everyAnswer()).toEqual(WELL);
    });
  });

  it('nothing is left behind: no file, no memory, no call', async () => {
    expect(await everyAnswer()).toEqual(WELL);
    await proxy.set(undefined);
    await expect.poll(openFiles, { timeout: 3000 }).toBeLessThanOrEqual(filesBefore);
    expect(heapInUse() - heapBefore).toBeLessThan(20);
    expect(core.health()).toMatchObject({ callsInFlight: 0, callsQueued: 0 });
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
      ...NODE_LIMITS,
    });
    const gateway = await startGatewayUnderTest({}, { layer1: core });
    const tip = async (): Promise<Timed> => call(gateway, 'getBestBlockHash');
    try {
      const [genesis] = [(await tip()).response.result];
      expect(genesis).toMatch(/^[\da-f]{64}$/);
      await node.stall();
      const stalled = await tip();
      expect(stalled.response.error).toEqual(SEEN[TIMEOUT]);
      expect(stalled.milliseconds).toBeLessThan(NODE_LIMITS.callTimeout + AT_ONCE);
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
