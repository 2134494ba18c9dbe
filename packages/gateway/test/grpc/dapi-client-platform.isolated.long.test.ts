// Has a process of its own: a client in it replaces the global `fetch`.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import DAPIClient from '@dashevo/dapi-client';
import { createPlatform, type Platform } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';

interface Decoded {
  toJSON: () => Readonly<Record<string, unknown>>;
}

/** What this test uses of `@dashevo/wasm-dpp` 3.0.1. */
interface Decoder {
  readonly identity: { createFromBuffer: (bytes: Buffer) => Decoded };
  readonly dataContract: { createFromBuffer: (bytes: Buffer) => Promise<Decoded> };
  readonly document: {
    createExtendedDocumentFromDocumentBuffer: (
      bytes: Buffer,
      type: string,
      contract: Decoded,
    ) => Promise<Decoded>;
  };
}

/** A response, as far as this test reads it: members are those of the class behind it. */
interface Response {
  getMetadata: () => {
    getHeight: () => bigint;
    getProtocolVersion: () => number;
    getTimeMs: () => bigint;
  };
  readonly [member: string]: unknown;
}

/** The calls of the Platform service that this test makes. */
type PlatformClient = Readonly<
  Record<
    | 'getConsensusParams'
    | 'getDataContract'
    | 'getDataContractHistory'
    | 'getDocuments'
    | 'getEpochsInfo'
    | 'getIdentitiesContractKeys'
    | 'getIdentity'
    | 'getIdentityBalance'
    | 'getIdentityByPublicKeyHash'
    | 'getIdentityContractNonce'
    | 'getIdentityKeys'
    | 'getIdentityNonce'
    | 'getProtocolVersionUpgradeState'
    | 'getProtocolVersionUpgradeVoteStatus'
    | 'getStatus'
    | 'getTotalCreditsInPlatform'
    | 'waitForStateTransitionResult',
    (...args: readonly unknown[]) => Promise<Response>
  >
>;

/** Returns the calls of the Platform service of a client. */
function platformOf(client: DAPIClient): PlatformClient {
  const { platform }: { platform: PlatformClient } = Object(client);
  return platform;
}

async function loadDecoder(): Promise<Decoder> {
  const {
    default: load,
  }: { default: () => Promise<{ DashPlatformProtocol: new (...args: unknown[]) => Decoder }> } =
    createRequire(import.meta.url)('@dashevo/wasm-dpp');
  const { DashPlatformProtocol } = await load();
  return new DashPlatformProtocol({ generate: () => new Uint8Array(32) }, 11);
}

/** Returns the members of a list that are bytes. */
const bytesIn = (list: unknown): Buffer[] =>
  Array.isArray(list) ? list.flatMap((one) => (one instanceof Uint8Array ? [Buffer.from(one)] : [])) : [];

const NOTE = {
  type: 'object',
  properties: {
    title: { type: 'string', maxLength: 63, position: 0 },
    day: { type: 'integer', minimum: 0, maximum: 65_535, position: 1 },
    data: { type: 'array', byteArray: true, maxItems: 40, position: 2 },
  },
  required: ['title', 'day', '$createdAt', '$updatedAt'],
  additionalProperties: false,
  indices: [
    { name: 'day', properties: [{ day: 'asc' }] },
    { name: 'owner', properties: [{ $ownerId: 'asc' }, { day: 'asc' }] },
  ],
};

const KEY = Buffer.from('02'.repeat(33), 'hex');

const bytesOf = (id: string): Buffer => Buffer.from(base58.decode(id));

describe('dapi-client 3.0.1', () => {
  let local: Platform;
  let gateway: GatewayUnderTest;
  let platform: PlatformClient;
  let decoder: Decoder;
  let by: string;
  let contractId: string;
  beforeAll(async () => {
    decoder = await loadDecoder();
    local = await createPlatform({ time: 1_700_000_000_000 });
    ({ id: by } = await local.createIdentity({
      keys: [
        { securityLevel: 'MASTER', type: 'ECDSA_SECP256K1', data: KEY },
        { securityLevel: 'CRITICAL' },
        { securityLevel: 'HIGH' },
        { purpose: 'TRANSFER', securityLevel: 'CRITICAL' },
      ],
    }));
    const contract = { config: { $formatVersion: '1', keepsHistory: true }, documentSchemas: { note: NOTE } };
    ({ contractId } = await local.registerContract({ by, contract: { $formatVersion: '1', ...contract } }));
    for (let day = 0; day < 5; day += 1)
      await local.createDocument({
        by,
        contractId,
        documentType: 'note',
        data: {
          title: `day ${day}`,
          day: day * 100,
          ...(day === 3 ? { data: new Uint8Array(5).fill(day) } : {}),
        },
      });
    gateway = await startGatewayUnderTest({}, { platform: { platform: async () => Promise.resolve(local) } });
    const dapiAddresses = [`127.0.0.1:${gateway.port}:no-ssl`];
    platform = platformOf(new DAPIClient({ dapiAddresses, retries: 0 }));
  });
  afterAll(async () => {
    await gateway.stop();
    await local.close();
  });

  const documentsFor = async (options: object): Promise<Readonly<Record<string, unknown>>[]> => {
    const { contract } = await contractFor();
    const response = await platform.getDocuments(bytesOf(contractId), 'note', options);
    const decoded = bytesIn(response['documents']).map(async (bytes) =>
      decoder.document.createExtendedDocumentFromDocumentBuffer(bytes, 'note', contract),
    );
    return (await Promise.all(decoded)).map((document) => document.toJSON());
  };
  const contractFor = async (): Promise<{ contract: Decoded }> => {
    const response = await platform.getDataContract(bytesOf(contractId));
    const [bytes = Buffer.alloc(0)] = bytesIn([response['dataContract']]);
    return { contract: await decoder.dataContract.createFromBuffer(bytes) };
  };

  it('decodes an identity found by its id and by its public key hash', async () => {
    const { balance } = (await local.getIdentity({ id: by }))!;
    const hash = createHash('ripemd160').update(createHash('sha256').update(KEY).digest()).digest();
    for (const response of [
      await platform.getIdentity(bytesOf(by)),
      await platform.getIdentityByPublicKeyHash(hash),
    ]) {
      const [bytes = Buffer.alloc(0)] = bytesIn([response['identity']]);
      const json = decoder.identity.createFromBuffer(bytes).toJSON();
      expect(json).toMatchObject({ id: by, balance: Number(balance), revision: 0 });
      expect(json['publicKeys']).toHaveLength(4);
    }
  });

  it('reads the metadata of the block', async () => {
    const { block, protocolVersion } = await local.status();
    const metadata = (await platform.getIdentity(bytesOf(by))).getMetadata();
    expect(metadata.getHeight()).toBe(block?.height);
    // That of the host, which official SDKs compare with theirs: the clock of the platform is another one.
    expect(Math.abs(Number(metadata.getTimeMs()) - Date.now())).toBeLessThan(31 * 60_000);
    expect(metadata.getProtocolVersion()).toBe(protocolVersion);
  });

  it('reads keys, balances and nonces', async () => {
    const { balance } = (await local.getIdentity({ id: by }))!;
    const id = bytesOf(by);
    expect(await platform.getIdentityBalance(id)).toMatchObject({ balance });
    expect(await platform.getIdentityNonce(id)).toMatchObject({ identityNonce: 1n });
    expect(await platform.getIdentityContractNonce(id, bytesOf(contractId))).toMatchObject({
      identityContractNonce: 5n,
    });
    expect((await platform.getIdentityKeys(id))['identityKeys']).toHaveLength(4);
    expect((await platform.getIdentityKeys(id, [0, 3, 9]))['identityKeys']).toHaveLength(2);
    expect(await platform.getIdentitiesContractKeys([id], bytesOf(contractId), [1], null)).toMatchObject({
      identitiesKeys: {},
    });
  });

  it('decodes a contract and its history as stored', async () => {
    const { contract } = await contractFor();
    expect(contract.toJSON()).toMatchObject({
      id: contractId,
      ownerId: by,
      version: 1,
      documentSchemas: { note: NOTE },
    });
    const history = await platform.getDataContractHistory(bytesOf(contractId), 0n, 10, 0);
    expect(history['dataContractHistory']).toHaveLength(1);
  });

  it('decodes documents as stored', async () => {
    const stored = await local.getDocuments({ contractId, documentType: 'note' });
    const decoded = await documentsFor({});
    expect(decoded).toHaveLength(5);
    for (const [
      at,
      { data, $revision, $formatVersion: _format, $dataContractId: _contract, ...members },
    ] of stored.entries()) {
      expect(decoded[at]).toMatchObject(members);
      expect(decoded[at]?.['data']).toEqual(data ?? undefined);
      expect(decoded[at]?.['$revision']).toBe($revision);
    }
  });

  it('queries documents with conditions, order and pages', async () => {
    const titles = async (options: object): Promise<unknown[]> =>
      (await documentsFor(options)).map(({ title }) => title);
    expect(await titles({ where: [['day', '==', 300]] })).toEqual(['day 3']);
    const range = { where: [['day', '>', 100]], orderBy: [['day', 'desc']] };
    expect(await titles(range)).toEqual(['day 4', 'day 3', 'day 2']);
    expect(await titles({ ...range, limit: 1 })).toEqual(['day 4']);
    const owned = {
      where: [
        ['$ownerId', '==', bytesOf(by)],
        ['day', 'in', [0, 400]],
      ],
      orderBy: [['day', 'asc']],
    };
    expect(await titles(owned)).toEqual(['day 0', 'day 4']);
    const [first] = await documentsFor(range);
    const startAfter = bytesOf(String(first?.['$id']));
    expect(await titles({ ...range, startAfter })).toEqual(['day 3', 'day 2']);
  });

  it('reads epochs, credits, versions and the status', async () => {
    const epochs = await platform.getEpochsInfo(0, 1, { ascending: true });
    expect(epochs['epochsInfo']).toEqual([
      expect.objectContaining({ number: 0, firstBlockHeight: 1n, startTime: expect.any(BigInt) }),
    ]);
    // With the platform's share of the reward of block 1.
    expect((await platform.getTotalCreditsInPlatform())['totalCreditsInPlatform']).toBe(1_112_500_000_000n);
    expect((await platform.getProtocolVersionUpgradeState())['versionEntries']).toEqual([]);
    expect(
      (await platform.getProtocolVersionUpgradeVoteStatus('00'.repeat(32), 5))['versionSignals'],
    ).toEqual([]);
    expect(await platform.getStatus()).toMatchObject({ version: { dapiVersion: '4.0.0' } });
  });

  it('reads the consensus params', async () => {
    const params = Object(await platform.getConsensusParams(1));
    expect(params.getBlock().getMaxBytes()).toBe('2097152');
    expect(params.getEvidence().getMaxAgeNumBlocks()).toBe('100000');
    await expect(platform.getConsensusParams(2 ** 31 - 1)).rejects.toMatchObject({ code: 9 });
  });

  it('gets NOT_FOUND for missing objects and an error for unsupported queries', async () => {
    const nobody = Buffer.alloc(32, 1);
    for (const call of [platform.getIdentity(nobody), platform.getDataContract(nobody)])
      await expect(call).rejects.toMatchObject({ code: 5 });
    for (const call of [platform.getIdentity(Buffer.alloc(31)), platform.getDocuments(nobody, 'note', {})])
      await expect(call).rejects.toMatchObject({ code: 3 });
    await expect(platform.getIdentity(nobody, { prove: true })).rejects.toMatchObject({ code: 9 });
  });
});
