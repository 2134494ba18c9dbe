import {
  decodeBlock,
  extractMerkleProof,
  networkTransactionId,
  partialMerkleTreeFromHex,
} from '@dapikit/chain/browser';
import {
  createLightClient,
  readCheckpoint,
  VerificationError,
  type VerifiedNetwork,
} from '@dapikit/light-client';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectEvoSdk, openSigner } from '../src/testing/evo-sdk.js';
import type { DevNetwork } from '../src/testing/dev-network.js';
import { LyingWebPeer, withOtherByteOfMessage } from './lying-web-peer.js';
import { networkWithCheckpoint } from './network-with-checkpoint.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const NOBODY = '11111111111111111111111111111111';

let network: DevNetwork;
let checkpoint: string;
let liar: LyingWebPeer;
let verified: VerifiedNetwork;
const quarantined: string[] = [];

beforeAll(async () => {
  ({ network, checkpoint } = await networkWithCheckpoint());
  liar = await LyingWebPeer.start(network.url, (path, body) =>
    path.includes('Platform') ? withOtherByteOfMessage(body) : body,
  );
  verified = await createLightClient({
    network: 'regtest',
    checkpoint,
    peers: [liar.url, network.url],
    onQuarantine: (address) => void quarantined.push(address),
  });
});
afterAll(async () => {
  await verified.close();
  liar.stop();
  await network.close();
});

describe('createLightClient', () => {
  it('knows the tip, the masternode list and the quorum keys of the network', async () => {
    expect(verified.tip().hash).toBe(await network.layer1('getBestBlockHash'));
    expect(verified.chainLock().height).toBe(verified.tip().height);
    expect(verified.masternodeList().masternodes.size).toBeGreaterThan(3);
    const response = await fetch(`${network.url}/quorums`);
    const { data }: { data: { quorum_hash: string; key: string }[] } = JSON.parse(await response.text());
    const keys = verified.quorumKeys().map(({ quorumHash, publicKey }) => `${quorumHash} ${publicKey}`);
    expect(keys.toSorted()).toEqual(data.map(({ quorum_hash, key }) => `${quorum_hash} ${key}`).toSorted());
  });

  it('reads an identity as evo-sdk does, and the absence of another one', async () => {
    const sdk = await connectEvoSdk(network);
    const { id = '' } = network.identities[0] ?? {};
    const { value, height } = await verified.platform.identity(id);
    expect(value?.balance).toBe(await sdk.identities.balance(id));
    expect(value?.publicKeys.length).toBeGreaterThan(0);
    expect(height).toBeGreaterThan(0n);
    expect((await verified.platform.identity(NOBODY)).value).toBeUndefined();
  });

  it('reads a contract, its documents, and names in both directions', async () => {
    const sdk = await connectEvoSdk(network);
    const owning = await openSigner(sdk, network, 1);
    const { identity, id } = owning;
    await sdk.dpns.registerName({ label: 'Verified-Light-Client-1', identity, ...owning.sign('critical') });
    expect((await verified.platform.contract(DPNS)).value).toBeDefined();
    const { value: documents } = await verified.platform.documents({
      contractId: DPNS,
      type: 'domain',
      where: [
        ['normalizedParentDomainName', '==', 'dash'],
        ['normalizedLabel', 'startsWith', 'ver1f1ed'],
      ],
      orderBy: [['normalizedLabel', 'asc']],
      limit: 2,
    });
    expect(documents.map(({ document }) => document.data['label'])).toEqual(['Verified-Light-Client-1']);
    const { value: owner } = await verified.platform.identityOfName('verified-light-client-1.dash');
    expect(owner && base58.encode(owner)).toBe(id);
    expect((await verified.platform.namesOf(id)).value).toEqual(['Verified-Light-Client-1.dash']);
    expect((await verified.platform.identityOfName('nobody-has-this-name')).value).toBeUndefined();
    expect((await verified.platform.contract(NOBODY)).value).toBeUndefined();
  });

  it.each([
    ['no identifier', () => verified.platform.identity('0OIl'), 'is no identifier'],
    ['no name', () => verified.platform.identityOfName('a.b.c'), 'is no name'],
    [
      'an unknown document type',
      () => verified.platform.documents({ contractId: DPNS, type: 'cat' }),
      '"cat"',
    ],
    [
      'a query without an index',
      () => verified.platform.documents({ contractId: DPNS, type: 'domain', where: [['label', '==', 'x']] }),
      'index',
    ],
  ])('rejects %s', async (_, read, message) => {
    await expect(read()).rejects.toThrow(message);
  });

  it('proves that an identity has no balance of an unknown token', async () => {
    const { id = '' } = network.identities[0] ?? {};
    expect((await verified.platform.tokenBalances(id, [NOBODY])).value).toMatchObject([{ value: undefined }]);
    expect((await verified.platform.tokenSupply(NOBODY)).value).toBeUndefined();
    expect((await verified.platform.tokenStatuses([NOBODY])).value).toMatchObject([{ value: undefined }]);
  });

  it('gives a transaction with a proof that leads to the merkle root of its block', async () => {
    const { hash, height } = verified.tip();
    const block = await verified.block(hash);
    const merkleRoot = Buffer.from(block.subarray(36, 68).toReversed()).toString('hex');
    const txid = await coinbaseOf(height);
    const found = await verified.transaction(txid);
    expect(found.block).toEqual({ hash, height });
    const proof = extractMerkleProof(partialMerkleTreeFromHex(found.merkleProof));
    expect(proof).toEqual({ valid: true, merkleRoot, matches: [{ txid, index: 0 }] });
  });

  it('quarantines the peer that changes proofs, and only that one', async () => {
    const { id = '' } = network.identities[0] ?? {};
    for (let read = 0; read < 60 && quarantined.length === 0; read += 1) await verified.platform.identity(id);
    expect(quarantined).toEqual([liar.url]);
  });

  it('begins with the stored state without a response of a peer, and follows new blocks', async () => {
    let stored: string | undefined;
    const open = async (peer: string): Promise<VerifiedNetwork> => {
      const opened = await createLightClient({
        network: 'regtest',
        checkpoint,
        peers: [peer],
        store: { read: async () => stored, write: async (text) => void (stored = text) },
      });
      onTestFinished(async () => opened.close());
      return opened;
    };
    const first = await open(network.url);
    await first.close();
    const offline = await open('http://127.0.0.1:9');
    expect(offline.tip()).toEqual(first.tip());
    const again = await open(network.url);
    const blocks: number[] = [];
    again.watchBlocks(({ height }) => void blocks.push(height));
    await network.mine(1);
    await vi.waitFor(() => expect(blocks).toEqual([first.tip().height + 1]), { timeout: 20_000 });
  });

  it('reads no state but the accepted one of a height', async () => {
    const { id = '' } = network.identities[0] ?? {};
    const { height, rootHash } = await verified.platform.identity(id);
    const open = async (appHash: string): Promise<VerifiedNetwork> => {
      const opened = await createLightClient({
        network: 'regtest',
        checkpoint,
        peers: [network.url],
        acceptedStates: new Map([[Number(height), appHash]]),
      });
      onTestFinished(async () => opened.close());
      return opened;
    };
    const denying = await open('00'.repeat(32));
    await expect(denying.platform.identity(id)).rejects.toThrow('is the one that was not accepted');
    const accepting = await open(Buffer.from(rootHash).toString('hex'));
    expect((await accepting.platform.identity(id)).height).toBe(height);
  });

  it('rejects a checkpoint of another network, a damaged one, and no peers', async () => {
    const options = { network: 'regtest', checkpoint, peers: [network.url] } as const;
    await expect(createLightClient({ ...options, network: 'devnet' })).rejects.toThrow(
      'of regtest, not of devnet',
    );
    await expect(createLightClient({ ...options, checkpoint: '{' })).rejects.toThrow(VerificationError);
    await expect(createLightClient({ ...options, peers: [] })).rejects.toThrow('give peers');
    await expect(createLightClient({ ...options, checkpoint: `100:${'ab'.repeat(32)}` })).rejects.toThrow(
      'block 100 of regtest is before the first quorums, at 432',
    );
  });

  it('rejects a checkpoint that its own quorums contradict', async () => {
    const options = { network: 'regtest', peers: [network.url] } as const;
    const wrong = { ...readCheckpoint(checkpoint), hash: 'ab'.repeat(32) };
    await expect(createLightClient({ ...options, checkpoint: wrong })).rejects.toMatchObject({
      name: 'VerificationError',
      reason: 'wrong-checkpoint',
    });
  });

  it('ends its start with the signal', async () => {
    const signal = AbortSignal.timeout(500);
    await expect(
      createLightClient({ network: 'regtest', checkpoint, peers: ['http://127.0.0.1:9'], signal }),
    ).rejects.toThrow('timeout');
  });
});

async function coinbaseOf(height: number): Promise<string> {
  const hash = await network.layer1('getBlockHash', { height });
  const [coinbase] = decodeBlock(await verified.block(String(hash))).transactions;
  return coinbase === undefined ? '' : networkTransactionId(coinbase);
}
