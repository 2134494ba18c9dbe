import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Subscriber } from 'zeromq';
import { bytesToHex, hexToBytes } from '../src/base/bytes/hex.js';
import { CoreNode } from '../src/nodes/core-node/index.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { ChainLock } from '../src/layer1/layer1.js';
import { createCoreEmulator, type CoreEmulator } from '../src/core-emulator/index.js';
import { decodeChainLock } from '../src/rules/signing/chain-lock.js';
import { decodeInstantLock } from '../src/rules/signing/instant-lock.js';
import { CREDENTIALS, EmulatorCaller } from './emulator-caller.js';
import { until } from './watched.js';

type Json = Readonly<Record<string, unknown>>;

describe('quorum signatures over the emulator', () => {
  let chain: DevChain;
  let emulator: CoreEmulator;
  let caller: EmulatorCaller;
  let node: CoreNode;
  const messages: { readonly topic: string; readonly body: string }[] = [];
  const subscriber = new Subscriber({ linger: 0 });
  beforeAll(async () => {
    chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    emulator = await createCoreEmulator(chain, {
      credentials: CREDENTIALS,
      port: 0,
      zmq: 'tcp://127.0.0.1:*',
    });
    caller = new EmulatorCaller(emulator.url);
    subscriber.subscribe('hashchainlock', 'rawchainlock', 'hashtxlock', 'rawtxlock');
    subscriber.connect(emulator.zmqAddress!);
    void (async () => {
      for await (const [topic, body] of subscriber)
        messages.push({ topic: topic!.toString('latin1'), body: body!.toString('hex') });
    })();
    chain.quorums.form();
    node = new CoreNode({ url: emulator.url, credentials: CREDENTIALS, pollInterval: 60_000 });
  });
  afterAll(async () => {
    subscriber.close();
    await node.close();
    await emulator.close();
    chain.close();
  });

  it('list the quorums of the chain', async () => {
    const quorums = chain.quorums.list();
    const listed = await caller.call<Record<string, string[]>>('quorum', 'list');
    const names = ['llmq_test', 'llmq_test_v17', 'llmq_test_dip0024', 'llmq_test_platform'];
    expect(Object.keys(listed)).toEqual(names);
    for (const name of names) {
      const own = quorums.filter((quorum) => quorum.name === name);
      expect(listed[name]).toEqual(own.map(({ quorumHash }) => quorumHash));
      expect((await caller.call<typeof listed>('quorum', 'list', 1))[name]).toEqual(
        listed[name]!.slice(0, 1),
      );
    }
    const extended = await caller.call<Record<string, Record<string, Json>[]>>('quorum', 'listextended');
    for (const quorum of quorums) {
      const { name, llmqType, quorumHash, height } = quorum;
      const told = extended[name]!.find((one) => quorumHash in one)!;
      expect(told[quorumHash]).toMatchObject({ creationHeight: height, healthRatio: '1.00' });
      const info = await caller.call<{ members: Json[] }>('quorum', 'info', llmqType, quorumHash);
      expect(info).toMatchObject({ height, type: name, quorumHash, quorumPublicKey: quorum.quorumPublicKey });
      expect(info.members.map(({ proTxHash, valid }) => [proTxHash, valid])).toEqual(
        quorum.members.map(({ proTxHash }) => [proTxHash, true]),
      );
    }
    expect((await caller.answer('quorum', 'info', 100, '11'.repeat(32))).error).toEqual({
      code: -8,
      message: 'quorum not found',
    });
    expect((await caller.answer('quorum', 'info', 1, '11'.repeat(32))).error).toEqual({
      code: -8,
      message: 'invalid LLMQ type',
    });
  });

  it('include a ChainLock that is returned, published and verified', async () => {
    const told: ChainLock[] = [];
    node.watchChainLocks((lock) => told.push(lock));
    await until(() => node.health().notifications === 'connected');
    const lock = chain.quorums.chainLock();
    await until(() => told.length > 0);
    expect(told).toEqual([lock]);
    expect(await node.bestChainLock()).toEqual(lock);
    const answer = await caller.call<{ hex: string }>('getbestchainlock');
    expect(answer).toMatchObject({ blockhash: lock.hash, height: lock.height, known_block: true });
    expect(decodeChainLock(hexToBytes(answer.hex))).toEqual(lock);
    expect(await caller.call('getblockheader', lock.hash)).toMatchObject({ chainlock: true });
    expect(await caller.call('verifychainlock', lock.hash, lock.signature)).toBe(true);
    expect(await caller.call('verifychainlock', lock.hash, lock.signature, lock.height - 1)).toBe(false);
    expect((await caller.answer('verifychainlock', lock.hash, 'ab')).error).toEqual({
      code: -8,
      message: 'invalid signature format',
    });
    const block = bytesToHex(chain.serializedBlock(lock.height)!);
    await until(() => messages.length >= 3);
    expect(messages.splice(0)).toEqual([
      { topic: 'hashchainlock', body: lock.hash },
      { topic: 'rawchainlock', body: block },
      { topic: 'rawchainlocksig', body: block + answer.hex },
    ]);
    expect(await caller.call('invalidateblock', lock.hash)).toBeNull();
    expect(chain.tip().height).toBe(lock.height - 1);
    expect(chain.bestChainLock()?.height).toBe(lock.height - 1);
    await caller.call('reconsiderblock', lock.hash);
    expect(chain.tip().hash).toBe(lock.hash);
  });

  it('include an InstantSend lock that is returned, published and verified', async () => {
    const [from, to] = chain.accounts;
    const hex = bytesToHex(chain.transfer(from!, to!, 100_000_000n));
    const txid = await caller.call<string>('sendrawtransaction', hex);
    expect(await caller.call('getislocks', [txid])).toEqual(['None']);
    const lock = chain.quorums.instantLock(txid);
    const [answer] = await caller.call<{ id: string; hex: string }[]>('getislocks', [txid]);
    expect(answer).toMatchObject({ txid, cycleHash: lock.cycleHash, signature: lock.signature });
    expect(decodeInstantLock(hexToBytes(answer!.hex))).toEqual(lock);
    expect(await caller.call('getrawtransaction', txid, true)).toMatchObject({
      instantlock: true,
      instantlock_internal: true,
      chainlock: false,
    });
    expect(await caller.call('getmempoolentry', txid)).toMatchObject({ instantlock: 'true' });
    expect(await caller.call('getmempoolinfo')).toMatchObject({ instantsendlocks: 1 });
    expect(await caller.call('verifyislock', answer!.id, txid, lock.signature)).toBe(true);
    expect(await caller.call('verifyislock', answer!.id, '11'.repeat(32), lock.signature)).toBe(false);
    expect(await node.transactionStatus(txid)).toEqual({ place: 'mempool', isInstantLocked: true });
    await until(() => messages.length >= 3);
    expect(messages.splice(0)).toEqual([
      { topic: 'hashtxlock', body: txid },
      { topic: 'rawtxlock', body: hex },
      { topic: 'rawtxlocksig', body: hex + answer!.hex },
    ]);
    const [hash] = await caller.call<string[]>('generatetoaddress', 1, to!.address);
    expect(await node.transactionStatus(txid)).toMatchObject({
      place: 'block',
      block: { hash },
      isInstantLocked: true,
      isChainLocked: false,
    });
    chain.quorums.chainLock();
    expect(await node.transactionStatus(txid)).toMatchObject({ isChainLocked: true });
  });
});
