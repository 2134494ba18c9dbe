import { once } from 'node:events';
import { connect, constants } from 'node:http2';
import { create, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { DevChain, type Layer1, type StoredTransaction } from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  BlockHeadersWithChainLocksRequestSchema,
  MasternodeListRequestSchema,
  TransactionsWithProofsRequestSchema,
} from '../../src/grpc/generated/dapi_pb.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { CORE, frame } from './raw-frames.js';

// Loaded before the first request: on a busy machine its timeout could pass meanwhile.
await import('../../src/grpc/grpc-server.js');

const txidsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0'));

/** A chain whose mempool has some transactions, and which notifies of transactions when it is told to. */
function crowdedChain(waiting = 250) {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  // The last blocks have no transactions that may be locked.
  chain.mine(6);
  const [alice, bob] = chain.accounts;
  const stored: StoredTransaction = {
    serialized: chain.transfer(alice!, bob!, 100_000n),
    block: undefined,
    confirmations: 0,
    isInstantLocked: false,
    isChainLocked: false,
  };
  const listeners = new Set<(txid: string) => void>();
  const reads: string[] = [];
  const overridden: Pick<Layer1, 'read' | 'watchTransactions'> = {
    read: async (name, request) => {
      reads.push(name);
      const answers: Readonly<Record<string, unknown>> = { mempool: txidsOf(waiting), transaction: stored };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer to a read of that name
      return (answers[name] ?? (await chain.read(name, request))) as never;
    },
    watchTransactions: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const layer1 = new Proxy<Layer1>(chain, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in overridden ? overridden : target, name);
      return typeof value === 'function' ? value.bind(name in overridden ? overridden : target) : value;
    },
  });
  return { chain, layer1, listeners, reads };
}

const fromTip = (chain: DevChain) => ({
  fromBlock: { case: 'fromBlockHeight' as const, value: chain.tip().height },
});

describe('a stream of transactions', () => {
  it('sends the mempool in parts of at most 100 transactions', async () => {
    const { chain, layer1 } = crowdedChain();
    const { port } = await gatewayForTest({}, { layer1 });
    const sizes: number[] = [];
    const { core } = grpcClients(port);
    for await (const { responses } of core.subscribeToTransactionsWithProofs(fromTip(chain))) {
      if (responses.case === 'rawMerkleBlock') continue;
      if (responses.case === 'rawTransactions') sizes.push(responses.value.transactions.length);
      if (sizes.length === 4) break;
    }
    expect(sizes).toEqual([expect.any(Number), 100, 100, 50]);
  });

  it('is charged for each part of the mempool', async () => {
    const { chain, layer1, reads } = crowdedChain(2500);
    const { port } = await gatewayForTest({ rateLimit: { perMinute: 1, burst: 21 } }, { layer1 });
    const stream = grpcClients(port).core.subscribeToTransactionsWithProofs(fromTip(chain));
    const messages: unknown[] = [];
    const failure = await (async () => {
      for await (const message of stream) messages.push(message);
    })().catch((error: unknown) => ConnectError.from(error));
    expect(failure).toMatchObject({ code: Code.ResourceExhausted });
    expect(reads.filter((name) => name === 'transaction').length).toBe(1500);
  });

  it('shares the reads of a block with all others', async () => {
    const { chain, layer1, reads } = crowdedChain(0);
    const { port } = await gatewayForTest({}, { layer1 });
    const { core } = grpcClients(port);
    const blocks: number[] = [];
    const streams = Array.from({ length: 20 }, async (_, at) => {
      for await (const { responses } of core.subscribeToTransactionsWithProofs(fromTip(chain))) {
        if (responses.case === 'rawMerkleBlock') blocks[at] = (blocks[at] ?? 0) + 1;
        if (blocks[at] === 2) return;
      }
    });
    await expect.poll(() => reads.filter((name) => name === 'mempool').length).toBe(20);
    reads.length = 0;
    chain.mine(1);
    await Promise.all(streams);
    expect(reads).toEqual(['headers', 'block']);
  });

  it('buffers nothing during its history', async () => {
    const { layer1, listeners } = crowdedChain();
    const { port } = await gatewayForTest({}, { layer1 });
    const before = listeners.size;
    const stream = grpcClients(port).core.subscribeToTransactionsWithProofs({
      fromBlock: { case: 'fromBlockHeight', value: 1 },
    });
    for await (const { responses } of stream) {
      expect(listeners.size).toBe(before);
      if (responses.case === 'rawMerkleBlock') break;
    }
  });

  it('ends with RESOURCE_EXHAUSTED when too many transactions are pending', async () => {
    const { chain, layer1, listeners } = crowdedChain();
    const { port } = await gatewayForTest({}, { layer1 });
    const before = new Set(listeners);
    const stream = grpcClients(port).core.subscribeToTransactionsWithProofs(fromTip(chain));
    let isFlooded = false;
    const failure = await (async () => {
      for await (const { responses } of stream) {
        const own = [...listeners].find((listener) => !before.has(listener));
        if (isFlooded || own === undefined || responses.case !== 'rawTransactions') continue;
        isFlooded = true;
        for (let index = 0; index <= 10_001; index += 1) own(`f${index.toString(16).padStart(63, '0')}`);
      }
    })().catch((error: unknown) => ConnectError.from(error));
    expect(failure).toMatchObject({ code: Code.ResourceExhausted });
  });
});

it('a stream of the masternode list follows the tip while the locked block is not in the chain', async () => {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  let diffs = 0;
  const overridden: Pick<Layer1, 'masternodeListDiff' | 'bestChainLock'> = {
    masternodeListDiff: async (base, block) => {
      diffs += 1;
      return chain.masternodeListDiff(base, block);
    },
    bestChainLock: () => ({ hash: 'ff'.repeat(32), height: chain.tip().height, signature: 'ab'.repeat(96) }),
  };
  const layer1 = new Proxy<Layer1>(chain, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in overridden ? overridden : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const { port } = await gatewayForTest({}, { layer1 });
  const stream = grpcClients(port).core.subscribeToMasternodeList({})[Symbol.asyncIterator]();
  expect(await stream.next()).toMatchObject({ done: false });
  expect(diffs).toBe(1);
  await stream.return?.();
});

const FROM_START = { fromBlock: { case: 'fromBlockHeight' as const, value: 1 } };
const STREAMS = [
  [
    'subscribeToBlockHeadersWithChainLocks',
    toBinary(
      BlockHeadersWithChainLocksRequestSchema,
      create(BlockHeadersWithChainLocksRequestSchema, FROM_START),
    ),
  ],
  [
    'subscribeToTransactionsWithProofs',
    toBinary(TransactionsWithProofsRequestSchema, create(TransactionsWithProofsRequestSchema, FROM_START)),
  ],
  [
    'subscribeToMasternodeList',
    toBinary(MasternodeListRequestSchema, create(MasternodeListRequestSchema, {})),
  ],
] as const;

it.each(STREAMS)('%s ends with RESOURCE_EXHAUSTED for a client that does not read', async (name, request) => {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  const { port } = await gatewayForTest(
    { minReadRate: 64 * 1024 * 1024, slowReadTimeout: 150 },
    { layer1: chain },
  );
  const session = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 100 } });
  onTestFinished(() => session.destroy());
  await once(session, 'connect');
  const stream = session.request({
    ':method': 'POST',
    ':path': `${CORE}/${name}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  const failed = once(stream, 'error');
  stream.end(frame(request));
  await failed;
  // gRPC clients read this code as RESOURCE_EXHAUSTED (grpc/doc/PROTOCOL-HTTP2.md).
  expect(stream.rstCode).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  expect(session.destroyed).toBe(false);
});
