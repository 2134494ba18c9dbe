import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hexToBytes } from '../src/base/bytes/hex.js';
import { CoreNode, credentialsFile, type CoreNodeOptions } from '../src/nodes/core-node/index.js';
import { CorePool } from '../src/nodes/core-pool/index.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import {
  createCoreEmulator,
  type CoreEmulator,
  type CoreEmulatorOptions,
} from '../src/core-emulator/index.js';
import { CREDENTIALS, EmulatorCaller } from './emulator-caller.js';
import { eventText, until, watched } from './watched.js';

/** Longer than a test: what is seen was published. */
const NEVER = 60_000;

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

interface Shown {
  readonly chain: DevChain;
  readonly emulator: CoreEmulator;
  readonly caller: EmulatorCaller;
}

async function shown(options: Partial<CoreEmulatorOptions> = {}): Promise<Shown> {
  const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
  const emulator = await createCoreEmulator(chain, {
    credentials: CREDENTIALS,
    port: 0,
    zmq: 'tcp://127.0.0.1:*',
    ...options,
  });
  endings.push(
    () => chain.close(),
    () => emulator.close(),
  );
  return { chain, emulator, caller: new EmulatorCaller(emulator.url) };
}

function clientOf(emulator: CoreEmulator, options: Partial<CoreNodeOptions> = {}): CoreNode {
  const node = new CoreNode({ url: emulator.url, credentials: CREDENTIALS, pollInterval: NEVER, ...options });
  endings.push(() => node.close());
  return node;
}

function payment(chain: DevChain): Uint8Array {
  const [from, to] = chain.accounts;
  return chain.transfer(from!, to!, 100_000_000n);
}

describe('CoreNode connected to the emulator', () => {
  let chain: DevChain;
  let emulator: CoreEmulator;
  let node: CoreNode;
  let address: string;
  let caller: EmulatorCaller;
  beforeEach(async () => {
    ({ chain, emulator, caller } = await shown());
    node = clientOf(emulator);
    address = chain.accounts[0]!.address;
  });

  it('reads the same data as the chain', async () => {
    chain.quorums.form();
    const waiting = await chain.sendTransaction(payment(chain));
    chain.quorums.instantLock(waiting);
    const mined = await chain.sendTransaction(
      chain.transfer(chain.accounts[2]!, chain.accounts[3]!, 1_000_000n),
    );
    chain.mine(1, { transactions: [mined] });
    const { hash, height } = chain.tip();
    const first = await chain.blockHash(height - 5);
    for (const layer1 of [node, new CorePool({ nodes: [{ name: 'one', node }] })]) {
      endings.push(() => (layer1 instanceof CorePool ? layer1.close() : undefined));
      expect(await layer1.read('block', { hash })).toEqual(await chain.read('block', { hash }));
      expect(await layer1.read('place', { hash })).toEqual({ height, isInBestChain: true });
      const range = { hash: first, count: 100 };
      expect(await layer1.read('headers', range)).toEqual(await chain.read('headers', range));
      expect(await layer1.read('headers', range)).toHaveLength(6);
      for (const txid of [waiting, mined])
        expect(await layer1.read('transaction', { txid })).toEqual(await chain.read('transaction', { txid }));
      expect(await layer1.read('mempool', {})).toEqual(await chain.read('mempool', {}));
      const lock = await layer1.read('instantLock', { txid: waiting });
      expect(lock).toEqual(await chain.read('instantLock', { txid: waiting }));
      expect(lock).toBeInstanceOf(Uint8Array);
      expect(await layer1.read('instantLock', { txid: mined })).toBeUndefined();
      expect(await layer1.read('nodeDetails', {})).toEqual(await chain.read('nodeDetails', {}));
      expect(await layer1.read('masternode', {})).toBeUndefined();
      expect(await layer1.read('feeEstimate', { blocks: 2 })).toBeUndefined();
      const unknown = 'ab'.repeat(32);
      await expect(layer1.read('transaction', { txid: unknown })).rejects.toMatchObject({ code: -5 });
      await expect(layer1.read('block', { hash: unknown })).rejects.toMatchObject({ code: -5 });
    }
  });

  it('returns the same values as the chain', async () => {
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

  it('gets the errors of a real node', async () => {
    await expect(node.blockHash(1_000_000)).rejects.toEqual(
      new NodeRejectionError(-8, 'Block height out of range'),
    );
    await expect(node.blockHash(2 ** 31)).rejects.toMatchObject({ code: -1 });
    await expect(node.sendTransaction(Uint8Array.of(1))).rejects.toMatchObject({ code: -22 });
    await expect(node.block('11'.repeat(32))).rejects.toEqual(new NodeRejectionError(-5, 'Block not found'));
    await expect(
      clientOf(emulator, { credentials: { user: 'a', password: 'b' } }).tip(),
    ).rejects.toMatchObject({
      reason: 'unauthorized',
    });
  });

  it('sends transactions and returns their status', async () => {
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

  it('follows blocks and reorgs by ZMQ notifications alone', async () => {
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

  it('reads the cookie file, and again after it changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-emulator-'));
    endings.push(() => rmSync(folder, { recursive: true }));
    const cookieFile = join(folder, '.cookie');
    const first = await createCoreEmulator(chain, { credentials: { cookieFile }, port: 0 });
    expect(statSync(cookieFile).mode & 0o777).toBe(0o600);
    const client = clientOf(first, { credentials: credentialsFile(cookieFile) });
    expect(await client.tip()).toEqual(chain.tip());
    await first.close();
    expect(existsSync(cookieFile)).toBe(false);
    const second = await createCoreEmulator(chain, { credentials: { cookieFile }, port: first.port });
    endings.push(() => second.close());
    expect(await client.tip()).toEqual(chain.tip());
  });
});

describe('CorePool with two emulators', () => {
  it('continues with one when the other stops, and follows the chain with more work', async () => {
    const [one, other] = [await shown(), await shown()];
    const pool = new CorePool({
      nodes: [one, other].map(({ emulator }, index) => ({
        name: `emulator ${index}`,
        node: clientOf(emulator),
      })),
      limits: { probeInterval: 100, minRetryDelay: 50, maxRetryDelay: 200 },
    });
    endings.push(() => pool.close());
    const told: string[] = [];
    pool.watchBlocks((event) => told.push(eventText(event)));
    await until(() => pool.health().isReady && pool.health().nodes.every(({ state }) => state === 'healthy'));
    const height = one.chain.tip().height + 1;
    const [first] = one.chain.mine(1);
    await until(() => told.includes(`+${height} ${first}`));
    // A branch of the other emulator, one block longer.
    const hashes = other.chain.mine(2, { to: other.chain.accounts[1]!.address });
    await until(() => told.at(-1) === `+${height + 1} ${hashes[1]}`);
    expect(told).toEqual([
      `+${height} ${first}`,
      `-${height} ${first}`,
      `+${height} ${hashes[0]}`,
      `+${height + 1} ${hashes[1]}`,
    ]);
    expect(await pool.tip()).toEqual(other.chain.tip());
    await one.emulator.close();
    const [next] = other.chain.mine(1);
    await until(() => told.at(-1) === `+${height + 2} ${next}`);
    expect(await pool.tip()).toEqual(other.chain.tip());
    expect(await pool.sendTransaction(payment(other.chain))).toHaveLength(64);
  });
});

it('the emulator accepts transactions that a chain signs', async () => {
  const { chain, caller } = await shown();
  const hex = Buffer.from(payment(chain)).toString('hex');
  const txid = await caller.call('sendrawtransaction', hex);
  expect(chain.mempool()).toEqual([txid]);
  expect(hexToBytes(String(await caller.call('getrawtransaction', txid)))).toEqual(hexToBytes(hex));
});
