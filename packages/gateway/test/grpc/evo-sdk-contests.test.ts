import {
  Document,
  EvoSDK,
  IdentityPublicKey,
  IdentitySigner,
  PrivateKey,
  ResourceVoteChoice,
  VotePoll,
  type MasternodeVoteOptions,
} from '@dashevo/evo-sdk';
import { createPlatform, type Platform } from '@dapikit/platform';
import { hash160 } from '@dapikit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { startQuorumList, testSigner } from './trusted-client.js';

/** Compressed public keys of the private keys 01…01 and 02…02. */
const PUBLIC_KEYS = [
  '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f',
  '024d4b6cd1361032ca9bd2aeb9d900aa4d45d9ead80ac9423374c451a7254d0766',
] as const;
const VOTING_ADDRESS = Buffer.from(hash160(Buffer.from(PUBLIC_KEYS[1], 'hex')));
const NAME = {
  type: 'object',
  documentsMutable: false,
  properties: { label: { type: 'string', maxLength: 20, position: 0 } },
  required: ['label'],
  indices: [{ name: 'label', properties: [{ label: 'asc' }], unique: true, contested: { resolution: 0 } }],
  additionalProperties: false,
};

let platform: Platform;
let gateway: GatewayUnderTest;
let sdk: EvoSDK;
let signer: IdentitySigner;
let alice: string;
let contractId: string;
let proTxHash: string;

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner });
  const keys = (['MASTER', 'HIGH'] as const).map((securityLevel, at) => ({
    purpose: 'AUTHENTICATION' as const,
    securityLevel,
    type: 'ECDSA_SECP256K1' as const,
    data: PUBLIC_KEYS[at] ?? '',
  }));
  ({ id: alice } = await platform.createIdentity({ keys, credits: 10n ** 12n }));
  ({ contractId } = await platform.registerContract({ by: alice, contract: { name: NAME } }));
  ({ proTxHash } = await platform.registerMasternode({ votingAddress: VOTING_ADDRESS.toString('hex') }));
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  sdk = new EvoSDK({
    network: 'local',
    trusted: true,
    addresses: [`http://127.0.0.1:${gateway.port}`],
    quorumUrl: await startQuorumList(),
  });
  await sdk.connect();
  signer = new IdentitySigner();
  for (const byte of ['01', '02']) signer.addKey(PrivateKey.fromHex(byte.repeat(32), 'testnet'));
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

const voteStateOf = async (label: string) =>
  platform.getVoteState({
    contractId,
    documentType: 'name',
    indexName: 'label',
    indexValues: [label],
    resultType: 'voteTally',
    includeLockedAndAbstaining: true,
  });

describe('evo-sdk signs, and verifies the proof of its execution:', () => {
  it('a document that contends for its values', async () => {
    const identity = await sdk.identities.fetch(alice);
    const identityKey = identity?.publicKeys.find(({ keyId }) => keyId === 1);
    if (identityKey === undefined) throw new Error('the identity has too few keys');
    const document = new Document({
      properties: { label: 'open' },
      documentTypeName: 'name',
      dataContractId: contractId,
      ownerId: alice,
      revision: 1n,
    });
    await sdk.documents.create({ document, identityKey, signer });
    expect((await voteStateOf('open')).contenders.map(({ identityId }) => identityId)).toEqual([alice]);
  });

  it('votes of a masternode, the second of which replaces the first', async () => {
    const votingKey = new IdentityPublicKey({
      keyId: 0,
      purpose: 'voting',
      securityLevel: 'high',
      keyType: 'ecdsa_hash160',
      isReadOnly: true,
      data: VOTING_ADDRESS,
    });
    const votePoll = new VotePoll({
      contractId,
      documentTypeName: 'name',
      indexName: 'label',
      indexValues: ['open'],
    });
    const vote = async (voteChoice: ResourceVoteChoice): Promise<void> =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its type asks for an object that its reader rejects
      sdk.voting.masternodeVote({
        masternodeProTxHash: proTxHash,
        votePoll,
        voteChoice,
        votingKey,
        signer,
      } as unknown as MasternodeVoteOptions);
    await vote(ResourceVoteChoice.TowardsIdentity(alice));
    expect((await voteStateOf('open')).contenders.map(({ voteTally }) => voteTally)).toEqual([1]);
    await vote(ResourceVoteChoice.Lock());
    expect(await voteStateOf('open')).toMatchObject({ lockVoteTally: 1 });
  });
});
