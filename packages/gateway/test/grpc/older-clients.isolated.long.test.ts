// Has a process of its own: a client in it replaces the global `fetch`.
import { createPlatform, type Platform } from '@dapikit/platform';
import { tokenId } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { DashPlatformSDK } from 'dash-platform-sdk';
import { EvoSDK } from 'evo-sdk-3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNED_TOKEN } from '../../../platform/test/sample-token.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { QUORUM_KEY, startQuorumList, testSigner } from './trusted-client.js';

const NOBODY = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const PUBLIC_KEY = '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f';
const SCHEMAS = {
  name: {
    type: 'object',
    documentsMutable: false,
    properties: { label: { type: 'string', maxLength: 20, position: 0 } },
    required: ['label'],
    indices: [{ name: 'label', properties: [{ label: 'asc' }], unique: true, contested: { resolution: 0 } }],
    additionalProperties: false,
  },
  note: {
    type: 'object',
    properties: {
      text: { type: 'string', maxLength: 20, position: 0 },
      rank: { type: 'integer', minimum: 0, maximum: 255, position: 1 },
    },
    indices: [{ name: 'textAndRank', properties: [{ text: 'asc' }, { rank: 'asc' }] }],
    additionalProperties: false,
  },
};

/** Where evo-sdk 3 looks for quorums, whatever `quorumUrl` says, and where dash-platform-sdk does. */
const QUORUM_LISTS = 'http://127.0.0.1:2444';
const QUORUM_INFO = 'https://testnet.platform-explorer.pshenmic.dev/quorum/info';

let platform: Platform;
let gateway: GatewayUnderTest;
let evoSdk: EvoSDK;
let platformSdk: DashPlatformSDK;
let alice: string;
let contractId: string;
let token: string;

const plainFetch = globalThis.fetch;

/** Sends the look-up of quorums, whose addresses are fixed in both clients, to a list at a free port. */
function redirectQuorums(list: string): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith(QUORUM_INFO)) return Response.json({ quorumPublicKey: QUORUM_KEY });
    return url.startsWith(QUORUM_LISTS)
      ? plainFetch(url.replace(QUORUM_LISTS, list), init)
      : plainFetch(input, init);
  };
}

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner, protocolVersion: 11 });
  const keys = (['MASTER', 'HIGH'] as const).map((securityLevel, at) => ({
    purpose: 'AUTHENTICATION' as const,
    securityLevel,
    type: at === 0 ? ('ECDSA_SECP256K1' as const) : ('ECDSA_HASH160' as const),
    data: at === 0 ? PUBLIC_KEY : '00'.repeat(20),
  }));
  ({ id: alice } = await platform.createIdentity({ keys, credits: 10n ** 12n }));
  ({ contractId } = await platform.registerContract({
    by: alice,
    contract: {
      $formatVersion: '1',
      ownerId: alice,
      version: 1,
      documentSchemas: SCHEMAS,
      tokens: { 0: OWNED_TOKEN },
    },
  }));
  token = base58.encode(tokenId(base58.decode(contractId), 0));
  for (const rank of [1, 2, 3])
    await platform.createDocument({ by: alice, contractId, documentType: 'note', data: { text: 'a', rank } });
  await platform.createDocument({
    by: alice,
    contractId,
    documentType: 'name',
    data: { label: 'open' },
    prefundedVotingBalance: 'auto',
  });
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  const url = `http://127.0.0.1:${gateway.port}`;
  globalThis.fetch = redirectQuorums(await startQuorumList());
  evoSdk = new EvoSDK({ network: 'local', trusted: true, addresses: [url] });
  await evoSdk.connect();
  platformSdk = new DashPlatformSDK({ network: 'testnet', dapiUrl: url });
});
afterAll(async () => {
  globalThis.fetch = plainFetch;
  await gateway.stop();
  await platform.close();
});

describe('at protocol 11, evo-sdk 3.0.0 verifies', () => {
  it('an identity, its balance, nonce and keys, and that another one is absent', async () => {
    const identity = await evoSdk.identities.fetch(alice);
    expect(identity?.id.toString()).toBe(alice);
    expect(await evoSdk.identities.balance(alice)).toBe((await platform.getIdentity({ id: alice }))?.balance);
    expect(await evoSdk.identities.nonce(alice)).toBe(1n);
    expect(await evoSdk.identities.fetch(NOBODY)).toBeUndefined();
  });

  it('a contract and its documents', async () => {
    expect((await evoSdk.contracts.fetch(contractId))?.id.toString()).toBe(contractId);
    const found = await evoSdk.documents.query({
      dataContractId: contractId,
      documentTypeName: 'note',
      where: [
        ['text', '==', 'a'],
        ['rank', '>', 1],
      ],
      orderBy: [['rank', 'desc']],
    });
    expect([...found.values()].map((document) => document?.toJSON().rank)).toEqual([3, 2]);
  });

  it('trees that are results themselves: the votes of a contest, and the supply of a token', async () => {
    const state = await evoSdk.voting.contestedResourceVoteState({
      dataContractId: contractId,
      documentTypeName: 'name',
      indexName: 'label',
      indexValues: ['open'],
      resultType: 'voteTally',
      includeLockedAndAbstaining: true,
    });
    expect(state.contenders.map(({ identityId }) => identityId.toString())).toEqual([alice]);
    expect((await evoSdk.tokens.totalSupply(token))?.totalSupply).toBe(1000n);
  });
});

describe('at protocol 11, dash-platform-sdk 1.3.1 verifies', () => {
  it('an identity with its balance, nonces and keys', async () => {
    expect((await platformSdk.identities.getIdentityByIdentifier(alice)).id.base58()).toBe(alice);
    expect(await platformSdk.identities.getIdentityNonce(alice)).toBe(1n);
    expect(await platformSdk.identities.getIdentityContractNonce(alice, contractId)).toBe(4n);
    expect(await platformSdk.identities.getIdentityPublicKeys(alice)).toHaveLength(2);
    expect(await platformSdk.identities.getIdentityBalance(alice)).toBe(
      (await platform.getIdentity({ id: alice }))?.balance,
    );
  });

  it('a contract and its documents', async () => {
    const contract = await platformSdk.dataContracts.getDataContractByIdentifier(contractId);
    expect(contract.id.base58()).toBe(contractId);
    const notes = await platformSdk.documents.query(
      contractId,
      'note',
      [
        ['text', '==', 'a'],
        ['rank', '>', 1],
      ],
      [['rank', 'desc']],
    );
    expect(notes.map(({ properties }) => properties.rank)).toEqual([3, 2]);
  });

  it('the supply of a token and the credits of the platform', async () => {
    expect((await platformSdk.tokens.getTokenTotalSupply(token)).totalSystemAmount).toBe(1000n);
    expect(await platformSdk.node.totalCredits()).toBeGreaterThan(0n);
  });
});
