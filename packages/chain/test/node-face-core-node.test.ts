import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hexToBytes } from '../src/bytes/hex.js';
import { CoreNode, CorePool, credentialsFile, type CoreNodeOptions } from '../src/core-node/index.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { NodeRefusal } from '../src/layer1.js';
import { createNodeFace, type NodeFace, type NodeFaceOptions } from '../src/node-face/index.js';
import { CREDENTIALS, FaceCaller } from './face-caller.js';
import { eventText, until, watched } from './watched.js';

/** Longer than a test: what is seen was published. */
const NEVER = 60_000;

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

interface Shown {
  readonly chain: DevChain;
  readonly face: NodeFace;
  readonly caller: FaceCaller;
}

async function shown(options: Partial<NodeFaceOptions> = {}): Promise<Shown> {
  const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
  const face = await createNodeFace(chain, {
    credentials: CREDENTIALS,
    port: 0,
    zmq: 'tcp://127.0.0.1:*',
    ...options,
  });
  endings.push(
    () => chain.close(),
    () => face.close(),
  );
  return { chain, face, caller: new FaceCaller(face.url) };
}

function clientOf(face: NodeFace, options: Partial<CoreNodeOptions> = {}): CoreNode {
  const node = new CoreNode({ url: face.url, credentials: CREDENTIALS, pollInterval: NEVER, ...options });
  endings.push(() => node.close());
  return node;
}

function payment(chain: DevChain): Uint8Array {
  const [from, to] = chain.accounts;
  return chain.transfer(from!, to!, 100_000_000n);
}

describe('our client of a node', () => {
  let chain: DevChain;
  let face: NodeFace;
  let node: CoreNode;
  let address: string;
  let caller: FaceCaller;
  beforeEach(async () => {
    ({ chain, face, caller } = await shown());
    node = clientOf(face);
    address = chain.accounts[0]!.address;
  });

  it('is told what the chain itself tells', async () => {
    expect(await node.tip()).toEqual(chain.tip());
    expect(await node.blockHash(0)).toBe(await chain.blockHash(0));
    expect(await node.status()).toEqual({
      ...chain.status(),
      difficulty: expect.closeTo(chain.status().difficulty, 20),
      software: '/Dash Core:23.1.2(dapikit development chain)/',
      masternodeSync: { stage: 'MASTERNODE_SYNC_FINISHED', isSynced: true },
    });
    expect(await node.masternodeListDiff('0'.repeat(64), String(chain.tip().height))).toEqual(
      await chain.masternodeListDiff('0'.repeat(64), String(chain.tip().height)),
    );
    expect(await node.bestChainLock()).toEqual(chain.bestChainLock());
    expect((await node.block(chain.tip().hash)).chainWork).toBe(BigInt(2 * (chain.tip().height + 1)));
  });

  it('is refused in the words of a node', async () => {
    await expect(node.blockHash(1_000_000)).rejects.toEqual(new NodeRefusal(-8, 'Block height out of range'));
    await expect(node.blockHash(2 ** 31)).rejects.toMatchObject({ code: -1 });
    await expect(node.sendTransaction(Uint8Array.of(1))).rejects.toMatchObject({ code: -22 });
    await expect(node.block('11'.repeat(32))).rejects.toEqual(new NodeRefusal(-5, 'Block not found'));
    await expect(clientOf(face, { credentials: { user: 'a', password: 'b' } }).tip()).rejects.toMatchObject({
      reason: 'unauthorized',
    });
  });

  it('sends transactions, and finds where they are', async () => {
    const hints: string[] = [];
    node.watchTransactions((txid) => hints.push(txid));
    await watched(node);
    await until(() => node.health().notifications === 'connected');
    const txid = await node.sendTransaction(payment(chain));
    expect(await node.transactionStatus(txid)).toEqual({ place: 'mempool', isInstantLocked: false });
    await until(() => hints.includes(txid));
    const [hash] = chain.mine(1);
    expect(await node.transactionStatus(txid)).toMatchObject({ place: 'block', block: { hash } });
    expect(await node.transactionStatus('22'.repeat(32))).toEqual({ place: 'none', isChainSearched: true });
  });

  it('follows blocks and reorganisations by what is published alone', async () => {
    const expected: string[] = [];
    const start = chain.tip();
    const told = await watched(node);
    await until(() => node.health().notifications === 'connected');
    chain.watchBlocks((event) => expected.push(eventText(event)));
    await caller.call('generatetoaddress', 3, address);
    await until(() => told.length === 3);
    await caller.call('invalidateblock', await chain.blockHash(start.height + 2));
    await until(() => told.length === 5);
    await caller.call('generatetoaddress', 2, address);
    await until(() => told.length === 7);
    chain.reorganise(2);
    await until(() => told.length === expected.length);
    expect(told).toEqual(expected);
    expect(expected.length).toBeGreaterThan(8);
  });

  it('reads the cookie, and again once there is another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-face-'));
    endings.push(() => rmSync(folder, { recursive: true }));
    const cookieFile = join(folder, '.cookie');
    const first = await createNodeFace(chain, { credentials: { cookieFile }, port: 0 });
    expect(statSync(cookieFile).mode & 0o777).toBe(0o600);
    const client = clientOf(first, { credentials: credentialsFile(cookieFile) });
    expect(await client.tip()).toEqual(chain.tip());
    await first.close();
    expect(existsSync(cookieFile)).toBe(false);
    const second = await createNodeFace(chain, { credentials: { cookieFile }, port: first.port });
    endings.push(() => second.close());
    expect(await client.tip()).toEqual(chain.tip());
  });
});

describe('a pool of two faces', () => {
  it('goes on with one when the other is gone, and follows the chain with more work', async () => {
    const [one, other] = [await shown(), await shown()];
    const pool = new CorePool({
      nodes: [one, other].map(({ face }, index) => ({ name: `face ${index}`, node: clientOf(face) })),
      limits: { lookInterval: 100, minRetryDelay: 50, maxRetryDelay: 200 },
    });
    endings.push(() => pool.close());
    const told: string[] = [];
    pool.watchBlocks((event) => told.push(eventText(event)));
    await until(() => pool.health().isReady && pool.health().nodes.every(({ state }) => state === 'healthy'));
    const height = one.chain.tip().height + 1;
    const [first] = one.chain.mine(1);
    await until(() => told.includes(`+${height} ${first}`));
    // A branch of the other face, one block longer.
    const hashes = other.chain.mine(2, { to: other.chain.accounts[1]!.address });
    await until(() => told.at(-1) === `+${height + 1} ${hashes[1]}`);
    expect(told).toEqual([
      `+${height} ${first}`,
      `-${height} ${first}`,
      `+${height} ${hashes[0]}`,
      `+${height + 1} ${hashes[1]}`,
    ]);
    expect(await pool.tip()).toEqual(other.chain.tip());
    await one.face.close();
    const [next] = other.chain.mine(1);
    await until(() => told.at(-1) === `+${height + 2} ${next}`);
    expect(await pool.tip()).toEqual(other.chain.tip());
    expect(await pool.sendTransaction(payment(other.chain))).toHaveLength(64);
  });
});

it('takes the transactions that a chain signs', async () => {
  const { chain, caller } = await shown();
  const hex = Buffer.from(payment(chain)).toString('hex');
  const txid = await caller.call('sendrawtransaction', hex);
  expect(chain.mempool()).toEqual([txid]);
  expect(hexToBytes(String(await caller.call('getrawtransaction', txid)))).toEqual(hexToBytes(hex));
});
