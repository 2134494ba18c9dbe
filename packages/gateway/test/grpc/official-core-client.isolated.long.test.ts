// Has a process of its own: a client in it replaces the global `fetch`.
import DAPIClient, { type OfficialStream } from '@dashevo/dapi-client';
import { decode } from 'cborg';
import {
  blockHash,
  bytesToHex,
  decodeBlockHeader,
  DevChain,
  hexToBytes,
  transactionId,
  decodeTransaction,
  encodeChainLock,
  extractMerkleProof,
  partialMerkleTreeFromHex,
  type MasternodeListDiff,
} from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatewayForTest } from '../gateway-under-test.js';

/** A development chain behind a gateway, and the official client. */
async function official(way: 'no-ssl' | 'self-signed' = 'no-ssl') {
  const chain = new DevChain();
  onTestFinished(() => chain.close());
  const { port } = await gatewayForTest({}, { layer1: chain });
  return {
    chain,
    core: new DAPIClient({ dapiAddresses: [`127.0.0.1:${port}:${way}`], retries: 0, timeout: 30_000 }).core,
  };
}

/** A message of google-protobuf: what it says is behind getters. */
type Message = Record<string, () => unknown>;

/** The messages of a stream, as they come. */
function watch(stream: OfficialStream) {
  const messages: Message[] = [];
  const errors: Error[] = [];
  let isEnded = false;
  stream.on('data', (message: Message) => messages.push(message));
  stream.on('error', (error: Error) => errors.push(error));
  stream.on('end', () => {
    isEnded = true;
  });
  onTestFinished(() => stream.cancel());
  return { messages, errors, hasEnded: () => isEnded };
}

/** What a getter of a message gives, if the message is there. */
function read(message: unknown, getter: string): unknown {
  return typeof message === 'object' && message !== null ? Reflect.get(message, getter).call(message) : [];
}

/** The byte strings behind a getter. */
function list(message: unknown, getter: string): Uint8Array[] {
  const found = read(message, getter);
  return Array.isArray(found) ? found : [];
}

const hashesOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    list(message['getBlockHeaders']!(), 'getHeadersList_asU8').map((header) =>
      blockHash(decodeBlockHeader(Uint8Array.from(header))),
    ),
  );

const txidsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    list(message['getRawTransactions']!(), 'getTransactionsList_asU8').map((bytes) =>
      transactionId(decodeTransaction(Uint8Array.from(bytes))),
    ),
  );

/** The bytes behind a getter; empty where the message has another member. */
function bytesOf(message: Message, getter: string): Uint8Array {
  const found = read(message, getter);
  return found instanceof Uint8Array ? Uint8Array.from(found) : new Uint8Array();
}

const merkleBlockOf = (message: Message): Uint8Array => bytesOf(message, 'getRawMerkleBlock_asU8');
const HEADER_BYTES = 80;

/** The hashes of blocks from a height to the tip. */
const hashesFrom = async (chain: DevChain, height: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: chain.tip().height - height + 1 }, async (_, index) =>
      chain.blockHash(height + index),
    ),
  );

/** A filter that everything matches. */
const ALL = { vData: new Uint8Array([0xff]), nHashFuncs: 1, nTweak: 0, nFlags: 0 };

describe.each(['no-ssl', 'self-signed'] as const)('the official client (%s)', (way) => {
  it('calls the unary methods', async () => {
    const { chain, core } = await official(way);
    const { hash, height } = chain.tip();
    expect(await core.getBestBlockHeight()).toBe(height);
    const block = Uint8Array.from(await core.getBlockByHeight(height));
    expect(block).toEqual(chain.serializedBlock(height));
    expect(Uint8Array.from(await core.getBlockByHash(hash))).toEqual(block);
    expect(await core.getBlockchainStatus()).toMatchObject({
      status: 'READY',
      chain: {
        name: 'regtest',
        blocksCount: height,
        bestBlockHash: Buffer.from(hexToBytes(hash).toReversed()),
      },
      network: { fee: { relay: 0.00001 } },
    });
    expect(await core.getMasternodeStatus()).toMatchObject({ status: 'UNKNOWN', isSynced: true });
  });

  it('sends a transaction and finds it', async () => {
    const { chain, core } = await official(way);
    const [from] = chain.accounts;
    chain.setMining('manual');
    const serialized = chain.transfer(from!, from!, 100_000n);
    const txid = await core.broadcastTransaction(serialized);
    const waiting = await core.getTransaction(txid);
    expect(Uint8Array.from(waiting.getTransaction())).toEqual(serialized);
    expect([waiting.getHeight(), waiting.getConfirmations()]).toEqual([0, 0]);
    chain.mine(1);
    const mined = await core.getTransaction(txid);
    expect(bytesToHex(Uint8Array.from(mined.getBlockHash()))).toBe(chain.tip().hash);
    expect([mined.getHeight(), mined.getConfirmations()]).toEqual([chain.tip().height, 1]);
  });
});

describe('errors of the Core service', () => {
  it('have the codes of official servers', async () => {
    const { chain, core } = await official();
    const unknown = 'ab'.repeat(32);
    await expect(core.getBlockByHash(unknown)).rejects.toMatchObject({ code: 5 });
    await expect(core.getBlockByHeight(chain.tip().height + 1)).rejects.toMatchObject({ code: 3 });
    await expect(core.getTransaction(unknown)).rejects.toMatchObject({ code: 5 });
    await expect(core.broadcastTransaction(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ code: 3 });
    const [from] = chain.accounts;
    const serialized = chain.transfer(from!, from!, 100_000n);
    await core.broadcastTransaction(serialized);
    chain.mine(1);
    await expect(core.broadcastTransaction(serialized)).rejects.toMatchObject({ code: 6 });
  });
});

describe('subscribeToBlockHeadersWithChainLocks', () => {
  it('streams a range and ends', async () => {
    const { chain, core } = await official();
    const stream = watch(
      await core.subscribeToBlockHeadersWithChainLocks({ fromBlockHeight: 1, count: 100 }),
    );
    await expect.poll(stream.hasEnded).toBe(true);
    expect(hashesOf(stream.messages)).toEqual((await hashesFrom(chain, 1)).slice(0, 100));
    expect(stream.errors).toEqual([]);
  });

  it('streams history, then each block, through a reorg', async () => {
    const { chain, core } = await official();
    const first = chain.tip().height - 5;
    const stream = watch(await core.subscribeToBlockHeadersWithChainLocks({ fromBlockHeight: first }));
    await expect.poll(() => hashesOf(stream.messages).length).toBe(6);
    chain.mine(2);
    await expect.poll(() => hashesOf(stream.messages).length).toBe(8);
    const before = hashesOf(stream.messages);
    expect(before).toEqual(await hashesFrom(chain, first));
    const { hashes: added } = chain.reorganise(3);
    await expect.poll(() => hashesOf(stream.messages).length).toBe(8 + added.length);
    expect(hashesOf(stream.messages).slice(8)).toEqual(added);
    expect(new Set(hashesOf(stream.messages)).size).toBe(8 + added.length);
  });

  it('streams the whole new branch if it forks below the first block', async () => {
    const { chain, core } = await official();
    const first = chain.tip().height;
    const stream = watch(await core.subscribeToBlockHeadersWithChainLocks({ fromBlockHeight: first }));
    await expect.poll(() => hashesOf(stream.messages).length).toBe(1);
    const { hashes: added } = chain.reorganise(3);
    await expect.poll(() => hashesOf(stream.messages).slice(1)).toEqual(added);
  });

  it('streams the ChainLocks after a revert', async () => {
    const { chain, core } = await official();
    chain.quorums.form();
    const snapshot = chain.snapshot();
    chain.mine(5);
    const former = chain.quorums.chainLock();
    const stream = watch(
      await core.subscribeToBlockHeadersWithChainLocks({ fromBlockHeight: former.height }),
    );
    const locks = () =>
      stream.messages
        .map((message) => bytesOf(message, 'getChainLock_asU8'))
        .filter(({ length }) => length > 0);
    await expect.poll(() => locks().length).toBe(1);
    chain.revert(snapshot);
    chain.mine(1);
    const lower = chain.quorums.chainLock();
    expect(lower.height).toBeLessThan(former.height);
    await expect.poll(locks).toEqual([encodeChainLock(former), encodeChainLock(lower)]);
  });

  it('streams the best ChainLock first, new ones after their block', async () => {
    const { chain, core } = await official();
    const lock = chain.quorums.chainLock();
    const stream = watch(await core.subscribeToBlockHeadersWithChainLocks({ fromBlockHeight: lock.height }));
    const locks = () =>
      stream.messages
        .map((message) => bytesOf(message, 'getChainLock_asU8'))
        .filter(({ length }) => length > 0);
    await expect.poll(() => locks().length).toBe(1);
    expect(locks()[0]).toEqual(encodeChainLock(lock));
    chain.mine(1);
    const next = chain.quorums.chainLock();
    await expect.poll(() => locks().length).toBe(2);
    expect(locks()[1]).toEqual(encodeChainLock(next));
    expect(hashesOf(stream.messages)).toEqual(await hashesFrom(chain, lock.height));
  });

  it('rejects an invalid start', async () => {
    const { chain, core } = await official();
    const above = watch(
      await core.subscribeToBlockHeadersWithChainLocks({ fromBlockHeight: chain.tip().height + 5, count: 1 }),
    );
    await expect.poll(() => above.errors).toMatchObject([{ code: 5 }]);
    const beyond = watch(
      await core.subscribeToBlockHeadersWithChainLocks({ fromBlockHeight: 1, count: 100_000 }),
    );
    await expect.poll(() => beyond.errors).toMatchObject([{ code: 3 }]);
  });
});

describe('subscribeToTransactionsWithProofs', () => {
  it('streams a Merkle block for each block and the matching transactions', async () => {
    const { chain, core } = await official();
    const first = chain.tip().height - 3;
    const stream = watch(
      await core.subscribeToTransactionsWithProofs(ALL, { fromBlockHeight: first, count: 4 }),
    );
    await expect.poll(stream.hasEnded).toBe(true);
    const proofs = stream.messages.map(merkleBlockOf).filter((bytes) => bytes.length > 0);
    const proved = proofs.flatMap((bytes) => {
      const proof = extractMerkleProof(partialMerkleTreeFromHex(bytesToHex(bytes.subarray(HEADER_BYTES))));
      const header = decodeBlockHeader(bytes.subarray(0, HEADER_BYTES));
      expect(proof).toMatchObject({ valid: true, merkleRoot: header.merkleRoot });
      return proof.valid ? proof.matches.map(({ txid }) => txid) : [];
    });
    expect(proofs.length).toBe(4);
    expect(proved).toEqual(txidsOf(stream.messages));
    expect(proved.length).toBeGreaterThan(4);
  });

  it('streams a transaction at once, its lock and its block', async () => {
    const { chain, core } = await official();
    chain.quorums.form();
    const [from] = chain.accounts;
    const stream = watch(
      await core.subscribeToTransactionsWithProofs(ALL, { fromBlockHeight: chain.tip().height }),
    );
    await expect.poll(() => stream.messages.length).toBe(2);
    const txid = await chain.sendTransaction(chain.transfer(from!, from!, 100_000n));
    await expect.poll(() => txidsOf(stream.messages)).toContain(txid);
    chain.quorums.instantLock(txid);
    const locks = () =>
      stream.messages.flatMap((message) =>
        list(message['getInstantSendLockMessages']!(), 'getMessagesList_asU8'),
      );
    await expect.poll(() => locks().length).toBe(1);
    chain.mine(1);
    await expect.poll(() => txidsOf(stream.messages).filter((each) => each === txid).length).toBe(2);
    expect(stream.errors).toEqual([]);
  });

  it('streams the lock of a transaction that a block had before the stream began', async () => {
    const { chain, core } = await official();
    chain.setMining('manual');
    chain.quorums.form();
    const [from] = chain.accounts;
    const txid = await chain.sendTransaction(chain.transfer(from!, from!, 100_000n));
    chain.quorums.instantLock(txid);
    chain.mine(1);
    const lock = await chain.read('instantLock', { txid });
    const stream = watch(
      await core.subscribeToTransactionsWithProofs(ALL, { fromBlockHeight: chain.tip().height }),
    );
    const locks = () =>
      stream.messages.flatMap((message) =>
        list(message['getInstantSendLockMessages']!(), 'getMessagesList_asU8').map((bytes) =>
          Uint8Array.from(bytes),
        ),
      );
    await expect.poll(locks).toEqual([lock]);
    expect(txidsOf(stream.messages).filter((each) => each === txid)).toHaveLength(1);
  });
});

describe('subscribeToMasternodeList', () => {
  it('streams the full list, then consecutive changes', async () => {
    const { chain, core } = await official();
    const stream = watch(await core.subscribeToMasternodeList());
    const diffs = (): MasternodeListDiff[] =>
      stream.messages.map((message) => decode(bytesOf(message, 'getMasternodeListDiff_asU8')));
    await expect.poll(() => diffs().length).toBe(1);
    const { hash } = chain.tip();
    expect(diffs()[0]).toMatchObject({ baseBlockHash: '0'.repeat(64), blockHash: hash });
    expect(diffs()[0]!.mnList).not.toEqual([]);
    chain.mine(1);
    await expect.poll(() => diffs().length).toBe(2);
    expect(diffs()[1]).toMatchObject({ baseBlockHash: hash, blockHash: chain.tip().hash });
  });
});
