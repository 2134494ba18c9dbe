import { createPlatform, type Platform } from '@dapikit/platform';
import { decodeElement } from '@dapikit/proof';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { testSigner, trustedClient, verifiedData, type OfficialQueries } from './trusted-client.js';

const NOTE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 50, position: 0 } },
  indices: [{ name: 'text', properties: [{ text: 'asc' }] }],
  additionalProperties: false,
};
const CONFIG = {
  $formatVersion: '1',
  keepsHistory: true,
  readonly: false,
  canBeDeleted: false,
  documentsKeepHistoryContractDefault: false,
  documentsMutableContractDefault: true,
  documentsCanBeDeletedContractDefault: true,
};
/** The id of nobody and nothing. */
const UNUSED = 'C9cmcgqgaD1P1wGjyHpc1SLsHCiD8VHJCKyGciPrGyDe';
const EVONODE = '33'.repeat(32);
const SHARED_HASH = '11'.repeat(20);
const keysOf = (own: string) =>
  [
    { purpose: 'AUTHENTICATION', securityLevel: 'MASTER', type: 'ECDSA_HASH160', data: SHARED_HASH },
    { purpose: 'AUTHENTICATION', securityLevel: 'HIGH', type: 'ECDSA_HASH160', data: own.repeat(20) },
  ] as const;

let platform: Platform;
let gateway: GatewayUnderTest;
let client: OfficialQueries;
let alice: string;
let contractId: string;
let historicalId: string;
let documentId: string;
/** The identities that have one key, in the order of their ids. */
let holders: readonly string[];

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner, coreHeight: () => 520 });
  ({ id: alice } = await platform.createIdentity());
  const created = [];
  for (const own of ['21', '22', '23']) created.push(await platform.createIdentity({ keys: keysOf(own) }));
  holders = created
    .map(({ id }) => id)
    .toSorted((a, b) => Buffer.compare(base58.decode(a), base58.decode(b)));
  const kept = { ...NOTE, documentsKeepHistory: true };
  ({ contractId } = await platform.registerContract({ by: alice, contract: { note: kept } }));
  ({ contractId: historicalId } = await platform.registerContract({
    by: alice,
    contract: { $formatVersion: '1', config: CONFIG, documentSchemas: { note: NOTE } },
  }));
  const place = { by: alice, contractId, documentType: 'note' };
  const { document } = await platform.createDocument({ ...place, data: { text: 'a' } });
  documentId = Object(document).$id;
  await platform.advanceTime({ milliseconds: 1000 });
  await platform.replaceDocument({ ...place, id: documentId, revision: 2, data: { text: 'b' } });
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  client = await trustedClient(gateway.port);
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

/** Returns what the official client has verified. */
// oxlint-disable-next-line typescript/no-explicit-any -- each method returns a class of its own
const proven = async (query: string, ...args: unknown[]): Promise<any> =>
  verifiedData(client, query, ...args);

describe('evo-sdk verifies', () => {
  it('identities with a key that several have, one after another', async () => {
    const found = [];
    for (const after of [undefined, ...holders]) {
      const [identity] = await proven('getIdentityByNonUniquePublicKeyHash', SHARED_HASH, after);
      if (identity !== undefined) found.push(identity.id.toString());
    }
    expect(found).toEqual(holders);
    expect(await proven('getIdentityByNonUniquePublicKeyHash', '77'.repeat(20))).toEqual([]);
  });

  it('all credits, which are those of the response without proof', async () => {
    const { platform: queries } = grpcClients(gateway.port);
    const { version } = await queries.getTotalCreditsInPlatform({ version: { case: 'v0', value: {} } });
    const credits = await proven('getTotalCreditsInPlatform');
    expect(Object(version).value.result).toEqual({ case: 'credits', value: credits });
  });

  it('elements of the trees, and that there is none', async () => {
    const keys = [base58.decode(alice), base58.decode(UNUSED)];
    const elements = await proven('getPathElements', [Uint8Array.of(0x60)], keys);
    const { balance } = (await platform.getIdentity({ id: alice })) ?? {};
    expect(elements.map(({ elementType }: { elementType: string }) => elementType)).toEqual([
      'sumItem',
      undefined,
    ]);
    expect(elements[0].sum).toBe(balance);
    expect(await proven('getPathElements', [Uint8Array.of(1)], keys)).toHaveLength(2);
    const { platform: queries } = grpcClients(gateway.port);
    const { version } = await queries.getPathElements({
      version: { case: 'v0', value: { path: [Uint8Array.of(0x60)], keys } },
    });
    const { elements: found } = Object(version).value.result.value;
    expect(found.map(decodeElement)).toEqual([{ type: 'sumItem', sum: balance, flags: undefined }]);
  });

  it('that nobody votes for a protocol version', async () => {
    expect(await proven('getProtocolVersionUpgradeState')).toMatchObject({ currentProtocolVersion: 13 });
    expect(await proven('getProtocolVersionUpgradeVoteStatus', undefined, 5)).toEqual(new Map());
    expect(await proven('getProtocolVersionUpgradeVoteStatus', EVONODE, 5)).toEqual(new Map());
  });

  it('that no evonode proposed a block, also of an epoch that has not begun', async () => {
    for (const epoch of [0, 9]) {
      expect(await proven('getEvonodesProposedEpochBlocksByIds', epoch, [EVONODE])).toEqual(new Map());
      const page = { epoch, limit: 5 };
      expect(await proven('getEvonodesProposedEpochBlocksByRange', page)).toEqual(new Map());
      const next = { ...page, startAfter: EVONODE };
      expect(await proven('getEvonodesProposedEpochBlocksByRange', next)).toEqual(new Map());
    }
  });

  it('that no epoch is finalized, and epochs in both directions', async () => {
    expect(await proven('getFinalizedEpochInfos', { startEpoch: 0, count: 2 })).toEqual(new Map());
    const back = { startEpoch: 5, count: 2, ascending: false };
    expect(await proven('getFinalizedEpochInfos', back)).toEqual(new Map());
    expect([...(await proven('getEpochsInfo', back)).keys()]).toEqual([0]);
    expect(await proven('getEpochsInfo', { ...back, ascending: true })).toEqual(new Map());
  });

  it('versions of contracts, and that there are none', async () => {
    const versions = await proven('getDataContractHistory', { dataContractId: historicalId });
    expect([...versions.values()]).toMatchObject([{ version: 1 }]);
    const later = { dataContractId: historicalId, startAtMs: 9_999_999_999_999 };
    expect(await proven('getDataContractHistory', later)).toEqual(new Map());
    for (const id of [contractId, UNUSED])
      expect(await proven('getDataContractHistory', { dataContractId: id })).toEqual(new Map());
  });

  it('contracts of which some keep their history', async () => {
    const found = await proven('getDataContracts', [contractId, historicalId, UNUSED]);
    expect(found.size).toBe(3);
    expect(found.get(UNUSED)).toBeUndefined();
    expect(found.get(contractId).version).toBe(1);
    expect(found.get(historicalId).version).toBe(1);
  });

  it('versions of documents, and that there are none', async () => {
    const note = { dataContractId: contractId, documentTypeName: 'note' };
    const versions = await proven('getDocumentHistory', { ...note, documentId });
    expect([...versions.values()].map(({ revision }) => revision)).toEqual([1n, 2n]);
    const first = await proven('getDocumentHistory', { ...note, documentId, limit: 1 });
    const [time] = first.keys();
    const next = await proven('getDocumentHistory', { ...note, documentId, startAtMs: Number(time) });
    expect([...next.values()].map(({ revision }) => revision)).toEqual([2n]);
    expect(await proven('getDocumentHistory', { ...note, documentId: UNUSED })).toEqual(new Map());
  });

  it('some keys of an identity, and the keys of nobody', async () => {
    const request = { type: 'specific', specificKeyIds: [0, 2, 9] };
    expect(await proven('getIdentityKeys', { identityId: alice, request })).toHaveLength(2);
    const all = { type: 'all' };
    expect(await proven('getIdentityKeys', { identityId: UNUSED, request: all })).toEqual([]);
  });

  it('balances, nonces and names that do not exist', async () => {
    const balances = await proven('getIdentitiesBalances', [alice, UNUSED]);
    expect(balances.get(alice)).toBeGreaterThan(0n);
    expect(balances.get(UNUSED) ?? null).toBeNull();
    expect((await proven('getIdentityNonce', UNUSED)) ?? null).toBeNull();
    expect((await proven('getDpnsUsername', alice)) ?? null).toBeNull();
    expect((await proven('getDpnsUsernameByName', 'alice.dash')) ?? null).toBeNull();
  });
});
