import { blsPublicKey, type PlatformAddress } from '@dapikit/protocol';
import {
  addressBalancesPath,
  ADDRESS_CHUNK_DEPTHS,
  balanceChangesQuery,
  compactedBeforeQuery,
  compactedFromQuery,
  compactedKey,
  encodeCompactedProofs,
  verifyAddressBalanceChanges,
  verifyAddressesBranch,
  verifyAddressesTrunk,
  verifyCompactedBalanceChanges,
  type ProvenResponse,
} from '@dapikit/proof';
import { expect, it } from 'vitest';
import {
  CHANGES_OF_BLOCK_KEY,
  compactedChangesKey,
  expirationKey,
  LAST_CHANGE_KEY,
  NEXT_EXPIRATION_KEY,
} from '../src/state/address/address-keys.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import type { ProvenState } from '../src/api/committed-state-api.js';
import { createClock } from '../src/state/chain/clock.js';
import { onEachEngine } from './engines.js';
import { T0 } from './platform-fixture.js';
import { responseMetadata } from './response-metadata.js';
import { signer } from './quorum-signer.js';

const SECRET = new Uint8Array(32).fill(7);
const quorumKey = blsPublicKey(SECRET);
const addressOf = (number: number): string => `00${number.toString(16).padStart(4, '0')}${'ab'.repeat(18)}`;
const [A, B] = [addressOf(1), addressOf(2)];
const hashOf = (address: string): Uint8Array => Uint8Array.from(Buffer.from(address.slice(2), 'hex'));
const DASH = 100_000_000_000n;
const WEEK = 604_800_000;

/** What entries change of an address, where they do. */
const changesIn = <Change>(
  entries: readonly {
    readonly changes: readonly { readonly address: PlatformAddress; readonly change: Change }[];
  }[],
  address: string,
) =>
  entries.map(
    ({ changes }) => changes.find((one) => Buffer.compare(one.address.hash, hashOf(address)) === 0)?.change,
  );

const recent = async (platform: Platform, startHeight = 0n) =>
  platform.readState(async (state) => state.addressBalanceChanges(startHeight));
const compacted = async (platform: Platform, startHeight = 0n) =>
  platform.readState(async (state) => state.compactedAddressBalanceChanges(startHeight));
const heightOf = async (platform: Platform): Promise<bigint> => (await platform.status()).block?.height ?? 0n;

/** A response with a proof of one state, as the gateway makes it. */
async function responseWith(
  platform: Platform,
  prove: (state: ProvenState) => Promise<Uint8Array>,
): Promise<ProvenResponse> {
  return platform.readProvenState(async (state) => ({
    proof: { grovedbProof: await prove(state), ...state.signature },
    metadata: responseMetadata(state),
  }));
}

const provenRecent = async (platform: Platform, startHeight: bigint) =>
  verifyAddressBalanceChanges(
    await responseWith(platform, async ({ proofs }) => proofs.prove(balanceChangesQuery(startHeight))),
    { quorumKey, startHeight },
  ).value;

async function provenCompacted(platform: Platform, startHeight: bigint) {
  const response = await responseWith(platform, async ({ proofs, ...state }) => {
    const [first] = await state.compactedAddressBalanceChanges(startHeight);
    const isInside = first !== undefined && first.startHeight <= startHeight;
    const key = isInside ? compactedKey(first.startHeight, first.endHeight) : undefined;
    return encodeCompactedProofs({
      before: await proofs.prove(compactedBeforeQuery(startHeight)),
      from: await proofs.prove(compactedFromQuery(startHeight, key)),
    });
  });
  return verifyCompactedBalanceChanges(response, { quorumKey, startHeight }).value;
}

const fund = async (platform: Platform, address: string, credits = DASH) =>
  platform.fundAddress({ address, credits });

onEachEngine((engine) => {
  const open = async (protocolVersion = 13) => {
    const clock = createClock({ time: T0, frozen: true });
    const store = await engine.open();
    const collecting = { blockTime: 0 };
    const blockTime = () => collecting.blockTime;
    const platform = await createPlatform({ store, clock, protocolVersion, signer, blockTime });
    return { clock, collecting, store, platform };
  };
  it('records what a block sets and adds, and nothing for other blocks', async () => {
    const { platform } = await open();
    await fund(platform, A);
    const funded = await heightOf(platform);
    const { id } = await platform.createIdentity({ credits: DASH });
    await platform.transferAddressFunds({
      inputs: [{ address: A, credits: 1_000_000n }],
      outputs: [{ address: B, credits: 1_000_000n }],
    });
    const moved = await heightOf(platform);
    await platform.transferToAddresses({ by: id, outputs: [{ address: A, credits: 5_000_000n }] });
    const a = (await platform.getAddress({ address: A }))?.balance ?? 0n;
    const entries = await recent(platform);
    expect(entries.map(({ height }) => height)).toEqual([funded, moved, moved + 1n]);
    expect(changesIn(entries, A)).toEqual([
      { type: 'add', credits: DASH },
      { type: 'set', credits: a - 5_000_000n },
      { type: 'add', credits: 5_000_000n },
    ]);
    expect(changesIn(entries, B)).toEqual([undefined, { type: 'add', credits: 1_000_000n }, undefined]);
    expect(await provenRecent(platform, moved)).toEqual(await recent(platform, moved));
    expect(await provenRecent(platform, moved + 2n)).toEqual([]);
    expect(await provenCompacted(platform, 0n)).toEqual([]);
    expect(await platform.readState(async (state) => state.lastAddressChange())).toBe(moved + 1n);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
  });

  it('merges the changes of transitions of one block', async () => {
    const { platform, collecting } = await open();
    await fund(platform, A);
    collecting.blockTime = 3_600_000;
    const waiting = [
      platform.transferAddressFunds({
        inputs: [{ address: A, credits: 1_000_000n }],
        outputs: [{ address: B, credits: 1_000_000n }],
      }),
      fund(platform, A, 7n),
      fund(platform, B, 9n),
    ];
    await platform.mineBlock();
    await Promise.all(waiting);
    const a = (await platform.getAddress({ address: A }))?.balance ?? 0n;
    const entries = (await recent(platform)).slice(1);
    expect(changesIn(entries, A)).toEqual([{ type: 'set', credits: a }]);
    expect(changesIn(entries, B)).toEqual([{ type: 'add', credits: 1_000_009n }]);
  });

  it.each([
    { protocolVersion: 12, recorded: false },
    { protocolVersion: 13, recorded: true },
  ])(
    'records penalties from protocol version 13 on: $protocolVersion',
    async ({ protocolVersion, recorded }) => {
      const { platform } = await open(protocolVersion);
      await fund(platform, A);
      const keys = [
        {
          purpose: 'AUTHENTICATION',
          securityLevel: 'MASTER',
          type: 'ECDSA_SECP256K1',
          data: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
        },
      ] as const;
      await platform.createIdentity({ keys });
      const inputs = [{ address: A, credits: 10_000_000n }];
      await expect(platform.createIdentityFromAddresses({ inputs, keys })).rejects.toMatchObject({
        code: 40_207,
      });
      const entries = await recent(platform);
      const balance = (await platform.getAddress({ address: A }))?.balance ?? 0n;
      expect(balance).toBeLessThan(DASH);
      const penalties = changesIn(entries, A).slice(1);
      expect(penalties).toEqual(recorded ? [{ type: 'set', credits: balance }] : []);
      expect(await platform.readState(async (state) => state.lastAddressChange())).toBe(
        await heightOf(platform),
      );
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    },
  );

  it('compacts the changes of 64 blocks, which expire after a week', async () => {
    const { clock, platform } = await open();
    await fund(platform, A);
    const first = await heightOf(platform);
    await platform.transferAddressFunds({
      inputs: [{ address: A, credits: 1_000_000n }],
      outputs: [{ address: B, credits: 1_000_000n }],
    });
    for (let count = 0; count < 61; count += 1) await fund(platform, count % 2 === 0 ? A : B, 1n);
    expect(await recent(platform)).toHaveLength(63);
    expect(await compacted(platform)).toEqual([]);
    await fund(platform, B, 5n);
    const last = await heightOf(platform);
    expect(last).toBe(first + 63n);
    expect(await recent(platform)).toEqual([]);
    const a = (await platform.getAddress({ address: A }))?.balance ?? 0n;
    const entries = await compacted(platform);
    expect(entries).toMatchObject([{ startHeight: first, endHeight: last }]);
    expect(changesIn(entries, A)).toEqual([{ type: 'set', credits: a }]);
    const [change] = changesIn(entries, B);
    if (change?.type !== 'add') throw new TypeError('credits that are set');
    const { additions } = change;
    expect([...additions].slice(0, 2)).toEqual([
      [first + 1n, 1_000_000n],
      [first + 3n, 1n],
    ]);
    expect(additions.get(last)).toBe(5n);
    // From a block among those that were compacted, too.
    for (const height of [0n, first, first + 5n, last])
      expect(await provenCompacted(platform, height)).toEqual(entries);
    expect(await compacted(platform, last + 1n)).toEqual([]);
    expect(await provenCompacted(platform, last + 1n)).toEqual([]);
    await fund(platform, A);
    expect(await recent(platform)).toHaveLength(1);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    clock.advance(WEEK - 1);
    await platform.mineBlock();
    expect(await compacted(platform)).toHaveLength(1);
    clock.advance(1);
    await platform.mineBlock();
    expect(await compacted(platform)).toEqual([]);
    expect(await recent(platform)).toHaveLength(1);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
  });

  it('compacts 2,048 addresses of fewer blocks', async () => {
    const { platform } = await open();
    const { id } = await platform.createIdentity({ credits: 100n * DASH });
    let number = 0;
    const send = async (count: number): Promise<void> => {
      const outputs = Array.from({ length: count }, () => {
        number += 1;
        return { address: addressOf(number), credits: 500_000n };
      });
      await platform.transferToAddresses({ by: id, outputs });
    };
    for (let block = 0; block < 15; block += 1) await send(128);
    await send(127);
    expect(await recent(platform)).toHaveLength(16);
    await fund(platform, addressOf(5000));
    expect(await recent(platform)).toEqual([]);
    const [entry] = await compacted(platform);
    expect(entry?.changes).toHaveLength(2048);
    const { value: trunk } = verifyAddressesTrunk(
      await responseWith(platform, async ({ proofs }) =>
        proofs.proveTrunk(addressBalancesPath(), ADDRESS_CHUNK_DEPTHS),
      ),
      { quorumKey },
    );
    expect(trunk.count).toBe(2048n);
    const leaf = trunk.addresses.find(({ isLeaf }) => isLeaf)!;
    const branch = await platform.readProvenState(async ({ proofs }) =>
      proofs.proveBranch(addressBalancesPath(), leaf.address, 9),
    );
    const addresses = verifyAddressesBranch(branch, { depth: 9, expectedHash: leaf.hash });
    expect(BigInt(addresses.length)).toBe(leaf.count);
    expect(addresses.every(({ info }) => info?.balance === 500_000n || info?.balance === DASH)).toBe(true);
  });

  it('forgets changes that a snapshot does not have', async () => {
    const { platform } = await open();
    await fund(platform, A);
    const { id } = await platform.snapshot();
    await fund(platform, B);
    await platform.revert({ id });
    expect(await recent(platform)).toHaveLength(1);
    expect(await provenRecent(platform, 0n)).toEqual(await recent(platform));
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
  });

  it('finds damaged changes', async () => {
    const { platform, store } = await open();
    await fund(platform, A);
    for (const [key, value] of [
      [LAST_CHANGE_KEY, new Uint8Array(8).fill(9)],
      [NEXT_EXPIRATION_KEY, new Uint8Array(8).fill(9)],
      [CHANGES_OF_BLOCK_KEY, Uint8Array.of(0)],
      [compactedChangesKey(1n, 1n), Uint8Array.of(0)],
      [expirationKey(5n), Uint8Array.of(1, 1, 1)],
    ] as const) {
      const before = await store.read(async (view) => view.get(key));
      // oxlint-disable-next-line typescript/require-await -- a write is awaited
      await store.write(async (view) => view.put(key, value));
      const { entries } = await platform.verify();
      const kind = key === CHANGES_OF_BLOCK_KEY ? 'stray' : 'address';
      expect(entries).toContainEqual(expect.objectContaining({ kind }));
      // oxlint-disable-next-line typescript/require-await -- a write is awaited
      await store.write(async (view) => (before === undefined ? view.delete(key) : view.put(key, before)));
    }
    expect((await platform.verify()).entries).toEqual([]);
  });
});
