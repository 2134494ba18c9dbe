import { DataContract, Document, Identifier } from '@dashevo/evo-sdk';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeStateTransition, encodeStateTransition } from '@dapikit/protocol';
import { connectEvoSdk, openSigner } from '../src/testing/evo-sdk.js';
import type { DevNetwork } from '../src/testing/dev-network.js';
import { tokenOf } from '../../platform/test/sample-token.js';
import { networkWithCheckpoint } from './network-with-checkpoint.js';
import { LyingPeer, withOtherByte, type Lies } from './lying-peer.js';
import { LyingWebPeer } from './lying-web-peer.js';
import { callJsonRpc } from './json-rpc-call.js';
import { Served } from './served.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PLATFORM = '/org.dash.platform.dapi.v0.Platform/';
const LISTS = 'subscribeToMasternodeList';
/** Credits. */
const PRICE = 100_000_000n;

const NOTE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 63, position: 0 } },
  additionalProperties: false,
};

/** Peers that change proofs, ask the honest peer something else, change masternode lists, or do not respond. */
const LIES = {
  'changes proofs': {
    response: (path, message) => (path.startsWith(PLATFORM) ? withOtherByte(message) : message),
  },
  'answers another question': {
    // The last byte of an identifier comes before the field `prove`.
    request: (path, message) =>
      path.endsWith('getIdentity') ? withOtherByte(message, message.length - 4) : message,
  },
  'changes masternode lists': {
    response: (path, message) =>
      path.endsWith(LISTS) ? withOtherByte(message, indexOf(message, 'isValid') + 7) : message,
  },
  'does not respond': { stalls: (path) => path.startsWith(PLATFORM) },
} as const satisfies Readonly<Record<string, Lies>>;

function indexOf(message: Uint8Array, text: string): number {
  return Buffer.from(message).indexOf(text);
}

let folder: string;
let network: DevNetwork;
let checkpoint: unknown;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dapikit-network-'));
  const { network: made, checkpoint: text } = await networkWithCheckpoint();
  network = made;
  checkpoint = JSON.parse(text);
});
afterAll(async () => {
  await network.close();
  rmSync(folder, { recursive: true });
});

let count = 0;

/** Writes the file of the network with some peers. */
function networkFile(peers: readonly string[]): string {
  count += 1;
  const file = join(folder, `network-${count}.json`);
  writeFileSync(file, JSON.stringify({ checkpoint, peers }));
  return file;
}

async function serve(peers: readonly string[], ...args: readonly string[]): Promise<Served> {
  const file = networkFile(peers);
  const served = new Served([
    'serve',
    '--network',
    file,
    '--port',
    '0',
    '--admin-port',
    '0',
    '--log-format',
    'json',
    ...args,
  ]);
  onTestFinished(() => void served.stop());
  await served.serving();
  await vi.waitUntil(() => served.lines('network verified').length === 1, { timeout: 60_000 });
  return served;
}

/** Registers a contract with a token that identity 3 mints. @returns its id */
async function registerToken(): Promise<string> {
  const by = network.identities[3]?.id ?? '';
  const tokens = { 0: tokenOf({ $type: 'contractOwner' }) };
  const contract = { $formatVersion: '1', ownerId: by, version: 1, documentSchemas: {}, tokens };
  const { contractId } = Object(await network.platform('registerContract', { by, contract }));
  return String(contractId);
}

/** Registers a contract whose documents are replaced, sold, given away and deleted. */
async function registerCards(): Promise<string> {
  const by = network.identities[3]?.id ?? '';
  const card = {
    type: 'object',
    documentsMutable: true,
    transferable: 1,
    tradeMode: 1,
    properties: {
      name: { type: 'string', maxLength: 63, position: 0 },
      rank: { type: 'integer', minimum: 0, maximum: 100_000, position: 1 },
    },
    required: ['name'],
    additionalProperties: false,
  };
  const contract = { $formatVersion: '1', ownerId: by, version: 1, documentSchemas: { card } };
  const { contractId } = Object(await network.platform('registerContract', { by, contract }));
  return String(contractId);
}

/** A request of evo-sdk, which may be sent again with another body. */
interface SentRequest {
  readonly url: string;
  readonly body: Uint8Array;
  readonly send: (body: Uint8Array) => Promise<unknown>;
}

/** Lists what responses of waitForStateTransitionResult are marked with, from now on, functions that send their requests again, and the requests of all methods. */
function watchedWaits() {
  const [marks, again]: [(string | null)[], (() => Promise<unknown>)[]] = [[], []];
  const sent: SentRequest[] = [];
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const request = new Request(...args);
    const { url, method, headers } = request;
    const body = await request.clone().arrayBuffer();
    const sendAgain = async (bytes: Uint8Array) => fetch(url, { method, headers, body: Buffer.from(bytes) });
    sent.push({ url, body: new Uint8Array(body), send: sendAgain });
    const response = await send(request);
    if (!response.url.endsWith('waitForStateTransitionResult')) return response;
    marks.push(response.headers.get('dapikit-proof'));
    again.push(() => fetch(url, { method, headers, body }));
    return response;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { marks, again, sent };
}

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Replaces a hash in a message. */
function withHash(message: Uint8Array, from: Buffer | undefined, to: Buffer | undefined): Uint8Array {
  const at = from === undefined ? -1 : Buffer.from(message).indexOf(from);
  const changed = message.slice();
  if (at >= 0 && to !== undefined) changed.set(to, at);
  return changed;
}

/** Bytes of gRPC-web before a message. */
const FRAME_BYTES = 5;

/** Returns the transition in a request of broadcastStateTransition, which has no other field. */
function transitionIn(body: Uint8Array = new Uint8Array()): Uint8Array {
  const reader = new BinaryReader(body.subarray(FRAME_BYTES));
  reader.tag();
  return reader.bytes();
}

function framed(stateTransition: Uint8Array): Uint8Array {
  const message = new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(stateTransition).finish();
  const body = Buffer.alloc(FRAME_BYTES + message.length);
  body.writeUInt32BE(message.length, 1);
  body.set(message, FRAME_BYTES);
  return body;
}

/** Returns a transition that creates the same document with another name and the next nonce. */
function withOtherName(bytes: Uint8Array): Uint8Array {
  const { value: batch } = decodeStateTransition(bytes);
  if (batch.type !== 'batch' || batch.formatVersion !== 1) throw new TypeError('no batch');
  const transitions = batch.transitions.map((item) => {
    if (item.transition !== 'document' || item.action !== 'create') throw new TypeError('no create');
    const identityContractNonce = item.base.identityContractNonce + 1n;
    const data = new Map([...item.data, ['name', { type: 'text', value: 'Two' }]] as const);
    return { ...item, data, base: { ...item.base, identityContractNonce } };
  });
  return encodeStateTransition({ ...batch, transitions });
}

async function peer(lies?: Lies): Promise<LyingPeer> {
  const started = await LyingPeer.start(network.url, lies);
  onTestFinished(() => started.stop());
  return started;
}

const status = async (served: Served, path: string): Promise<number> =>
  (await fetch(`${served.at}${path}`)).status;

describe('dapikit serve --network', () => {
  it('says first what this mode is proven with', async () => {
    const served = await serve([(await peer()).url]);
    expect(served.log[0]?.msg).toBe(
      'this mode is proven with recorded data and local networks and has not yet run against public nodes',
    );
    expect(await status(served, 'readyz')).toBe(200);
  });

  it('serves JSON-RPC and evo-sdk the same as the network, with one honest peer of five', async () => {
    const liars = await Promise.all(Object.values(LIES).map((lies) => peer(lies)));
    const honest = await peer();
    const served = await serve([...liars.map(({ url }) => url), honest.url], '--studio', 'true');
    for (const [method, params] of [
      ['getBestBlockHash', {}],
      ['getBlockHash', { height: 600 }],
      ['getBlockHash', { height: 1 }],
    ] as const)
      expect(await callJsonRpc(served.at, method, params)).toEqual(
        await callJsonRpc(network.url, method, params),
      );
    const [through, direct] = [await connectEvoSdk({ url: served.at }), await connectEvoSdk(network)];
    for (const { id } of network.identities.slice(0, 4)) {
      const [one, other] = [await through.identities.fetch(id), await direct.identities.fetch(id)];
      expect(one?.toJSON()).toEqual(other?.toJSON());
      expect(one).toBeDefined();
    }
    const quarantined = () => new Set(served.lines('peer quarantined').map(({ peer: address }) => address));
    // Each request goes to peers by chance: those that prove something else are found in the end.
    const [changing, answering] = liars.map(({ url }) => url);
    for (let read = 0; read < 60 && !(quarantined().has(changing) && quarantined().has(answering)); read += 1)
      await through.identities.fetch(network.identities[read % 10]?.id ?? '');
    expect([...quarantined()]).toEqual(expect.arrayContaining([changing, answering]));
    expect(quarantined().has(honest.url)).toBe(false);
    const shown = Object(await (await fetch(`${served.at}studio/network.json`)).json());
    expect(shown.chain.locked).toMatchObject({
      hash: Object(await callJsonRpc(served.at, 'getBestBlockHash')).result,
    });
    const states = new Map(shown.peers.map(({ name, state }: Record<string, unknown>) => [name, state]));
    expect([states.get(changing), states.get(honest.url)]).toEqual(['quarantined', 'healthy']);
  });

  it('passes signed transitions on, and reads what they changed', async () => {
    const served = await serve([
      (await peer()).url,
      (await peer({ stalls: (path) => path.endsWith('broadcastStateTransition') })).url,
    ]);
    const sdk = await connectEvoSdk({ url: served.at });
    const sender = await openSigner(sdk, network, 0);
    const recipient = network.identities[1]?.id ?? '';
    const balance = async () => (await sdk.identities.balance(recipient)) ?? 0n;
    const before = await balance();
    const { signer } = sender.sign('transfer');
    // @ts-expect-error -- evo-sdk declares two interfaces of this name, which TypeScript merges
    await sdk.identities.creditTransfer({
      identity: sender.identity,
      recipientId: recipient,
      amount: 1_000_000n,
      signer,
    });
    await vi.waitFor(async () => expect(await balance()).toBe(before + 1_000_000n), { timeout: 20_000 });
  });

  it('confirms no transition by the result of another one', async () => {
    const WAIT = 'waitForStateTransitionResult';
    let first: Uint8Array | undefined;
    const ofFirst: Uint8Array[] = [];
    const liar = await peer({
      request: (path, message) => (path.endsWith(WAIT) ? (first ??= message) : message),
      response: (path, message) => {
        if (path.endsWith(WAIT)) ofFirst.push(message);
        return message;
      },
    });
    const served = await serve([liar.url, (await peer()).url]);
    const confirmed: boolean[] = [];
    const recorder = await LyingWebPeer.start(served.at.replace(/\/$/, ''), (path, body) => {
      if (path.endsWith(WAIT))
        confirmed.push(ofFirst.some((message) => Buffer.from(body).includes(Buffer.from(message))));
      return body;
    });
    onTestFinished(() => recorder.stop());
    const sdk = await connectEvoSdk({ url: recorder.url });
    const owner = await openSigner(sdk, network, 2);
    for (let name = 0; name < 6; name += 1)
      await sdk.dpns.registerName({
        label: `Waiting-For-A-Proof-${name}`,
        identity: owner.identity,
        ...owner.sign('critical'),
      });
    expect(confirmed.length).toBeGreaterThan(10);
    // The first one is that of its own transition.
    expect(confirmed.filter(Boolean).length).toBeLessThanOrEqual(1);
  });

  it('proves executed transitions that create documents, contracts or records of a token', async () => {
    const served = await serve([(await peer()).url]);
    const contractId = await registerToken();
    const { marks } = watchedWaits();
    const sdk = await connectEvoSdk({ url: served.at });
    const owner = await openSigner(sdk, network, 3);
    const [dataContractId, ownerId] = [Identifier.fromBase58(contractId), Identifier.fromBase58(owner.id)];
    const coin = { dataContractId, tokenPosition: 0, identityId: ownerId };
    await sdk.tokens.mint({ ...coin, recipientId: ownerId, amount: 5n, ...owner.sign('critical') });
    await sdk.tokens.burn({ ...coin, amount: 2n, ...owner.sign('critical') });
    const recipientId = Identifier.fromBase58(network.identities[4]?.id ?? '');
    await sdk.tokens.transfer({
      ...coin,
      senderId: ownerId,
      recipientId,
      amount: 1n,
      ...owner.sign('critical'),
    });
    expect(marks).toEqual(['verified', 'verified', 'verified']);
    // Three letters contend.
    await sdk.dpns.registerName({ label: 'abc', identity: owner.identity, ...owner.sign('critical') });
    expect(marks.slice(3)).toEqual(['verified', 'verified']);
    const identityNonce = ((await sdk.identities.nonce(owner.id)) ?? 0n) + 1n;
    const dataContract = new DataContract({
      ownerId: owner.id,
      identityNonce,
      schemas: { note: NOTE },
      platformVersion: 13,
    });
    await sdk.contracts.publish({ dataContract, ...owner.sign('critical') });
    expect(marks.slice(5)).toEqual(['verified']);
  });

  it('proves no document by another one with its entropy, which was created instead', async () => {
    const hashes: { created?: Buffer; other?: Buffer } = {};
    const liar = await peer({
      request: (path, message) =>
        path.endsWith('waitForStateTransitionResult')
          ? withHash(message, hashes.other, hashes.created)
          : message,
    });
    const served = await serve([liar.url]);
    const dataContractId = await registerCards();
    const { marks, sent } = watchedWaits();
    const sdk = await connectEvoSdk({ url: served.at });
    const owner = await openSigner(sdk, network, 3);
    const ofType = { dataContractId, documentTypeName: 'card', ownerId: owner.id };
    await sdk.documents.create({
      document: new Document({ properties: { name: 'Ace' }, ...ofType, revision: 1n }),
      ...owner.sign('critical'),
    });
    const [broadcast, wait] = ['broadcastStateTransition', 'waitForStateTransitionResult'].map((method) =>
      sent.find(({ url }) => url.endsWith(method)),
    );
    const other = withOtherName(transitionIn(broadcast?.body));
    hashes.created = hashOf(transitionIn(broadcast?.body));
    hashes.other = hashOf(other);
    await broadcast?.send(framed(other));
    await wait?.send(withHash(wait.body, hashes.created, hashes.other));
    await wait?.send(wait.body);
    expect(marks).toEqual(['verified', 'signed', 'verified']);
  });

  it('proves a document as a transition leaves it, and nothing of one that was changed again', async () => {
    const served = await serve([(await peer()).url]);
    const contractId = await registerCards();
    const { marks, again } = watchedWaits();
    const sdk = await connectEvoSdk({ url: served.at });
    const [seller, buyer] = [await openSigner(sdk, network, 3), await openSigner(sdk, network, 4)];
    const ofType = { dataContractId: contractId, documentTypeName: 'card' };
    const properties = { name: 'Ace', rank: 3 };
    await sdk.documents.create({
      document: new Document({ properties, ...ofType, ownerId: seller.id, revision: 1n }),
      ...seller.sign('critical'),
    });
    const cardId = [...(await sdk.documents.query(ofType)).values()][0]?.id;
    const next = async () => {
      const card = await sdk.documents.get(contractId, 'card', cardId ?? '');
      if (card === undefined) throw new Error('the card is missing');
      card.revision = (card.revision ?? 0n) + 1n;
      return card;
    };
    const changed = await next();
    changed.properties = { ...properties, name: 'King', rank: 70_000 };
    await sdk.documents.replace({ document: changed, ...seller.sign('critical') });
    await sdk.documents.setPrice({ document: await next(), price: PRICE, ...seller.sign('critical') });
    const bought = { buyerId: Identifier.fromBase58(buyer.id), price: PRICE };
    await sdk.documents.purchase({ document: await next(), ...bought, ...buyer.sign('critical') });
    const recipientId = Identifier.fromBase58(seller.id);
    await sdk.documents.transfer({ document: await next(), recipientId, ...buyer.sign('critical') });
    const [, ofReplace, , ofPurchase] = again;
    await ofReplace?.();
    await sdk.documents.delete({ document: await next(), ...seller.sign('critical') });
    await ofReplace?.();
    await ofPurchase?.();
    expect(marks).toEqual([
      ...Array.from({ length: 5 }, () => 'verified'),
      'signed',
      'verified',
      'signed',
      'signed',
    ]);
  });

  it('follows new blocks and quorums, and begins with the stored state', async () => {
    const state = join(folder, 'kept');
    const one = await peer();
    const served = await serve([one.url], '--state-dir', state);
    await network.mine(30);
    const result = await network.layer1('getBestBlockHash');
    const follows = async ({ at }: Served): Promise<void> => {
      await vi.waitFor(
        async () => expect(await callJsonRpc(at, 'getBestBlockHash')).toMatchObject({ result }),
        {
          timeout: 20_000,
        },
      );
    };
    await follows(served);
    await served.stop();
    const again = await serve([one.url], '--state-dir', state);
    expect(again.lines('network begins with its checkpoint')).toEqual([]);
    await follows(again);
  });

  it('begins with a block hash alone, reads its quorums, and tells the requests', async () => {
    const { height, hash }: { height: number; hash: string } = JSON.parse(JSON.stringify(checkpoint));
    const liar = await peer(LIES['changes masternode lists']);
    const args = ['--checkpoint', `${height}:${hash}`, '--check-work', '--accept-expired-certificates'];
    const served = await serve([liar.url, (await peer()).url], ...args);
    expect(
      served.lines('network reads the quorums of its checkpoint from the blocks before it'),
    ).toMatchObject([{ height, requests: { least: 3 } }]);
    expect(served.lines('quorums of the checkpoint read')).toMatchObject([
      { height, requests: expect.any(Number) },
    ]);
    expect(await callJsonRpc(served.at, 'getBestBlockHash')).toEqual(
      await callJsonRpc(network.url, 'getBestBlockHash'),
    );
  });

  it('ends with the reason where no quorum formed before the block of its checkpoint', async () => {
    const height = 433;
    const hash = String(await network.layer1('getBlockHash', { height }));
    const file = networkFile([(await peer()).url]);
    const served = new Served([
      'serve',
      '--network',
      file,
      '--port',
      '0',
      '--checkpoint',
      `${height}:${hash}`,
    ]);
    expect(await served.exit).toBe(1);
    expect(served.stderr).toContain('network cannot be followed: no-signer');
  });

  it('ends with the reason where the quorums of its checkpoint signed a chain that contradicts it', async () => {
    const state = join(folder, 'contradicted');
    const one = await peer();
    const args = ['--port', '0', '--state-dir', state];
    const right = await serve([one.url], '--state-dir', state);
    await right.stop();
    // The stored state is of the right checkpoint.
    for (const [name, changed] of [
      ['hash', { hash: 'ab'.repeat(32) }],
      ['time', { time: 4_000_000_000 }],
    ] as const) {
      const wrong = join(folder, `wrong-${name}.json`);
      writeFileSync(wrong, JSON.stringify({ ...Object(checkpoint), ...changed }));
      const served = new Served([
        'serve',
        '--network',
        networkFile([one.url]),
        '--checkpoint',
        wrong,
        ...args,
      ]);
      onTestFinished(() => void served.stop());
      expect(await served.exit).toBe(1);
      expect(served.stderr).toContain('network cannot be followed: wrong-checkpoint: ');
    }
  });

  it('does not start after a fork until one of its blocks is accepted, and remembers which', async () => {
    const state = join(folder, 'forked');
    const one = await peer();
    const first = await serve([one.url], '--state-dir', state);
    await first.stop();
    const networks = join(state, 'networks');
    const [name = ''] = readdirSync(networks);
    const [followed, other] = [String(await network.layer1('getBestBlockHash')), 'ab'.repeat(32)];
    const open = [{ of: 'block', height: 623, hashes: [followed, other] }];
    writeFileSync(
      join(networks, name.replace('.state', '.forks.json')),
      JSON.stringify({ open, blocks: [], states: [] }),
    );
    const rejected = new Served([
      'serve',
      '--network',
      networkFile([one.url]),
      '--port',
      '0',
      '--state-dir',
      state,
    ]);
    expect(await rejected.exit).toBe(1);
    expect(rejected.stderr).toContain(`--accept-fork ${followed} or --accept-fork ${other}`);
    const accepting = await serve([one.url], '--state-dir', state, '--accept-fork', followed);
    await accepting.stop();
    expect((await serve([one.url], '--state-dir', state)).lines('network verified')).toHaveLength(1);
  });
});
