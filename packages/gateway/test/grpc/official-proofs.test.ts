import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { testSigner, trustedClient, verifiedData, type OfficialQueries } from './trusted-client.js';

const NOTE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 50, position: 0 } },
  indices: [{ name: 'text', properties: [{ text: 'asc' }] }],
  additionalProperties: false,
};
/** The id of nobody and nothing. */
const UNUSED = 'C9cmcgqgaD1P1wGjyHpc1SLsHCiD8VHJCKyGciPrGyDe';

let platform: Platform;
let gateway: GatewayUnderTest;
let client: OfficialQueries;
let alice: string;
let contractId: string;

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner });
  ({ id: alice } = await platform.createIdentity());
  ({ contractId } = await platform.registerContract({ by: alice, contract: { note: NOTE } }));
  await platform.createDocument({ by: alice, contractId, documentType: 'note', data: { text: 'a' } });
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  client = await trustedClient(gateway.port);
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

/** Returns what the official client has verified. */
const proven = async (query: string, ...args: unknown[]): Promise<unknown> =>
  verifiedData(client, query, ...args);

describe('evo-sdk verifies proofs of', () => {
  it('balances, and of a missing identity', async () => {
    const { balance } = (await platform.getIdentity({ id: alice })) ?? {};
    expect(await proven('getIdentityBalance', alice)).toBe(balance);
    expect(await proven('getIdentityBalance', UNUSED)).toBeNull();
  });

  it('nonces, and of a contract the identity never used', async () => {
    expect(await proven('getIdentityNonce', alice)).toBe(1n);
    expect(await proven('getIdentityContractNonce', alice, contractId)).toBe(1n);
    expect(await proven('getIdentityContractNonce', alice, UNUSED)).toBeNull();
  });

  it('contracts, and of a missing contract', async () => {
    expect(await proven('getDataContract', contractId)).toMatchObject({ version: 1 });
    await expect(proven('getDataContract', UNUSED)).rejects.toThrow('Data contract not found');
  });

  it('keys that are bound to a contract, and of an identity without', async () => {
    const bounded = {
      $formatVersion: '1',
      config: { $formatVersion: '1', requiresIdentityEncryptionBoundedKey: 0 },
      documentSchemas: { note: NOTE },
    };
    const bob = await platform.createIdentity();
    const registered = await platform.registerContract({ by: bob.id, contract: bounded });
    const key = {
      purpose: 'ENCRYPTION',
      securityLevel: 'MEDIUM',
      contractBounds: { contractId: registered.contractId },
    } as const;
    const { identity } = await platform.changeIdentityKeys({ by: bob.id, add: [key] });
    const keysOf = async (id: string): Promise<unknown> =>
      proven('getIdentitiesContractKeys', {
        identityIds: [bob.id, alice],
        contractId: id,
        purposes: [1, 2],
      });
    const bound = { keyId: identity.keys.at(-1)?.id, purpose: 'ENCRYPTION' };
    expect(await keysOf(registered.contractId)).toMatchObject([
      { identityId: expect.toSatisfy((id) => String(id) === bob.id), keys: [bound] },
    ]);
    expect(await keysOf(contractId)).toEqual([]);
  });

  it('identities with their keys, and of a missing identity', async () => {
    expect(await proven('getIdentity', alice)).toMatchObject({ revision: 0n });
    expect(await proven('getIdentityBalanceAndRevision', alice)).toBeDefined();
    expect(await proven('getIdentityKeys', { identityId: alice, request: { type: 'all' } })).toHaveLength(4);
    expect(await proven('getIdentity', UNUSED)).toBeNull();
  });

  it('epochs', async () => {
    expect(await proven('getEpochsInfo', { startEpoch: 0, count: 2, ascending: true })).toMatchObject({});
  });

  it('states after further blocks', async () => {
    await platform.topUpIdentity({ id: alice, credits: 5n });
    const { balance } = (await platform.getIdentity({ id: alice })) ?? {};
    expect(await proven('getIdentityBalance', alice)).toBe(balance);
  });
});
