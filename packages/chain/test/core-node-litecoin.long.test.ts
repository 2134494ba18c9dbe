import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CoreNode, credentialsFile, type CoreNodeOptions } from '../src/nodes/core-node/index.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import { NodeUnavailableError } from '../src/layer1/node-unavailable-error.js';
import { HAS_LITECOIND, LitecoinNode } from './litecoin-node.js';
import { until, watched } from './watched.js';

it.runIf(process.env['CI'])('the CoreNode test has litecoind in CI', () => {
  expect(HAS_LITECOIND).toBe(true);
});

describe.skipIf(!HAS_LITECOIND)('CoreNode with a real node (skipped without litecoind)', () => {
  let litecoin: LitecoinNode;
  let node: CoreNode;
  const open: CoreNode[] = [];

  beforeAll(async () => {
    litecoin = await LitecoinNode.start();
    await litecoin.mine(10);
  });
  afterAll(() => litecoin.stop());

  beforeEach(async () => {
    if (!litecoin.isRunning) await litecoin.restart();
    node = coreNode();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });

  function coreNode(options: Partial<CoreNodeOptions> = {}): CoreNode {
    const credentials = credentialsFile(litecoin.cookie);
    const made = new CoreNode({ url: litecoin.url, credentials, pollInterval: 20, ...options });
    open.push(made);
    return made;
  }

  it('returns its tip, the hash at a height and its status', async () => {
    const tip = await node.tip();
    expect(tip).toEqual({
      hash: await litecoin.call('getbestblockhash'),
      height: await litecoin.call('getblockcount'),
    });
    expect(await node.blockHash(tip.height)).toBe(tip.hash);
    expect(await node.blockHash(0)).toBe(await litecoin.call('getblockhash', 0));
    expect(await node.status()).toEqual({
      software: '/LitecoinCore:0.21.2.1/',
      network: 'regtest',
      tip,
      headersHeight: tip.height,
      isInitialBlockDownload: false,
      difficulty: 4.656542373906925e-10,
      medianTime: expect.any(Number),
      peers: 0,
      masternodeSync: undefined,
      chainLock: undefined,
    });
  });

  it('returns the errors of the node', async () => {
    await expect(node.blockHash(1_000_000)).rejects.toEqual(
      new NodeRejectionError(-8, 'Block height out of range'),
    );
    await expect(node.blockHash(2 ** 31)).rejects.toMatchObject({ code: -1 });
    await expect(node.sendTransaction(Uint8Array.of(1))).rejects.toMatchObject({ code: -22 });
    const unknown = new NodeRejectionError(-32601, 'Method not found');
    await expect(node.masternodeListDiff('1', '2')).rejects.toEqual(unknown);
    await expect(node.bestChainLock()).rejects.toEqual(unknown);
  });

  it('runs many concurrent calls, though the node queues only 16', async () => {
    const { hash } = await node.tip();
    const hashes = await Promise.all(Array.from({ length: 200 }, () => node.tip()));
    expect(new Set(hashes.map((tip) => tip.hash))).toEqual(new Set([hash]));
  });

  it('emits each block, and a reorg in order', async () => {
    const told = await watched(node);
    const { height } = await node.tip();
    const [a, b] = await litecoin.mine(2);
    await until(() => told.length === 2);
    expect(told).toEqual([`+${height + 1} ${a}`, `+${height + 2} ${b}`]);
    told.length = 0;
    await litecoin.call('invalidateblock', a);
    const [c, d, e] = await litecoin.mine(3);
    await until(() => told.at(-1) === `+${height + 3} ${e}`);
    // The new blocks may have been seen before they were three; what was taken back is the same.
    expect(told).toEqual([
      `-${height + 2} ${b}`,
      `-${height + 1} ${a}`,
      `+${height + 1} ${c}`,
      `+${height + 2} ${d}`,
      `+${height + 3} ${e}`,
    ]);
  });

  it('detects a branch of the same height and a tip that moved back', async () => {
    const base = await node.tip();
    const [a] = await litecoin.mine(1);
    const told = await watched(node);
    await litecoin.call('invalidateblock', a);
    await until(() => told.length > 0);
    expect(told).toEqual([`-${base.height + 1} ${a}`]);
    const [b] = await litecoin.mine(1);
    await until(() => told.length > 1);
    expect(told.at(-1)).toBe(`+${base.height + 1} ${b}`);
    await litecoin.call('reconsiderblock', a);
    await litecoin.call('preciousblock', a);
    await until(() => told.length === 4);
    expect(told.slice(2)).toEqual([`-${base.height + 1} ${b}`, `+${base.height + 1} ${a}`]);
  });

  it('survives kill -9 and reads the new cookie after a restart', async () => {
    const told = await watched(node);
    const before = readFileSync(litecoin.cookie, 'utf8');
    await litecoin.kill();
    await expect(node.tip()).rejects.toMatchObject({ name: 'NodeUnavailableError', isTransient: true });
    await until(() => node.health().failure !== undefined);
    expect(node.health().failure).toMatchObject({ reason: 'unreachable' });
    await litecoin.restart();
    expect(readFileSync(litecoin.cookie, 'utf8')).not.toBe(before);
    expect((await node.tip()).hash).toBe(await litecoin.call('getbestblockhash'));
    told.length = 0;
    const [hash] = await litecoin.mine(1);
    await until(() => told.some((event) => event.startsWith('+') && event.endsWith(String(hash))));
    expect(node.health().failure).toBeUndefined();
  });

  it('reports that the node is starting', async () => {
    await litecoin.kill();
    const starting = litecoin.restart();
    const reasons = new Set<string>();
    await until(async () => {
      try {
        await node.tip();
        return true;
      } catch (error) {
        reasons.add(error instanceof NodeUnavailableError ? error.reason : String(error));
        return false;
      }
    });
    await starting;
    for (const reason of reasons) {
      expect(['unreachable', 'connection-lost', 'starting', 'no-credentials', 'unauthorized']).toContain(
        reason,
      );
    }
  });

  it('times out while the node is stopped and resumes with it', async () => {
    const slow = coreNode({ callTimeout: 200 });
    const told = await watched(slow);
    await litecoin.stall();
    try {
      await expect(slow.tip()).rejects.toMatchObject({ reason: 'timeout', mayHaveReached: true });
      await expect(slow.tip({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
        reason: 'cancelled',
      });
    } finally {
      litecoin.goOn();
    }
    const [hash] = await litecoin.mine(1);
    await until(() => told.length === 1);
    expect(told[0]).toMatch(String(hash));
  });

  it('is rejected with a wrong password without showing it', async () => {
    const secret = 'p4ssw0rd';
    const locked = coreNode({ credentials: { user: 'dapi', password: secret } });
    const error = await locked.tip().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: 'unauthorized', isTransient: false, mayHaveReached: false });
    const encoded = Buffer.from(`dapi:${secret}`).toString('base64');
    for (const shown of [
      inspect(locked, { depth: Infinity, showHidden: true }),
      inspect(error),
      `${locked.url} ${JSON.stringify(locked)}`,
    ]) {
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain(encoded);
    }
  });
});

describe.skipIf(!HAS_LITECOIND)('CoreNode with a restricted node (skipped without litecoind)', () => {
  let litecoin: LitecoinNode | undefined;
  let node: CoreNode | undefined;

  afterEach(async () => {
    await node?.close();
    await litecoin?.stop();
  });

  it('works with the methods on its whitelist', async () => {
    const [password, salt] = ['p4ssw0rd', '00ff'];
    const hmac = createHmac('sha256', salt).update(password).digest('hex');
    litecoin = await LitecoinNode.start(
      `-rpcauth=dapi:${salt}$${hmac}`,
      '-rpcwhitelist=dapi:getbestblockhash,getblockheader',
      '-rpcwhitelistdefault=0',
    );
    const credentials = { user: 'dapi', password };
    node = new CoreNode({ url: litecoin.url, credentials, pollInterval: 20 });
    const told = await watched(node);
    expect(await node.tip()).toMatchObject({ height: 0 });
    const forbidden = await Promise.allSettled([node.blockHash(0), node.status(), node.bestChainLock()]);
    for (const call of forbidden) {
      expect(call).toMatchObject({
        reason: { reason: 'forbidden', isTransient: false, mayHaveReached: false },
      });
    }
    const [hash] = await litecoin.mine(1);
    await until(() => told.length === 1);
    expect(told).toEqual([`+1 ${hash}`]);
  });

  it('reports a full work queue', async () => {
    litecoin = await LitecoinNode.start('-rpcthreads=1', '-rpcworkqueue=1');
    const asked = new CoreNode({
      url: litecoin.url,
      credentials: credentialsFile(litecoin.cookie),
      maxCallsInFlight: 50,
    });
    node = asked;
    const calls = await Promise.allSettled(Array.from({ length: 50 }, () => asked.tip()));
    const rejected = calls.filter(({ status }) => status === 'rejected');
    expect(rejected.length).toBeGreaterThan(0);
    for (const call of rejected) {
      expect(call).toMatchObject({ reason: { reason: 'overloaded', isTransient: true } });
    }
    expect(await asked.tip()).toMatchObject({ height: 0 });
  });
});

it.skipIf(!HAS_LITECOIND)(
  'CoreNode follows a real node through reorgs and crashes (skipped without litecoind)',
  async () => {
    const litecoin = await LitecoinNode.start();
    const credentials = credentialsFile(litecoin.cookie);
    const node = new CoreNode({ url: litecoin.url, credentials, pollInterval: 10 });
    try {
      const told = await watched(node);
      // How many blocks are taken back, how many come, and whether the node is killed in between.
      const turns = [
        [0, 5],
        [2, 2],
        [1, 3, 'kill'],
        [0, 4],
        [3, 1],
        [2, 4, 'kill'],
        [1, 6],
        [6, 0],
        [0, 2],
      ] as const;
      for (const [back, forth, kill] of turns) {
        const { height } = await node.tip();
        if (back > 0) await litecoin.call('invalidateblock', await node.blockHash(height - back + 1));
        if (kill) {
          await litecoin.kill();
          await litecoin.restart();
        }
        await litecoin.mine(forth);
        await node.tip();
      }
      const tip = await node.tip();
      await until(() => node.health().tip?.hash === tip.hash);
      const chain: string[] = [];
      const wrong = told.filter((event) => {
        const block = event.slice(1);
        const changed = event.startsWith('+') ? chain[chain.push(block) - 1] : chain.pop();
        return changed !== block;
      });
      expect(wrong).toEqual([]);
      const heights = Array.from({ length: tip.height }, (_, index) => index + 1);
      const present = heights.map(async (height) => `${height} ${await node.blockHash(height)}`);
      expect(chain).toEqual(await Promise.all(present));
      expect(chain.length).toBeGreaterThan(0);
      expect(told.some((event) => event.startsWith('-'))).toBe(true);
    } finally {
      await node.close();
      await litecoin.stop();
    }
  },
  30_000,
);
