import { DataContract, Document, EvoSDK, IdentitySigner, PrivateKey, type Identity } from '@dashevo/evo-sdk';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { startQuorumList, testSigner } from './trusted-client.js';

/** Compressed public keys of the private keys 01…01, 02…02, 03…03 and 04…04. */
const PUBLIC_KEYS = [
  '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f',
  '024d4b6cd1361032ca9bd2aeb9d900aa4d45d9ead80ac9423374c451a7254d0766',
  '02531fe6068134503d2723133227c867ac8fa6c83c537e9a44c3c5bdbdcb1fe337',
  '03462779ad4aad39514614751a71085f2f10e1c7a593e4e030efb5b8721ce55b0b',
];
const KINDS = [
  ['AUTHENTICATION', 'MASTER'],
  ['AUTHENTICATION', 'HIGH'],
  ['AUTHENTICATION', 'CRITICAL'],
  ['TRANSFER', 'CRITICAL'],
] as const;
const NOTE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 50, position: 0 } },
  additionalProperties: false,
};
const IDENTIFIER = {
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
};
const PICTURE = {
  type: 'object',
  properties: {
    raw: { type: 'array', byteArray: true, maxItems: 20, position: 0 },
    of: { ...IDENTIFIER, position: 1 },
  },
  additionalProperties: false,
};

let platform: Platform;
let gateway: GatewayUnderTest;
let sdk: EvoSDK;
let signer: IdentitySigner;
let alice: Identity;
let bob: string;

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner });
  const keys = KINDS.map(([purpose, securityLevel], at) => ({
    purpose,
    securityLevel,
    type: 'ECDSA_SECP256K1' as const,
    data: PUBLIC_KEYS[at]!,
  }));
  const { id } = await platform.createIdentity({ keys });
  ({ id: bob } = await platform.createIdentity());
  const source = { platform: () => Promise.resolve(platform) };
  gateway = await startGatewayUnderTest({}, { platform: source });
  sdk = new EvoSDK({
    network: 'local',
    trusted: true,
    addresses: [`http://127.0.0.1:${gateway.port}`],
    quorumUrl: await startQuorumList(),
  });
  await sdk.connect();
  signer = new IdentitySigner();
  for (const byte of ['01', '02', '03', '04']) signer.addKey(PrivateKey.fromHex(byte.repeat(32), 'testnet'));
  alice = (await sdk.identities.fetch(id))!;
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

describe('evo-sdk signs and verifies the execution of', () => {
  it('a credit transfer', async () => {
    const before = (await platform.getIdentity({ id: bob }))?.balance ?? 0n;
    const amount = 1_000_000n;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types merge the options of the facade with those of the transition
    const options = {
      identity: alice,
      recipientId: bob,
      amount,
      signer,
    } as Parameters<typeof sdk.identities.creditTransfer>[0];
    const { recipientBalance } = await sdk.identities.creditTransfer(options);
    expect(recipientBalance).toBe(before + amount);
  });

  it('a contract and its documents', async () => {
    const ownerId = alice.id.toString();
    const identityNonce = ((await sdk.identities.nonce(ownerId)) ?? 0n) + 1n;
    const dataContract = new DataContract({
      ownerId,
      identityNonce,
      schemas: { note: NOTE },
      platformVersion: 13,
    });
    const [, high, critical] = alice.publicKeys;
    if (high === undefined || critical === undefined) throw new Error('the identity has too few keys');
    const published = await sdk.contracts.publish({ dataContract, identityKey: critical, signer });
    const contractId = published.id.toString();
    for (const text of ['first', 'second']) {
      const document = new Document({
        properties: { text },
        documentTypeName: 'note',
        dataContractId: contractId,
        ownerId,
        revision: 1n,
      });
      await sdk.documents.create({ document, identityKey: high, signer });
    }
    const stored = await platform.getDocuments({ contractId, documentType: 'note' });
    expect(new Set(stored.map(({ text }) => text))).toEqual(new Set(['first', 'second']));
  });

  it('bytes and identifiers of a document that keeps them, and no others', async () => {
    const ownerId = alice.id.toString();
    const identityNonce = ((await sdk.identities.nonce(ownerId)) ?? 0n) + 1n;
    const dataContract = new DataContract({
      ownerId,
      identityNonce,
      schemas: { picture: PICTURE },
      platformVersion: 13,
    });
    const [, identityKey, critical] = alice.publicKeys;
    if (identityKey === undefined || critical === undefined) throw new Error('the identity has too few keys');
    const published = await sdk.contracts.publish({ dataContract, identityKey: critical, signer });
    const dataContractId = published.id.toString();
    const draft = (properties: Record<string, unknown>): Document =>
      new Document({ properties, documentTypeName: 'picture', dataContractId, ownerId, revision: 1n });
    const messageOf = async (document: Document): Promise<string> =>
      sdk.documents.create({ document, identityKey, signer }).then(
        () => 'executed',
        (error: unknown) => String(Reflect.get(Object(error), 'message')),
      );
    const raw = Uint8Array.of(1, 2, 3);
    expect(await messageOf(draft({ raw }))).toContain('not an array of bytes');
    expect(await messageOf(draft({ raw: [1, 2, 3] }))).toContain('not an array of bytes');
    expect(await messageOf(draft({ raw: 'AQID' }))).toMatch(/expected bytes, found.*fromObject/);
    expect(await messageOf(draft({ of: ownerId }))).toMatch(/expected an identifier as bytes.*fromObject/);
    const plain: unknown = draft({}).toObject();
    const of = alice.id.toBytes();
    expect(await messageOf(Document.fromObject({ ...Object(plain), raw, of }, 13))).toBe('executed');
    const stored = await platform.getDocuments({ contractId: dataContractId, documentType: 'picture' });
    expect(stored.map((document) => [document['raw'], document['of']])).toEqual([['AQID', ownerId]]);
  });
});
