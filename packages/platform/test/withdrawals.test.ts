import { describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import type {
  AssetUnlock,
  AssetUnlockStatus,
  WithdrawalTarget,
} from '../src/state/withdrawal/withdrawal-target.js';
import { identifierText } from '../src/base/bytes/identifier.js';
import { createSystemIdentity } from '../src/state/identity/identity-store.js';
import { onEachEngine } from './engines.js';
import { rejection } from './platform-fixture.js';

const DASH = 100_000_000_000n;
const SCRIPT = `76a914${'ab'.repeat(20)}88ac`;

/** Is a layer 1 with a quorum that may be away, whose asset unlocks have a status each. */
class FakeLayer1 implements WithdrawalTarget {
  height = 10;
  signs = true;
  next = 0n;
  onSend: () => Promise<unknown> = async () => Promise.resolve();
  readonly sent: AssetUnlock[] = [];
  readonly statuses = new Map<bigint, AssetUnlockStatus>();

  readonly nextIndex = (): bigint => this.next;

  readonly send = async (unlock: AssetUnlock): Promise<number | undefined> => {
    await this.onSend();
    if (!this.signs) return undefined;
    this.sent.push(unlock);
    this.statuses.set(unlock.index, 'pending');
    return this.height;
  };

  readonly statusOf = async ({ index }: AssetUnlock): Promise<AssetUnlockStatus> =>
    Promise.resolve(this.statuses.get(index) ?? 'unknown');
}

const statusesOf = async (platform: Platform): Promise<string[]> =>
  (await platform.getWithdrawals()).map(({ status }) => status);

const codeOf = async (work: Promise<unknown>): Promise<number | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => Number(Reflect.get(Object(error), 'code')),
  );

onEachEngine((engine) => {
  const open = async (layer1?: FakeLayer1, protocolVersion?: number) => {
    const store = await engine.open();
    const platform = await createPlatform({
      store,
      ...(protocolVersion && { protocolVersion }),
      ...(layer1 === undefined ? {} : { withdrawals: layer1, coreHeight: () => layer1.height }),
    });
    const { id: alice } = await platform.createIdentity({ credits: DASH });
    return { store, platform, alice };
  };

  describe('withdrawals', () => {
    it('stay queued without layer 1, and leave the total of credits', async () => {
      const { platform, alice } = await open();
      const before = await platform.readState(async (state) => state.totalCredits());
      const { fee } = await platform.withdrawCredits({
        by: alice,
        credits: 1_000_000n,
        outputScript: SCRIPT,
      });
      // The signatures of the quorum, and the document in four indices.
      expect(fee).toBeGreaterThan(100_000_000n);
      expect(fee).toBeLessThan(400_000_000n);
      await platform.settleWithdrawals();
      expect(await platform.getWithdrawals({ status: 'queued' })).toMatchObject([
        { ownerId: alice, credits: 1_000_000n, outputScript: SCRIPT, coreFeePerByte: 1 },
      ]);
      expect(await platform.readState(async (state) => state.totalCredits())).toBe(before - 1_000_000n);
      expect((await platform.getIdentity({ id: alice }))?.balance).toBe(DASH - 1_000_000n - fee);
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });

    it('are pooled, broadcasted and complete', async () => {
      const layer1 = new FakeLayer1();
      layer1.next = 7n;
      const { platform, alice } = await open(layer1);
      await platform.withdrawCredits({ by: alice, credits: 1_000_000n, outputScript: SCRIPT });
      await platform.settleWithdrawals();
      expect(await platform.getWithdrawals()).toMatchObject([
        { status: 'broadcasted', index: 7n, signHeight: 10 },
      ]);
      expect(layer1.sent).toMatchObject([{ index: 7n, duffs: 1000n, fee: 190 }]);
      layer1.statuses.set(7n, 'final');
      expect(await platform.settleWithdrawals()).toMatchObject({ complete: 1, broadcasted: 0 });
      expect(await statusesOf(platform)).toEqual(['complete']);
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });

    it('wait for a quorum, expire where layer 1 drops them, and are sent again', async () => {
      const layer1 = new FakeLayer1();
      layer1.signs = false;
      const { platform, alice } = await open(layer1);
      await platform.withdrawCredits({ by: alice, credits: 1_000_000n, outputScript: SCRIPT });
      await platform.settleWithdrawals();
      expect(await statusesOf(platform)).toEqual(['pooled']);
      layer1.signs = true;
      expect(await platform.settleWithdrawals()).toMatchObject({ pooled: 0, broadcasted: 1 });
      layer1.statuses.clear();
      layer1.height += 48;
      await platform.mineBlock();
      expect(await platform.settleWithdrawals()).toMatchObject({ expired: 0 });
      layer1.height += 1;
      await platform.mineBlock();
      expect(await platform.settleWithdrawals()).toMatchObject({ expired: 1, pooled: 1, broadcasted: 1 });
      expect(layer1.sent.map(({ index }) => index)).toEqual([0n, 0n]);
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });

    it('are not sent twice where a process ended after it had sent them', async () => {
      const layer1 = new FakeLayer1();
      layer1.signs = false;
      const { platform, alice } = await open(layer1);
      await platform.withdrawCredits({ by: alice, credits: 1_000_000n, outputScript: SCRIPT });
      await platform.settleWithdrawals();
      layer1.statuses.set(0n, 'pending');
      expect(await platform.settleWithdrawals()).toMatchObject({ broadcasted: 1 });
      expect(layer1.sent).toEqual([]);
    });

    it.each([true, false])('get another number where theirs is that of another payment', async (isSent) => {
      const layer1 = new FakeLayer1();
      layer1.signs = isSent;
      const { platform, alice } = await open(layer1);
      await platform.withdrawCredits({ by: alice, credits: 1_000_000n, outputScript: SCRIPT });
      await platform.settleWithdrawals();
      layer1.signs = true;
      layer1.statuses.set(0n, 'other');
      expect(await platform.settleWithdrawals()).toMatchObject({ complete: 0, broadcasted: 1 });
      expect(await platform.getWithdrawals()).toMatchObject([{ status: 'broadcasted', index: 1n }]);
      expect(layer1.sent.map(({ index }) => index)).toEqual(isSent ? [0n, 1n] : [1n]);
      layer1.statuses.set(1n, 'final');
      expect(await platform.settleWithdrawals()).toMatchObject({ complete: 1 });
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });

    it.each([165_580_141, 8])(
      'stay queued where the fee is too high: %i per byte',
      async (coreFeePerByte) => {
        const layer1 = new FakeLayer1();
        const { platform, alice } = await open(layer1);
        const withdrawal = { by: alice, credits: 1_000_000n, outputScript: SCRIPT };
        await platform.withdrawCredits({ ...withdrawal, coreFeePerByte });
        await platform.withdrawCredits(withdrawal);
        await platform.settleWithdrawals();
        expect(await statusesOf(platform)).toEqual(['queued', 'broadcasted']);
        expect(layer1.sent).toMatchObject([{ index: 0n, fee: 190 }]);
      },
    );

    it('are pooled behind more than a hundred whose fee is too high', async () => {
      const layer1 = new FakeLayer1();
      const { platform } = await open(layer1);
      const { id: bob } = await platform.createIdentity({ credits: 200n * DASH });
      const withdrawal = { by: bob, credits: 1_000_000n, outputScript: SCRIPT };
      for (let count = 0; count < 105; count += 1)
        await platform.withdrawCredits({ ...withdrawal, coreFeePerByte: 8 });
      await platform.withdrawCredits({ ...withdrawal, credits: 2_000_000n });
      await platform.settleWithdrawals();
      expect(layer1.sent).toMatchObject([{ index: 0n, duffs: 2000n }]);
      expect(await platform.getWithdrawals({ status: 'broadcasted' })).toMatchObject([
        { credits: 2_000_000n },
      ]);
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });

    it('wait where 2,000 DASH were pooled in the last 25 hours', async () => {
      const layer1 = new FakeLayer1();
      const { platform } = await open(layer1);
      const { id: bob } = await platform.createIdentity({ credits: 5000n * DASH });
      const withdrawal = { by: bob, credits: 500n * DASH, outputScript: SCRIPT };
      const settled = async (): Promise<number> => {
        for (let count = 0; count < 4; count += 1) await platform.settleWithdrawals();
        return layer1.sent.length;
      };
      for (let count = 0; count < 5; count += 1) await platform.withdrawCredits(withdrawal);
      await platform.withdrawCredits({ ...withdrawal, credits: 1_000_000n });
      expect(await settled()).toBe(4);
      const again = await platform.withdrawCredits({ ...withdrawal, credits: 1_000_001n });
      expect(again.block.height).toBeGreaterThan(0n);
      expect(await settled()).toBe(4);
      // No block is made in vain.
      expect((await platform.status()).block).toEqual(again.block);
      await platform.advanceTime({ milliseconds: 24 * 3_600_000 });
      expect(await settled()).toBe(4);
      await platform.advanceTime({ milliseconds: 3_600_001 });
      expect(await settled()).toBe(7);
      expect(await platform.getWithdrawals({ status: 'queued' })).toEqual([]);
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });

    it.each<[what: string, credits: bigint, pooled: number]>([
      ['1,500 DASH, the minimum', 9000n, 3],
      ['15 % of all credits, 3,000 DASH', 20_000n, 6],
    ])('wait where at protocol 14 %s were pooled in the last 25 hours', async (_, credits, pooled) => {
      const layer1 = new FakeLayer1();
      const { platform } = await open(layer1, 14);
      const { id: bob } = await platform.createIdentity({ credits: (credits - 1n) * DASH });
      const withdrawal = { by: bob, credits: 500n * DASH, outputScript: SCRIPT };
      await platform.withdrawCredits(withdrawal);
      const settle = async (): Promise<void> => {
        for (let count = 0; count < 4; count += 1) await platform.settleWithdrawals();
      };
      await settle();
      for (let count = 0; count < 7; count += 1) {
        await platform.withdrawCredits(withdrawal);
        await settle();
      }
      expect(layer1.sent).toHaveLength(pooled);
      await platform.advanceTime({ milliseconds: 25 * 3_600_000 + 1 });
      await settle();
      expect(layer1.sent.length).toBeGreaterThan(pooled);
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });

    it('are settled once for all calls that wait', async () => {
      const layer1 = new FakeLayer1();
      layer1.signs = false;
      const { platform, alice } = await open(layer1);
      await platform.withdrawCredits({ by: alice, credits: 1_000_000n, outputScript: SCRIPT });
      await platform.settleWithdrawals();
      let attempts = 0;
      layer1.onSend = async () => Promise.resolve((attempts += 1));
      await Promise.all(Array.from({ length: 20 }, async () => platform.settleWithdrawals()));
      expect(attempts).toBeLessThanOrEqual(2);
    });

    it('do not come back where the state is reverted while they are sent', async () => {
      const layer1 = new FakeLayer1();
      layer1.signs = false;
      const { platform, alice } = await open(layer1);
      const { id } = await platform.snapshot();
      await platform.withdrawCredits({ by: alice, credits: 1_000_000n, outputScript: SCRIPT });
      await platform.settleWithdrawals();
      layer1.signs = true;
      layer1.onSend = async () => platform.revert({ id });
      expect(await platform.settleWithdrawals()).toMatchObject({ broadcasted: 0 });
      expect(await statusesOf(platform)).toEqual([]);
      expect((await platform.getIdentity({ id: alice }))?.balance).toBe(DASH);
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });

    it('go to the newest transfer key, or to an address of layer 1', async () => {
      const { platform, alice } = await open();
      const withdraw = async (more: object, by = alice): Promise<number | undefined> =>
        codeOf(platform.withdrawCredits({ by, credits: 1_000_000n, ...more }));
      expect(await withdraw({})).toBeUndefined();
      const key = (await platform.getIdentity({ id: alice }))?.keys.find(
        ({ purpose }) => purpose === 'TRANSFER',
      );
      const [withdrawal] = await platform.getWithdrawals();
      expect(withdrawal?.outputScript).toBe(`76a914${Buffer.from(key?.data ?? []).toString('hex')}88ac`);
      const secp = [
        { securityLevel: 'MASTER' },
        { purpose: 'TRANSFER', securityLevel: 'CRITICAL', type: 'ECDSA_SECP256K1' },
      ] as const;
      const { id: bob } = await platform.createIdentity({ keys: secp });
      expect(await withdraw({}, bob)).toBe(40215);
      expect(await withdraw({ coreAddress: 'ybyA3tSGbViPm7ZpeHeHtzTHCKAJjVTdub' }, bob)).toBeUndefined();
      expect((await platform.getWithdrawals()).map((one) => one.outputScript)).toContain(SCRIPT);
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });

    it('of an owner without a transfer key are rejected with 40214, which is paid', async () => {
      const { store, platform } = await open();
      const id = new Uint8Array(32).fill(7);
      const owner = {
        id: 1,
        type: 'ECDSA_HASH160',
        purpose: 'OWNER',
        securityLevel: 'CRITICAL',
        readOnly: true,
        data: new Uint8Array(20).fill(7),
      } as const;
      await store.write(async (view) => createSystemIdentity(view, { id, keys: [owner], balance: DASH }));
      const by = identifierText(id);
      const error = await rejection(platform.withdrawCredits({ by, keyId: 1, credits: 1_000_000n }));
      expect(error).toMatchObject({ code: 40214, isPaid: true, payload: { identityId: id } });
      expect((await platform.getIdentity({ id: by }))?.balance).toBe(DASH - (error.fee ?? 0n));
      expect(error.fee).toBeGreaterThan(0n);
    });

    it.each<[number, object]>([
      [10525, { credits: 189_999n }],
      [10525, { credits: 50_000_000_000_001n }],
      [10523, { pooling: 'standard' }],
      [10522, { coreFeePerByte: 4 }],
      [10522, { coreFeePerByte: 0 }],
      [10521, { outputScript: '51' }],
      [40210, { credits: DASH }],
    ])('are rejected with code %i, and nobody pays', async (code, changed) => {
      const { platform, alice } = await open();
      const input = { by: alice, credits: 1_000_000n, outputScript: SCRIPT, ...changed };
      expect(await codeOf(platform.withdrawCredits(input))).toBe(code);
      expect((await platform.getIdentity({ id: alice }))?.balance).toBe(DASH);
    });

    it('take credits of platform addresses', async () => {
      const { platform } = await open();
      const [address, other] = [`00${'ab'.repeat(20)}`, `00${'cd'.repeat(20)}`];
      await platform.fundAddress({ address, credits: DASH });
      const inputs = [{ address, credits: 2_000_000n }];
      const withdraw = async (more: object): Promise<number | undefined> =>
        codeOf(platform.withdrawAddressFunds({ inputs, outputScript: SCRIPT, ...more }));
      expect(await withdraw({ output: { address: other, credits: 2_000_000n } })).toBe(10813);
      expect(await withdraw({ output: { address: other, credits: 1_900_000n } })).toBe(10818);
      expect(await withdraw({ pooling: 'standard' })).toBe(10523);
      expect(await withdraw({ output: { address: other, credits: 500_000n } })).toBeUndefined();
      expect(await platform.getWithdrawals()).toMatchObject([{ credits: 1_500_000n, status: 'queued' }]);
      expect(await platform.getAddress({ address: other })).toMatchObject({ balance: 500_000n });
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });
  });
});
