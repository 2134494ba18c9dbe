import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TOKEN_SPACES } from '../../src/state/token/token-keys.js';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import { tokenOf } from '../sample-token.js';
import { codeOf, register, TEXT, typeOf, withPreview, type PreviewRoom } from './preview-room.js';

const withToken = async (room: PreviewRoom, members: object): Promise<string> =>
  register(
    room,
    { note: typeOf({ text: TEXT }) },
    {
      tokens: {
        0: {
          ...tokenOf({ $type: 'contractOwner' }),
          $formatVersion: '1',
          ...members,
        },
      },
    },
  );

const givenOnce = (amount: number, members: object = {}) => ({
  ...members,
  distributionRules: {
    ...tokenOf({ $type: 'contractOwner' }).distributionRules,
    $formatVersion: '1',
    oncePerIdentityDistribution: { $formatVersion: '0', amount },
  },
});

const claimOf =
  ({ platform }: PreviewRoom, contractId: string) =>
  async (by: string) =>
    codeOf(platform.claimTokens({ by, contractId, distribution: 'oncePerIdentity' }));

describe('a distribution once per identity', () => {
  it('pays each identity once, also the owner, and records it (40722)', () =>
    withPreview(async (room) => {
      const { platform, owner, alice, bob } = room;
      const contractId = await withToken(room, givenOnce(5));
      const claim = claimOf(room, contractId);
      const balance = async (identityId: string) =>
        (await platform.getTokenBalance({ contractId, identityId })).balance;
      expect([await claim(alice), await claim(bob), await claim(owner)]).toEqual(Array(3).fill('accepted'));
      expect([await balance(alice), await balance(bob), await balance(owner)]).toEqual([5n, 5n, 1005n]);
      expect(await claim(alice)).toBe(40_722);
      expect(await balance(alice)).toBe(5n);
      const records = await platform.getDocuments({
        contractId: '43gujrzZgXqcKBiScLa4T8XTDnRhenR9BLx8GWVHjPxF',
        documentType: 'claim',
      });
      expect(records.map((record) => [record['distributionType'], record['recipientType']])).toEqual([
        [2, 1],
        [2, 1],
        [2, 1],
      ]);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it.each([7, 9])('has a claim of a time of 8 bytes: verify finds one of %i', async (length) => {
    const path = mkdtempSync(join(tmpdir(), 'dapikit-claims-'));
    onTestFinished(() => rmSync(path, { recursive: true }));
    const store = openLmdbStore({ path: join(path, 'state') });
    await withPreview(
      async (room) => {
        const contractId = await withToken(room, givenOnce(5));
        await room.platform.claimTokens({ by: room.alice, contractId, distribution: 'oncePerIdentity' });
        const space = TOKEN_SPACES.onceOnlyClaims;
        await store.write(async (view) => {
          const [claim] = await view.scan({ from: Uint8Array.of(space), to: Uint8Array.of(space + 1) });
          view.put(claim?.key ?? new Uint8Array(), new Uint8Array(length));
        });
        expect(await room.platform.verify()).toMatchObject({ ok: false, entries: [{ kind: 'token' }] });
      },
      { store },
    );
  });

  it('pays nothing beyond the maximum, and can be claimed later (40705)', () =>
    withPreview(async (room) => {
      const { platform, owner, alice, bob } = room;
      const contractId = await withToken(room, givenOnce(5, { maxSupply: 1005 }));
      const claim = claimOf(room, contractId);
      expect([await claim(alice), await claim(bob)]).toEqual(['accepted', 40_705]);
      await platform.burnTokens({ by: owner, contractId, amount: 5n });
      expect(await claim(bob)).toBe('accepted');
    }));

  it('is not claimed of a token without one (40715)', () =>
    withPreview(async (room) => {
      const { platform, alice: by } = room;
      for (const members of [{}, { transferable: true }]) {
        const contractId = await withToken(room, members);
        expect(
          await codeOf(
            platform.claimTokens({
              by,
              contractId,
              distribution: 'oncePerIdentity',
            }),
          ),
        ).toBe(40_715);
      }
    }));

  it('comes with a token of an update as well', () =>
    withPreview(async (room) => {
      const { platform, owner, alice } = room;
      const documentSchemas = { note: typeOf({ text: TEXT }) };
      const contractId = await register(room, documentSchemas);
      const token = {
        ...tokenOf({ $type: 'contractOwner' }),
        $formatVersion: '1',
        ...givenOnce(7),
      };
      const contract = {
        $formatVersion: '1',
        id: contractId,
        ownerId: owner,
        version: 2,
        documentSchemas,
      };
      await platform.updateContract({
        by: owner,
        contract: { ...contract, tokens: { 0: token } },
      });
      await platform.claimTokens({
        by: alice,
        contractId,
        distribution: 'oncePerIdentity',
      });
      expect((await platform.getTokenBalance({ contractId, identityId: alice })).balance).toBe(7n);
    }));
});

it('a token that cannot be transferred is minted to its buyers, and burnt', () =>
  withPreview(async (room) => {
    const { platform, owner, alice, bob } = room;
    const contractId = await withToken(room, { transferable: false });
    await platform.setTokenPrice({ by: owner, contractId, price: 20 });
    await platform.purchaseTokens({
      by: alice,
      contractId,
      amount: 3n,
      totalAgreedPrice: 60n,
    });
    expect((await platform.getTokenBalance({ contractId, identityId: alice })).balance).toBe(3n);
    const transfer = platform.transferTokens({
      by: alice,
      contractId,
      amount: 1n,
      recipientId: bob,
    });
    expect(await codeOf(transfer)).toBe(40_726);
    await platform.mintTokens({
      by: owner,
      contractId,
      amount: 2n,
      recipientId: bob,
    });
    expect((await platform.getTokenBalance({ contractId, identityId: bob })).balance).toBe(2n);
  }));

it('a token of format 1 with the defaults moves', () =>
  withPreview(async (room) => {
    const { platform, owner: by, alice: recipientId } = room;
    const contractId = await withToken(room, { transferable: true });
    expect(await codeOf(platform.transferTokens({ by, contractId, amount: 1n, recipientId }))).toBe(
      'accepted',
    );
  }));
