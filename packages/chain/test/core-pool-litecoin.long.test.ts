import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CoreNode, credentialsFile } from '../src/nodes/core-node/index.js';
import { CorePool, type PoolMember } from '../src/nodes/core-pool/index.js';
import type { BlockEvent } from '../src/layer1/layer1.js';
import type { ChainTip } from '../src/layer1/chain-tip.js';
import { HAS_LITECOIND, LitecoinNode } from './litecoin-node.js';
import { eventText, until } from './watched.js';

const LIMITS = {
  callTimeout: 4_000,
  attemptTimeout: 1_000,
  probeInterval: 200,
  probeTimeout: 400,
  maxViewAge: 2_000,
  minRetryDelay: 50,
  maxRetryDelay: 400,
  maxHedgeDelay: 200,
};

describe.skipIf(!HAS_LITECOIND)('CorePool with real nodes (skipped without litecoind)', () => {
  let litecoins: [LitecoinNode, LitecoinNode, LitecoinNode];
  let pool: CorePool;
  let events: BlockEvent[];
  const endings: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    litecoins = [await started(), await started(), await started()];
    await litecoins[0].mine(5);
    await connect();
    pool = new CorePool({ nodes: litecoins.map(member), limits: LIMITS });
    endings.push(() => pool.close());
    events = [];
    pool.watchBlocks((event) => events.push(event));
    await until(() => pool.health().isReady && pool.health().nodes.every(({ state }) => state === 'healthy'));
  });
  afterEach(async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  });

  async function started(): Promise<LitecoinNode> {
    const node = await LitecoinNode.startListening();
    endings.push(() => node.stop());
    return node;
  }

  /** Each to the one that is ahead, and waits until they are at the same block; then to each other. */
  async function connect(): Promise<void> {
    const up = litecoins.filter(({ isRunning }) => isRunning);
    const heights = await Promise.all(up.map((one) => one.call('getblockcount')));
    const ahead = up[heights.indexOf(Math.max(...heights.map(Number)))]!;
    const others = up.filter((one) => one !== ahead);
    await Promise.all(up.map((one) => one.call('setnetworkactive', true)));
    await until(async () => {
      // A node that has just come up asks only one other for what it missed: not one that missed it, too.
      for (const one of others) await one.connect(ahead);
      await sleep(100);
      const tips = await Promise.all(up.map((one) => one.call('getbestblockhash')));
      return new Set(tips).size === 1;
    });
    for (const one of others) for (const other of others) if (one !== other) await one.connect(other);
  }

  async function partition(): Promise<void> {
    await Promise.all(litecoins.map((one) => one.call('setnetworkactive', false)));
    await until(async () => {
      const counts = await Promise.all(litecoins.map((one) => one.call('getconnectioncount')));
      return counts.every((count) => count === 0);
    });
  }

  function states(): string[] {
    return pool.health().nodes.map(({ state }) => state);
  }

  it('follows the most work through a network partition and emits the path', async () => {
    const [a, b] = litecoins;
    const base = await pool.tip();
    await partition();
    const [a1] = await a.mine(1);
    await until(async () => (await pool.tip()).hash === a1);
    const [b1, b2] = await b.mine(2);
    await until(async () => (await pool.tip()).hash === b2);
    expect(events.map(eventText)).toEqual([
      `+${base.height + 1} ${a1}`,
      `-${base.height + 1} ${a1}`,
      `+${base.height + 1} ${b1}`,
      `+${base.height + 2} ${b2}`,
    ]);
    // The third never heard of it: it only answers for what all have.
    await until(() => states().includes('forked'));
    expect(await pool.blockHash(base.height + 1)).toBe(b1);
    expect(await pool.blockHash(0)).toBe(await a.call('getblockhash', 0));
    await connect();
    await until(() => states().every((state) => state === 'healthy'));
    expect((await pool.tip()).hash).toBe(b2);
  });

  it('keeps its tip when the node ahead is killed, and continues with the others', async () => {
    const [a, b] = litecoins;
    const base = await pool.tip();
    await partition();
    const ahead = await a.mine(2);
    await until(async () => (await pool.tip()).hash === ahead[1]);
    await a.kill();
    await until(() => states()[0] === 'failing');
    expect(await pool.tip()).toEqual({ hash: ahead[1], height: base.height + 2 });
    expect(await pool.blockHash(base.height + 1)).toBe(ahead[0]);
    expect(await pool.blockHash(1)).toBe(await b.call('getblockhash', 1));
    const [b1, b2, b3] = await b.mine(3);
    await until(async () => (await pool.tip()).hash === b3);
    expect(events.slice(2).map(eventText)).toEqual([
      `-${base.height + 2} ${ahead[1]}`,
      `-${base.height + 1} ${ahead[0]}`,
      `+${base.height + 1} ${b1}`,
      `+${base.height + 2} ${b2}`,
      `+${base.height + 3} ${b3}`,
    ]);
    await a.restart();
    await connect();
    await until(() => states().every((state) => state === 'healthy'));
  });

  it('responds while a node is stopped and takes it back', async () => {
    const [a, b] = litecoins;
    const { height } = await pool.tip();
    await a.stall();
    expect(await pool.status()).toMatchObject({ software: '/LitecoinCore:0.21.2.1/' });
    await expect(pool.sendTransaction(Uint8Array.of(1))).rejects.toMatchObject({ code: -22 });
    const [hash] = await b.mine(1);
    await until(async () => (await pool.tip()).hash === hash);
    await until(() => states()[0] === 'failing');
    a.goOn();
    await connect();
    await until(() => states()[0] === 'healthy');
    expect(events.map(eventText)).toEqual([`+${height + 1} ${hash}`]);
  });

  it('returns only values from the history of its nodes, under load and failures', async () => {
    const history = new Map<number, Set<unknown>>();
    const wrong: unknown[] = [];
    const told: ChainTip[] = [];
    const over = new AbortController();
    let asked = 0;
    const first = await pool.tip();
    const replayed = new Map([[first.height, first.hash]]);
    pool.watchBlocks(({ kind, hash, height }) => {
      if (kind === 'connected') replayed.set(height, hash);
      if (kind === 'disconnected' && replayed.get(height) !== hash) wrong.push(['replay', hash]);
      if (kind === 'disconnected') replayed.delete(height);
    });
    const record = (height: number, hash: unknown): void => {
      history.set(height, (history.get(height) ?? new Set()).add(hash));
    };
    for (let height = 0; height <= first.height; height += 1) {
      record(height, await litecoins[0].call('getblockhash', height));
    }
    const client = async (): Promise<void> => {
      while (!over.signal.aborted) {
        asked += 1;
        try {
          const tip = await pool.tip();
          const pair = await pool.blockHash(tip.height);
          // Both were asked in one turn, or the tip is another one by now.
          if (pair !== tip.hash && pool.health().tip?.hash === tip.hash) wrong.push(['pair', tip, pair]);
          told.push(tip);
          const height = Math.floor(Math.random() * tip.height);
          told.push({ height, hash: await pool.blockHash(height) });
        } catch (error) {
          wrong.push(error);
        }
        await sleep(1);
      }
    };
    const clients = Array.from({ length: 8 }, client);
    const [a, b, c] = litecoins;
    const mine = async (node: LitecoinNode, count: number): Promise<void> => {
      const hashes = await node.mine(count);
      const height = Number(await node.call('getblockcount'));
      hashes.forEach((hash, index) => record(height - hashes.length + 1 + index, hash));
    };
    await mine(a, 2);
    await partition();
    await mine(a, 1);
    await mine(b, 2);
    await a.kill();
    await mine(c, 4);
    await a.restart();
    await b.stall();
    await mine(a, 2);
    b.goOn();
    await connect();
    await mine(b, 1);
    await c.kill();
    await mine(a, 2);
    await c.restart();
    await connect();
    await until(() => states().every((state) => state === 'healthy'));
    over.abort();
    await Promise.all(clients);
    for (const { height, hash } of told) if (!history.get(height)?.has(hash)) wrong.push({ height, hash });
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(100);
    const tip = await pool.tip();
    expect(tip.hash).toBe(await a.call('getbestblockhash'));
    for (const [height, hash] of replayed) expect(hash).toBe(await a.call('getblockhash', height));
  });

  it('replaces nodes without losing a call', async () => {
    const calls = Array.from({ length: 50 }, async (_, at) => pool.blockHash(at % 5));
    const statuses = Array.from({ length: 10 }, () => pool.status());
    const fresh = litecoins.slice(1).map((litecoin, index) => member(litecoin, index + 10));
    pool.replaceNodes(fresh, { maxLag: 5 });
    const hashes = await Promise.all(calls);
    expect(new Set(hashes).size).toBe(5);
    await Promise.all(statuses);
    await until(() => states().every((state) => state === 'healthy'));
    expect(pool.health().nodes.map(({ name }) => name)).toEqual(['node-10', 'node-11']);
    const [hash] = await litecoins[1].mine(1);
    await until(async () => (await pool.tip()).hash === hash);
  });
});

function member({ url, cookie }: LitecoinNode, index: number): PoolMember {
  const node = new CoreNode({
    url,
    credentials: credentialsFile(cookie),
    callTimeout: 1_000,
  });
  return { name: `node-${index}`, node };
}
