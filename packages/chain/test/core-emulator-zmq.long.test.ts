import { setTimeout as sleep } from 'node:timers/promises';
import { Subscriber } from 'zeromq';
import { afterEach, describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../src/base/bytes/hex.js';
import { readZmqMessage } from '../src/nodes/core-node/zmq-message.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { DEV_CHAIN_DEFAULTS } from '../src/devchain/dev-chain-options.js';
import { bareChain } from '../src/devchain/prepared-chain.js';
import { createCoreEmulator, PUBLISHED_TOPICS } from '../src/core-emulator/index.js';
import { messagesOf } from '../src/core-emulator/zmq-messages.js';
import { decodeChainLock, verifyChainLock } from '../src/rules/signing/chain-lock.js';
import { decodeInstantLock, verifyInstantLock } from '../src/rules/signing/instant-lock.js';
import { CREDENTIALS, EmulatorCaller } from './emulator-caller.js';
import { RECORDED_BLOCKS, RECORDED_MESSAGES } from './recorded.js';
import { until } from './watched.js';

interface Message {
  readonly topic: string;
  readonly body: string;
  readonly sequence: number;
}

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

function devChain(prepared?: ReturnType<typeof bareChain>): DevChain {
  const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 }, prepared);
  endings.push(() => chain.close());
  return chain;
}

/** All that a chain's emulator publishes from now on, and one who calls it. */
/** Messages on this machine take no longer. */
const QUIET_MS = 100;

async function published(chain: DevChain): Promise<{ caller: EmulatorCaller; messages: Message[] }> {
  const emulator = await createCoreEmulator(chain, {
    credentials: CREDENTIALS,
    port: 0,
    zmq: 'tcp://127.0.0.1:*',
  });
  const subscriber = new Subscriber({ linger: 0 });
  endings.push(
    () => emulator.close(),
    () => subscriber.close(),
  );
  const messages: Message[] = [];
  subscriber.subscribe();
  subscriber.connect(emulator.zmqAddress!);
  void (async () => {
    for await (const [topic, body, sequence] of subscriber) {
      messages.push({
        topic: topic!.toString('latin1'),
        body: body!.toString('hex'),
        sequence: sequence!.readUInt32LE(),
      });
    }
  })();
  const caller = new EmulatorCaller(emulator.url);
  const { hash } = chain.tip();
  // What is published before the subscription has come through is lost: the chain goes back and forth until all of a round has come.
  do {
    messages.length = 0;
    await caller.call('invalidateblock', hash);
    await caller.call('reconsiderblock', hash);
    for (let seen = -1; seen !== messages.length; await sleep(QUIET_MS)) seen = messages.length;
  } while (messages.at(-1)?.topic !== 'rawblock' || messages.at(-2)?.body !== hash);
  messages.length = 0;
  return { caller, messages };
}

/** What was published of a topic when it was recorded. */
function bodies(topic: string): string[] {
  return RECORDED_MESSAGES.filter((message) => message.topic === topic).map(({ body }) => body);
}

/** In short: what came of the topic that tells most. */
function sequences(messages: readonly Message[]): string[] {
  return messages
    .filter(({ topic }) => topic === 'sequence' || topic === 'hashblock')
    .map(({ topic, body }) => {
      const label = topic === 'hashblock' ? 'tip' : Buffer.from(body.slice(64, 66), 'hex').toString('latin1');
      return `${label} ${body.slice(0, 64)}`;
    });
}

/** Transactions that came and went before are counted in it. */
function withoutMempoolSequence({ topic, body }: Pick<Message, 'topic' | 'body'>): [string, string] {
  return [topic, topic === 'sequence' ? body.slice(0, 66) : body];
}

describe('ZMQ messages of the emulator', () => {
  it('equal those of Dash Core for the same blocks, in the same order', async () => {
    const chain = devChain(bareChain(DEV_CHAIN_DEFAULTS.mnemonic));
    const emulator = await createCoreEmulator(chain, { credentials: CREDENTIALS, port: 0 });
    const loader = new EmulatorCaller(emulator.url);
    for (const { hex } of RECORDED_BLOCKS.slice(1)) await loader.call('submitblock', hex);
    await emulator.close();

    const { caller, messages } = await published(chain);
    const topics = new Set(RECORDED_MESSAGES.map(({ topic }) => topic));
    const [transaction] = bodies('rawtx');
    const [first, second] = bodies('rawblock');
    await caller.call('sendrawtransaction', transaction);
    await caller.call('submitblock', first);
    await caller.call('submitblock', second);
    await caller.call('invalidateblock', bodies('hashblock')[1]);
    const told = (): Message[] => messages.filter(({ topic }) => topics.has(topic));
    await until(() => told().length >= RECORDED_MESSAGES.length);
    expect(told().map(withoutMempoolSequence)).toEqual(RECORDED_MESSAGES.map(withoutMempoolSequence));
    for (const topic of topics) {
      const numbers = told()
        .filter((message) => message.topic === topic)
        .map(({ sequence }) => sequence);
      expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
    }
  });

  it('report transactions that a reorg restores or invalidates', async () => {
    const chain = devChain();
    const [from, to, another] = chain.accounts;
    const { caller, messages } = await published(chain);
    const paid = bytesToHex(chain.transfer(from!, to!, 100_000_000n));
    const contradicting = bytesToHex(chain.transfer(from!, another!, 100_000_000n));
    const txid = String(await caller.call('sendrawtransaction', paid));
    const [hash] = await caller.call<string[]>('generatetoaddress', 1, to!.address);
    await caller.call('invalidateblock', hash);
    const { hash: other } = await caller.call<{ hash: string }>('generateblock', to!.address, [
      contradicting,
    ]);
    await until(() => messages.at(-2)?.body === other);
    const back = chain.tip().height - 1;
    expect(sequences(messages)).toEqual([
      `A ${txid}`,
      `C ${hash}`,
      `tip ${hash}`,
      `D ${hash}`,
      `A ${txid}`,
      `tip ${await chain.blockHash(back)}`,
      `R ${txid}`,
      `C ${other}`,
      `tip ${other}`,
    ]);
    const counts = messages
      .filter(({ topic, body }) => topic === 'sequence' && body.length === 82)
      .map(({ body }) => Buffer.from(body, 'hex').readBigUInt64LE(33));
    // The one that was mined counts as well.
    expect(counts.map((count) => count - counts[0]!)).toEqual([0n, 2n, 3n]);
    expect(await caller.call('getrawmempool', false, true)).toEqual({
      txids: [],
      mempool_sequence: Number(counts[2]! + 1n),
    });
  });

  it('report a revert as a reorg', async () => {
    const chain = devChain();
    const id = chain.snapshot();
    const { messages } = await published(chain);
    const start = chain.tip().hash;
    const hashes = chain.mine(2);
    chain.revert(id);
    await until(() => messages.at(-2)?.body === start);
    expect(sequences(messages)).toEqual([
      `C ${hashes[0]}`,
      `tip ${hashes[0]}`,
      `C ${hashes[1]}`,
      `tip ${hashes[1]}`,
      `D ${hashes[1]}`,
      `D ${hashes[0]}`,
      `tip ${start}`,
    ]);
  });

  it('encode ChainLocks and InstantSend locks as CoreNode reads them', () => {
    const chain = devChain();
    const { tip } = DevChain.nodeOf(chain).chain;
    const { hash, height, block } = tip;
    const chainLock = { hash, height, signature: '5a'.repeat(96) };
    const locked = messagesOf({ kind: 'chain-locked', chainLock }, DevChain.nodeOf(chain).chain);
    expect(locked.map(({ topic }) => topic)).toEqual(['hashchainlock', 'rawchainlock', 'rawchainlocksig']);
    const [transaction] = block.transactions;
    const { txid } = transaction!;
    const lock = { txid, inputs: [], cycleHash: hash, signature: '5a'.repeat(96) };
    const instant = messagesOf(
      { kind: 'instant-locked', transaction: transaction!, lock },
      DevChain.nodeOf(chain).chain,
    );
    const read = [...locked, ...instant].map(({ topic, body }) =>
      readZmqMessage([Buffer.from(topic), body, Buffer.alloc(4)]),
    );
    expect(read.map((message) => message?.news)).toEqual([
      { kind: 'chainlock', hash },
      undefined,
      { kind: 'chainlock', hash },
      { kind: 'transaction', hash: txid },
      { kind: 'transaction', hash: txid },
      undefined,
    ]);
  });

  it('contain quorum signatures that a client verifies', async () => {
    const chain = devChain();
    const { caller, messages } = await published(chain);
    const [alice, bob] = chain.accounts;
    const serialized = chain.transfer(alice!, bob!, 100_000_000n);
    const txid = await chain.sendTransaction(serialized);
    const instantLock = chain.quorums.instantLock(txid);
    const chainLock = chain.quorums.chainLock();
    const bodyOf = (topic: string) => messages.find((message) => message.topic === topic)?.body ?? '';
    await until(() => bodyOf('rawtxlocksig') !== '' && bodyOf('rawchainlocksig') !== '');
    const signed = bodyOf('rawtxlocksig');
    expect(signed.slice(0, serialized.length * 2)).toBe(bytesToHex(serialized));
    const lock = decodeInstantLock(hexToBytes(signed.slice(serialized.length * 2)));
    expect(lock).toEqual(instantLock);
    const { newQuorums } = await chain.masternodeListDiff('0'.repeat(64), String(chainLock.height - 8));
    const ofType = (type: number) => newQuorums.filter(({ llmqType }) => llmqType === type);
    expect(verifyInstantLock(lock, ofType(103))).toBe(true);
    const last = decodeChainLock(hexToBytes(bodyOf('rawchainlocksig').slice(-2 * (4 + 32 + 96))));
    expect(last).toEqual(chainLock);
    expect(verifyChainLock(last, ofType(100))).toBe(true);
    expect(await caller.call('getbestchainlock')).toMatchObject({
      blockhash: chainLock.hash,
      height: chainLock.height,
      signature: chainLock.signature,
    });
  });

  it('repeat a lock after a revert disconnected it', async () => {
    const chain = devChain();
    chain.quorums.form(['llmq_test_dip0024']);
    const { messages } = await published(chain);
    const [from, to] = chain.accounts;
    const serialized = chain.transfer(from!, to!, 1_000_000n);
    const topics = async (last: string) => {
      await until(() => messages.at(-1)?.topic === last);
      return messages.splice(0).map(({ topic }) => topic);
    };
    const sendAndLock = async () => {
      const txid = await chain.sendTransaction(serialized);
      await until(() => messages.length === 3);
      chain.quorums.instantLock(txid);
      return topics('rawtxlocksig');
    };
    const snapshot = chain.snapshot();
    const told = ['hashtx', 'rawtx', 'sequence', 'hashtxlock', 'rawtxlock', 'rawtxlocksig'];
    expect(await sendAndLock()).toEqual(told);
    chain.revert(snapshot);
    expect(await topics('sequence')).toEqual(['sequence']);
    expect(await sendAndLock()).toEqual(told);
  });

  it('are listed by topic and address', async () => {
    const emulator = await createCoreEmulator(devChain(), {
      credentials: CREDENTIALS,
      port: 0,
      zmq: 'tcp://127.0.0.1:*',
    });
    endings.push(() => emulator.close());
    expect(emulator.zmqAddress).toMatch(/^tcp:\/\/127\.0\.0\.1:\d+$/);
    expect(await new EmulatorCaller(emulator.url).call('getzmqnotifications')).toEqual(
      PUBLISHED_TOPICS.map((topic) => ({ type: `pub${topic}`, address: emulator.zmqAddress, hwm: 1000 })),
    );
  });
});
