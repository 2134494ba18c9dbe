import type { Client } from '@connectrpc/connect';
import { createPlatform, type Platform as LocalPlatform } from '@dapikit/platform';
import {
  verifyAddressBalanceChanges,
  verifyAddressesBranch,
  verifyAddressesTrunk,
  verifyCompactedBalanceChanges,
  type ProvenResponse,
} from '@dapikit/proof';
import { hex } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '../../src/grpc/generated/dapi_pb.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { QUORUM_KEY, testSigner } from './trusted-client.js';

const quorumKey = hex.decode(QUORUM_KEY);
const ADDRESSES = 300;
const DASH = 100_000_000_000n;

const addressOf = (number: number): Uint8Array =>
  Uint8Array.of(0, (number * 151) % 256, number >> 8, number & 0xff, ...new Uint8Array(17));

let platform: LocalPlatform;
let gateway: GatewayUnderTest;
let client: Client<typeof Platform>;

const fund = async (number: number, credits: bigint): Promise<void> => {
  await platform.fundAddress({ address: hex.encode(addressOf(number)), credits });
};

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner });
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  client = grpcClients(gateway.port).platform;
  const { id } = await platform.createIdentity({ credits: 100n * DASH });
  for (let first = 0; first < ADDRESSES; first += 100) {
    const outputs = Array.from({ length: 100 }, (_, at) => ({
      address: hex.encode(addressOf(first + at)),
      credits: BigInt(500_000 + first + at),
    }));
    await platform.transferToAddresses({ by: id, outputs });
  }
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

async function requestTrunk(): Promise<ProvenResponse> {
  const { version } = await client.getAddressesTrunkState({ version: { case: 'v0', value: {} } });
  const { proof, metadata } = version.value!;
  return { proof: proof!, metadata: metadata! };
}

const requestBranch = async (
  key: Uint8Array,
  depth: number,
  checkpointHeight: bigint,
): Promise<Uint8Array> => {
  const value = { key, depth, checkpointHeight };
  const { version } = await client.getAddressesBranchState({ version: { case: 'v0', value } });
  return version.value!.merkProof;
};

/** Returns the status of a rejected request. */
const rejected = async (...request: Parameters<typeof requestBranch>) =>
  requestBranch(...request).then(
    () => undefined,
    (error: unknown) => `${Reflect.get(Object(error), 'code')} ${Reflect.get(Object(error), 'rawMessage')}`,
  );

describe('getAddressesTrunkState and getAddressesBranchState', () => {
  it('lead to every address, proven by one signature', async () => {
    const response = await requestTrunk();
    const { value: trunk, metadata } = verifyAddressesTrunk(response, { quorumKey });
    expect(trunk.count).toBe(BigInt(ADDRESSES));
    expect(trunk.addresses.some(({ isLeaf }) => isLeaf)).toBe(true);
    const found = new Map(trunk.addresses.map((one) => [hex.encode(one.address), one.info]));
    for (const leaf of trunk.addresses.filter(({ isLeaf }) => isLeaf)) {
      const proof = await requestBranch(leaf.address, 6, metadata.height);
      for (const one of verifyAddressesBranch(proof, { depth: 6, expectedHash: leaf.hash }))
        found.set(hex.encode(one.address), one.info);
    }
    expect(found.size).toBe(ADDRESSES);
    for (let number = 0; number < ADDRESSES; number += 1)
      expect(found.get(hex.encode(addressOf(number)))).toEqual({
        balance: BigInt(500_000 + number),
        nonce: 0,
      });
  });

  it('reject a depth, a key and a height that are not there', async () => {
    const { metadata } = await requestTrunk();
    const key = addressOf(0);
    expect(await rejected(key, 5, metadata.height)).toBe('3 depth is 5: send 6 to 9');
    expect(await rejected(key, 263, metadata.height)).toBe('3 depth is 263: send 6 to 9');
    expect(await rejected(key.slice(1), 6, metadata.height)).toBe('3 key has 20 bytes: send 21');
    expect(await rejected(new Uint8Array(21).fill(9), 6, metadata.height)).toBe(
      '3 the tree has no element with this key',
    );
    expect(await rejected(key, 6, metadata.height + 1n)).toContain('3 checkpoint_height is');
    expect(await rejected(key, 6, 2n ** 64n - 1n)).toContain('3 checkpoint_height is');
    expect(await rejected(key, 6, 0n)).toContain('9 addresses have changed in block');
  });

  it('take the height of a trunk as long as no address changes', async () => {
    const { metadata } = await requestTrunk();
    await platform.mineBlock();
    const proof = await requestBranch(addressOf(1), 9, metadata.height);
    expect(proof.length).toBeGreaterThan(0);
    await fund(1, 1n);
    await expect(requestBranch(addressOf(1), 9, metadata.height)).rejects.toMatchObject({ code: 9 });
  });

  it('prove that there are no addresses', async () => {
    const empty = await createPlatform({ signer: testSigner });
    const other = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(empty) } });
    const { version } = await grpcClients(other.port).platform.getAddressesTrunkState({
      version: { case: 'v0', value: {} },
    });
    const { proof, metadata } = version.value!;
    const { value } = verifyAddressesTrunk({ proof: proof!, metadata: metadata! }, { quorumKey });
    expect(value).toEqual({ addresses: [], count: 0n });
    await other.stop();
    await empty.close();
  });
});

const requestRecent = async (startHeight: bigint, prove: boolean) =>
  (
    await client.getRecentAddressBalanceChanges({
      version: { case: 'v0', value: { startHeight, prove } },
    })
  ).version.value!;
const requestCompacted = async (startBlockHeight: bigint, prove: boolean) =>
  (
    await client.getRecentCompactedAddressBalanceChanges({
      version: { case: 'v0', value: { startBlockHeight, prove } },
    })
  ).version.value!;

describe('recent changes of balances', () => {
  it('are the same with and without a proof', async () => {
    await fund(2, 3n);
    const { result, metadata } = await requestRecent(0n, false);
    const height = metadata!.height;
    if (result.case !== 'addressBalanceUpdateEntries') throw new TypeError('no entries');
    const { blockChanges } = result.value;
    const last = blockChanges.at(-1);
    expect(last).toMatchObject({
      blockHeight: height,
      changes: [{ operation: { case: 'addToBalance', value: 3n } }],
    });
    expect(hex.encode(last!.changes[0]!.address)).toBe(hex.encode(addressOf(2)));
    expect(blockChanges[0]?.changes).toHaveLength(100);
    const proven = await requestRecent(height, true);
    if (proven.result.case !== 'proof') throw new TypeError('no proof');
    const proof = proven.result.value;
    const { value } = verifyAddressBalanceChanges(
      { proof, metadata: proven.metadata! },
      { quorumKey, startHeight: height },
    );
    expect(value).toMatchObject([{ height, changes: [{ change: { type: 'add', credits: 3n } }] }]);
  });

  it('are compacted after 64 blocks', async () => {
    for (let count = 0; count < 64; count += 1) await fund(count, 1n);
    const { result, metadata } = await requestCompacted(0n, false);
    if (result.case !== 'compactedAddressBalanceUpdateEntries') throw new TypeError('no entries');
    const { compactedBlockChanges: entries } = result.value;
    expect(entries).toHaveLength(1);
    const [entry] = entries;
    const changed = entry!.changes.find(({ address }) => Buffer.compare(address, addressOf(2)) === 0);
    expect(changed?.operation).toMatchObject({
      case: 'addToCreditsOperations',
      value: { entries: [{ credits: 500_002n }, { credits: 3n }, { credits: 1n }] },
    });
    const startHeight = entry!.startBlockHeight + 1n;
    const proven = await requestCompacted(startHeight, true);
    if (proven.result.case !== 'proof') throw new TypeError('no proof');
    const { value } = verifyCompactedBalanceChanges(
      { proof: proven.result.value, metadata: proven.metadata! },
      { quorumKey, startHeight },
    );
    expect(value).toMatchObject([{ startHeight: entry!.startBlockHeight, endHeight: entry!.endBlockHeight }]);
    expect(value[0]?.changes).toHaveLength(ADDRESSES);
    expect(entry!.endBlockHeight).toBeLessThanOrEqual(metadata!.height);
  });
});

const requestParams = async (value: { readonly height?: number; readonly prove?: boolean }) =>
  client.getConsensusParams({ version: { case: 'v0', value } });

describe('getConsensusParams', () => {
  it('returns those of testnet for each block', async () => {
    const params = { block: { maxBytes: '2097152' }, evidence: { maxAgeNumBlocks: '100000' } };
    expect((await requestParams({})).version.value).toMatchObject(params);
    expect((await requestParams({ height: 1 })).version.value).toMatchObject(params);
  });

  it('rejects other heights, and a proof', async () => {
    for (const height of [-1, 2 ** 31 - 1])
      await expect(requestParams({ height })).rejects.toMatchObject({ code: 9 });
    await expect(requestParams({ prove: true })).rejects.toMatchObject({ code: 3 });
    await expect(client.getConsensusParams({})).rejects.toMatchObject({ code: 3 });
  });
});
