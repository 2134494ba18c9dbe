import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { onEachEngine } from './engines.js';
import { balanceOf, DASH, noteOf, openRoom, rejection } from './platform-fixture.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

const NOTE = noteOf({ text: SCHEMAS.string });
const NOBODY = base58.encode(new Uint8Array(32).fill(9));

onEachEngine((engine) => {
  describe('an identity', () => {
    it('is found by its id or its seed', async () => {
      const { platform } = await openRoom(engine, NOTE);
      const created = await platform.createIdentity({ seed: 'dora', credits: '5000' });
      expect(created).toMatchObject({ balance: 5000n, revision: 0n });
      expect(created.keys.map(({ purpose, securityLevel }) => `${purpose} ${securityLevel}`)).toEqual([
        'AUTHENTICATION MASTER',
        'AUTHENTICATION CRITICAL',
        'AUTHENTICATION HIGH',
        'TRANSFER CRITICAL',
      ]);
      expect(await platform.getIdentity({ seed: 'dora' })).toEqual(created);
      expect(await platform.getIdentity({ id: created.id })).toEqual(created);
      expect(await platform.getIdentity({ id: NOBODY })).toBeUndefined();
      expect(await rejection(platform.createIdentity({ seed: 'dora' }))).toMatchObject({ code: 40200 });
    });

    it('transfers credits with a transfer key for a fee', async () => {
      const room = await openRoom(engine, NOTE);
      const { platform, alice, bob } = room;
      const before = await balanceOf(room, alice);
      const { fee } = await platform.transferCredits({
        by: alice,
        recipientId: bob,
        credits: DASH,
        userFeeIncrease: 100,
      });
      const usual = await platform.transferCredits({ by: alice, recipientId: bob, credits: DASH });
      expect(fee).toBe(usual.fee * 2n);
      expect(await balanceOf(room, alice)).toBe(before - 2n * DASH - fee - usual.fee);
      for (const [input, code] of [
        [{ recipientId: bob, credits: 99_999 }, 10524],
        [{ recipientId: alice, credits: DASH }, 10528],
        [{ recipientId: NOBODY, credits: DASH }, 20000],
        [{ recipientId: bob, credits: 200n * DASH }, 40210],
        [{ recipientId: bob, credits: DASH, keyId: 1 }, 20011],
        [{ recipientId: bob, credits: DASH, keyId: 7 }, 20003],
      ] as const)
        expect(await rejection(platform.transferCredits({ by: alice, ...input }))).toMatchObject({
          code,
          isPaid: false,
        });
      expect(await balanceOf(room, alice)).toBe(before - 2n * DASH - fee - usual.fee);
    });

    it.each([
      ['/credits', { credits: -1 }],
      ['/credits', { credits: 'many' }],
      ['/credits', { credits: 2 ** 60 }],
      ['/keys', { keys: 'all' }],
      ['/keys/0/purpose', { keys: [{ purpose: 'FUN' }] }],
      ['/keys/0/data', { keys: [{ data: 5 }] }],
      ['/keys/0/id', { keys: [{ id: -1 }] }],
      ['/seed', { seed: '' }],
    ])('is rejected with an invalid %s', async (at, input) => {
      const { platform } = await openRoom(engine, NOTE);
      const creating = platform.createIdentity(Object(input));
      await expect(creating).rejects.toMatchObject({ name: 'InputError', at });
    });
  });

  describe('identity keys', () => {
    it('are added and disabled with a MASTER key', async () => {
      const { platform, alice, contractId } = await openRoom(engine, NOTE);
      const changed = await platform.changeIdentityKeys({
        by: alice,
        add: [{ securityLevel: 'MEDIUM' }],
        disable: [1, 2],
      });
      expect(changed.identity).toMatchObject({ revision: 1n });
      expect(changed.identity.keys.map(({ id, disabledAt }) => [id, disabledAt !== undefined])).toEqual([
        [0, false],
        [1, true],
        [2, true],
        [3, false],
        [4, false],
      ]);
      const note = { by: alice, contractId, documentType: 'note', data: { text: 'x' } };
      expect(await rejection(platform.createDocument({ ...note, keyId: 1 }))).toMatchObject({ code: 20006 });
      // What is left is too weak for the type.
      expect(await rejection(platform.createDocument(note))).toMatchObject({ code: 20004, isPaid: true });
    });

    it('reject invalid changes before the fee and forbidden ones after it', async () => {
      const room = await openRoom(engine, NOTE);
      const { platform, alice } = room;
      const MASTER = { securityLevel: 'MASTER' } as const;
      const before = await balanceOf(room, alice);
      const change = async (input: object) => rejection(platform.changeIdentityKeys({ by: alice, ...input }));
      const eleven = Array.from({ length: 11 }, (_, id) => id);
      for (const [input, code] of [
        [{}, 10526],
        [{ disable: eleven }, 40205],
        [{ disable: [1, 1] }, 10501],
        [{ add: [{ id: 2 }], disable: [2] }, 10516],
        [{ add: eleven.map((id) => ({ id })) }, 40205],
        [{ add: [{ id: 9 }, { id: 9 }] }, 10501],
        [{ add: [{ purpose: 'TRANSFER' }] }, 10519],
      ] as const)
        expect(await change(input)).toMatchObject({ code, isPaid: false });
      expect(await balanceOf(room, alice)).toBe(before);
      for (const [input, code] of [
        [{ add: [{ id: 2 }] }, 10501],
        [
          {
            add: [
              {
                id: 2,
                purpose: 'ENCRYPTION',
                securityLevel: 'MEDIUM',
                contractBounds: { contractId: NOBODY },
              },
            ],
          },
          10501,
        ],
        [{ disable: [99] }, 40209],
        [{ disable: [0] }, 10529],
        [{ disable: [1], add: [MASTER] }, 10529],
        [{ disable: [0], add: [MASTER, { ...MASTER, id: 9 }] }, 10529],
      ] as const)
        expect(await change(input)).toMatchObject({ code, isPaid: true });
      // One for another.
      const { identity } = await platform.changeIdentityKeys({ by: alice, add: [MASTER], disable: [0] });
      expect(identity.keys.filter(({ securityLevel }) => securityLevel === 'MASTER')).toMatchObject([
        { id: 0, disabledAt: expect.any(Number) },
        { id: 4 },
      ]);
      await platform.changeIdentityKeys({ by: alice, add: [{}] });
    });

    it('cost a signature check each, by type', async () => {
      const { platform, alice } = await openRoom(engine, NOTE);
      const feeOf = async (type: 'ECDSA_HASH160' | 'BIP13_SCRIPT_HASH') =>
        (await platform.changeIdentityKeys({ by: alice, add: [{ type }] })).fee;
      // Both have 20 bytes.
      expect((await feeOf('BIP13_SCRIPT_HASH')) - (await feeOf('ECDSA_HASH160'))).toBe(300_000n - 15_500n);
    });

    it('are bound to a contract that requires them, at most once where configured', async () => {
      const { platform, owner, alice } = await openRoom(engine, NOTE);
      const { contractId } = await platform.registerContract({
        by: owner,
        contract: {
          $formatVersion: '1',
          config: {
            $formatVersion: '1',
            requiresIdentityEncryptionBoundedKey: 0,
            requiresIdentityDecryptionBoundedKey: 1,
          },
          documentSchemas: {
            ...NOTE,
            secret: { ...Object(NOTE).note, requiresIdentityEncryptionBoundedKey: 2 },
          },
        },
      });
      const bound = (purpose: 'ENCRYPTION' | 'DECRYPTION' | 'AUTHENTICATION', bounds: object = {}) => ({
        by: alice,
        add: [{ purpose, securityLevel: 'MEDIUM', contractBounds: { contractId, ...bounds } } as const],
      });
      await platform.changeIdentityKeys(bound('ENCRYPTION'));
      for (const [input, code] of [
        [bound('ENCRYPTION'), 40211],
        [bound('AUTHENTICATION'), 10533],
        [bound('ENCRYPTION', { documentType: 'note' }), 10515],
        [bound('ENCRYPTION', { documentType: 'none' }), 10406],
        [bound('ENCRYPTION', { contractId: NOBODY }), 10400],
      ] as const)
        expect(await rejection(platform.changeIdentityKeys(input))).toMatchObject({ code, isPaid: true });
      for (const input of [
        bound('DECRYPTION'),
        bound('DECRYPTION'),
        bound('ENCRYPTION', { documentType: 'secret' }),
      ])
        await expect(platform.changeIdentityKeys(input)).resolves.toHaveProperty('fee');
    });
  });

  describe('masternodes of a platform', () => {
    it('join, change their voting keys, leave and return', async () => {
      const { platform } = await openRoom(engine, NOTE);
      const hex = '0f'.repeat(32);
      const listed = await platform.registerMasternode({ proTxHash: hex, isEvolution: true });
      expect(listed).toMatchObject({ proTxHash: base58.encode(Buffer.from(hex, 'hex')), kind: 'evolution' });
      expect(await platform.getIdentity({ id: listed.voterIdentityId })).toMatchObject({
        keys: [{ purpose: 'VOTING' }],
      });
      expect(await rejection(platform.registerMasternode({ proTxHash: hex }))).toMatchObject({ code: 40200 });
      const changed = await platform.changeVotingAddress({ proTxHash: hex, votingAddress: 'AB'.repeat(20) });
      expect(changed.voterIdentityId).not.toBe(listed.voterIdentityId);
      expect(await platform.listMasternodes()).toEqual([changed]);
      await platform.removeMasternode({ proTxHash: listed.proTxHash });
      expect(await platform.listMasternodes()).toEqual([]);
      await platform.mineBlock();
      await platform.registerMasternode({ proTxHash: hex });
      expect(await platform.listMasternodes()).toMatchObject([{ kind: 'regular' }]);
      expect(await rejection(platform.removeMasternode({ proTxHash: NOBODY }))).toMatchObject({
        code: 40300,
      });
    });
  });
});
