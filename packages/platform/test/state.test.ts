import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { integerBytes } from '../src/base/bytes/integer-bytes.js';
import { createClock } from '../src/state/chain/clock.js';
import { STATE_LAYOUT } from '../src/state/chain/state-layout.js';
import type { Store } from '../src/store/store.js';
import { encodeEntries } from '../src/store/entry-list.js';
import { createPlatform } from '../src/api/platform.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { onEachEngine } from './engines.js';
import { balanceOf, DASH, noteOf, openRoom, rejection, T0 } from './platform-fixture.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';
import { NO_DIFFERENCES } from './no-differences.js';

const NOTE = noteOf({ text: SCHEMAS.string }, { documentsCountable: true });

onEachEngine((engine) => {
  const together = async () =>
    createPlatform({ store: await engine.open('together'), clock: createClock({ time: T0, frozen: true }) });

  describe('the time of a platform', () => {
    it('advances and never goes back', async () => {
      const { platform } = await openRoom(engine, NOTE);
      expect(await platform.status()).toMatchObject({
        time: T0,
        genesisTime: T0,
        isFrozen: true,
        contracts: 9,
      });
      const [mined, ...others] = await platform.advanceTime({ milliseconds: 1000 });
      expect([mined?.block.time, mined?.ended, others]).toEqual([T0 + 1000, [], []]);
      await platform.advanceTime({ to: T0 + 5000 });
      const { block } = await platform.mineBlock();
      expect(block).toMatchObject({
        time: T0 + 5000,
        height: (mined?.block.height ?? 0n) + 2n,
        coreHeight: 1,
      });
      for (const input of [{ to: T0 }, { milliseconds: -1 }, { milliseconds: 0.5 }, { to: Number.NaN }])
        await expect(platform.advanceTime(input)).rejects.toMatchObject({ name: 'InputError' });
      expect(await platform.runTime()).toMatchObject({ isFrozen: false });
      expect(await platform.freezeTime()).toMatchObject({ isFrozen: true });
    });
  });

  describe('a snapshot of a platform', () => {
    it('restores everything including its time', async () => {
      const room = await openRoom(engine, NOTE);
      const { platform, alice, bob, contractId } = room;
      const create = async () =>
        platform.createDocument({ by: alice, contractId, documentType: 'note', data: { text: 'x' } });
      await create();
      const before = await balanceOf(room, alice);
      const { id } = await platform.snapshot();
      await create();
      await platform.transferCredits({ by: alice, recipientId: bob, credits: DASH });
      await platform.registerContract({ by: alice, contract: NOTE });
      await platform.advanceTime({ milliseconds: 100_000 });
      await platform.runTime();
      const nested = await platform.snapshot();
      expect(await platform.revert({ id })).toMatchObject({ time: T0, isFrozen: true, contracts: 9 });
      expect(await platform.getDocumentsCount({ contractId, documentType: 'note' })).toEqual({ count: 1n });
      expect(await balanceOf(room, alice)).toBe(before);
      await expect(platform.revert({ id: nested.id })).rejects.toMatchObject({
        name: 'UnknownSnapshotError',
      });
      await create();
      expect(await platform.verify()).toEqual(NO_DIFFERENCES);
    });
  });

  describe('a store', () => {
    it('is closed where its platform cannot be opened', async () => {
      const store = await engine.open();
      let closed = 0;
      const failing: Store = {
        name: 'the failing store',
        read: async () => Promise.reject(new Error('cannot be read')),
        write: async (work, reads) => store.write(work, reads),
        close: async () => {
          closed += 1;
          return store.close();
        },
      };
      await expect(createPlatform({ store: failing })).rejects.toThrow('cannot be read');
      expect(closed).toBe(1);
    });
  });

  describe('the state of a platform', () => {
    it('is exported and imported by another platform', async () => {
      const { platform, alice, contractId } = await openRoom(engine, NOTE);
      const note = { by: alice, contractId, documentType: 'note' };
      const { document } = await platform.createDocument({ ...note, data: { text: 'x' } });
      const file = await platform.exportState();
      const clock = createClock({ time: T0, frozen: true });
      const other = await createPlatform({ store: await engine.open(), clock });
      await other.createIdentity();
      await other.importState(file);
      const name = { contractId, documentType: 'note' };
      expect(await other.getDocuments(name)).toEqual([document]);
      expect(Buffer.from(await other.exportState()).equals(file)).toBe(true);
      await other.createDocument({ ...note, data: { text: 'y' } });
      expect(await other.getDocumentsCount(name)).toEqual({ count: 2n });
      await expect(other.importState(file.subarray(1))).rejects.toMatchObject({ name: 'InvalidExportError' });
      const elsewhere = await createPlatform({ store: await engine.open(), network: 'testnet' });
      await expect(elsewhere.importState(file)).rejects.toMatchObject({ name: 'InputError' });
      expect(await elsewhere.status()).toMatchObject({ network: 'testnet', contracts: 8 });
      expect(await other.verify()).toEqual(NO_DIFFERENCES);
    });

    it('of an earlier protocol gets the contracts of the newer one', async () => {
      const clock = createClock({ time: T0, frozen: true });
      const old = await createPlatform({ store: await engine.open(), clock, protocolVersion: 12 });
      const file = await old.exportState();
      const known = (await old.listContracts()).length;
      const platform = await createPlatform({ store: await engine.open(), clock });
      const editions = async () =>
        (await platform.listContracts()).map(({ contractId, version }) => `${contractId} ${version}`);
      const newest = await editions();
      expect(newest.length).toBeGreaterThan(known);
      await platform.importState(file);
      expect(await editions()).toEqual(newest);
    });

    it.each([
      { what: 'entries outside of it', entries: [{ key: Uint8Array.of(0), value: Uint8Array.of(1) }] },
      { what: 'nothing', entries: [] },
      { what: 'no state', entries: [{ key: Uint8Array.of(2), value: Uint8Array.of(1) }] },
    ])('is not imported from a file with $what, without changes', async ({ entries }) => {
      const { platform } = await openRoom(engine, NOTE);
      const before = Buffer.from(await platform.exportState());
      const body = gzipSync(encodeEntries(entries));
      const hash = createHash('sha256').update(body).digest();
      const file = Buffer.concat([before.subarray(0, before.indexOf('\n') + 2), hash, body]);
      await expect(platform.importState(file)).rejects.toMatchObject({
        name: expect.stringMatching(/^(InvalidExport|Input)Error$/),
      });
      expect(before.equals(await platform.exportState())).toBe(true);
      await platform.createIdentity();
    });

    it('continues after a restart with its stored settings', async () => {
      const { platform, alice, contractId, clock } = await openRoom(
        { open: async () => engine.open('left') },
        NOTE,
      );
      await platform.createDocument({ by: alice, contractId, documentType: 'note', data: { text: 'x' } });
      clock.advance(10_000);
      await platform.mineBlock();
      await platform.close();
      const again = await createPlatform({
        store: await engine.open('left'),
        clock: createClock({ time: T0, frozen: true }),
      });
      expect(await again.status()).toMatchObject({ time: T0 + 10_000, block: { time: T0 + 10_000 } });
      expect(await again.getDocumentsCount({ contractId, documentType: 'note' })).toEqual({ count: 1n });
      await again.close();
      for (const options of [
        { network: 'testnet' },
        { protocolVersion: 12 },
        { strict: true },
        { quirks: { flipsUnsignedKeys: false } },
      ] as const)
        await expect(createPlatform({ store: await engine.open('left'), ...options })).rejects.toMatchObject({
          name: 'InputError',
          at: '',
        });
    });

    it('is shared: time never goes before a block of another process', async () => {
      const [one, other] = [await together(), await together()];
      await one.advanceTime({ milliseconds: 60_000 });
      expect(await other.status()).toMatchObject({ time: T0 + 60_000, block: { time: T0 + 60_000 } });
      await one.close();
      await other.close();
    });

    it('is upgraded with its protocol and contracts', async () => {
      const before = await createPlatform({ store: await engine.open('raised'), protocolVersion: 12 });
      expect((await before.status()).contracts).toBe(7);
      await before.close();
      const after = await createPlatform({ store: await engine.open('raised'), protocolVersion: 13 });
      expect(await after.status()).toMatchObject({ protocolVersion: 13, contracts: 8 });
      expect((await after.verify()).ok).toBe(true);
    });
  });

  it('is changed by concurrent transitions one by one, including nonces', async () => {
    const { platform, alice, bob, contractId } = await openRoom(engine, NOTE);
    const create = async (by: string) =>
      platform.createDocument({ by, contractId, documentType: 'note', data: { text: 'x' } });
    const written = await Promise.all(
      Array.from({ length: 20 }, (_, at) => create(at % 2 === 0 ? alice : bob)),
    );
    expect(new Set(written.map(({ document }) => document['$id'])).size).toBe(20);
    expect(new Set(written.map(({ block }) => block.height)).size).toBe(20);
    expect(await platform.getDocumentsCount({ contractId, documentType: 'note' })).toEqual({ count: 20n });
    expect((await platform.verify()).ok).toBe(true);
  });

  describe('a nonce', () => {
    it('is used once and not by an unpaid rejection', async () => {
      const room = await openRoom(engine, NOTE);
      const { platform, alice, contractId } = room;
      const note = { by: alice, contractId, documentType: 'note', data: { text: 'x' } };
      await platform.createDocument({ ...note, nonce: 2 });
      expect(await rejection(platform.createDocument({ ...note, nonce: 2n }))).toMatchObject({
        code: 40204,
        isPaid: false,
      });
      const height = (await platform.status()).block?.height;
      await expect(
        platform.createDocument({ ...note, nonce: '1', data: { text: 'y' } }),
      ).resolves.toHaveProperty('fee');
      await expect(platform.createDocument({ ...note, nonce: -1 })).rejects.toMatchObject({
        name: 'InputError',
        at: '/nonce',
      });
      expect((await platform.status()).block?.height).toBe((height ?? 0n) + 1n);
    });
  });
});

describe('a platform without a store', () => {
  it('uses a temporary folder that is deleted', async () => {
    const platform = await createPlatform();
    const { id } = await platform.createIdentity();
    expect(await platform.getIdentity({ id })).toMatchObject({ balance: 10n * DASH });
    await platform.close();
    await expect(platform.status()).rejects.toMatchObject({ name: 'StoreUnavailableError' });
  });
});

describe('a deterministic platform', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-two-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the same ids for the same calls', async () => {
    expect(await play(join(folder, 'one'))).toEqual(await play(join(folder, 'other')));
  });
});

/** What the same calls give, on a store of its own. */
async function play(path: string) {
  const store = openLmdbStore({ path });
  const platform = await createPlatform({ store, clock: createClock({ time: T0, frozen: true }) });
  const { id } = await platform.createIdentity();
  const { contractId } = await platform.registerContract({ by: id, contract: NOTE });
  const note = { by: id, contractId, documentType: 'note', data: { text: 'x' } };
  const { document, fee } = await platform.createDocument(note);
  const { proTxHash } = await platform.registerMasternode();
  const file = Buffer.from(await platform.exportState()).toString('hex');
  await platform.close();
  return { id, contractId, document, fee, proTxHash, file };
}

describe('a store of an earlier process', () => {
  it('continues at the time of the clock, or of its last block on request', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-left-'));
    const left = async (time: number, fromLastBlock: boolean) => {
      const store = openLmdbStore({ path: join(folder, 'state') });
      const clock = createClock({ time, frozen: true });
      const platform = await createPlatform({ store, clock, fromLastBlock });
      const { block } = await platform.mineBlock();
      await platform.close();
      return block.time;
    };
    expect(await left(T0, true)).toBe(T0);
    expect(await left(T0 + 1000, true)).toBe(T0);
    expect(await left(T0 + 1000, false)).toBe(T0 + 1000);
    expect(await left(T0, false)).toBe(T0 + 1000);
    rmSync(folder, { recursive: true, force: true });
  });
});

onEachEngine(({ open }) => {
  it.each([
    { what: 'contains foreign data', entries: [[0x40, Uint8Array.of(1)]] as const },
    {
      what: 'has a state that cannot be read',
      entries: [
        [0x02, Buffer.from('{"network":')],
        [0x0b, integerBytes(BigInt(STATE_LAYOUT), 4)],
      ] as const,
    },
  ])('a platform rejects a store that $what', async ({ what, entries }) => {
    const name = what.replaceAll(' ', '_');
    const store = await open(name);
    await store.write(async (view) => {
      for (const [key, value] of entries) view.put(Uint8Array.of(key), value);
      return Promise.resolve();
    });
    await expect(createPlatform({ store })).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      reason: 'damaged',
    });
    const again = await open(name);
    const all = { from: Uint8Array.of(0x02), to: Uint8Array.of(0xff) };
    expect(await again.read(async (view) => view.scan(all))).toHaveLength(entries.length);
  });
});
