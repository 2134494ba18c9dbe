import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { documentIdIn } from '../platform-fixture.js';
import { ID, register, TEXT, typeOf, withPreview, writerOf, codeOf } from './preview-room.js';

const findBy = { hash: { function: 'sys.hash.sha256d', params: ['salt', { const: '.' }, 'label'] } };
const reveal = {
  type: 'deletableDocument',
  documentType: 'commitment',
  findBy,
  where: { $ownerId: '$ownerId' },
  minimumAgeBlocks: 1,
  consume: true,
};

const TYPES = {
  commitment: typeOf(
    { hash: { type: 'bytes', size: 32 } },
    {
      documentsMutable: false,
      canBeDeleted: 'onlyWhenConsumed',
      documentsCountable: true,
      required: ['hash', '$createdAtBlockHeight'],
      indices: [{ name: 'byHash', properties: [{ hash: 'asc' }], unique: true }],
    },
  ),
  name: typeOf(
    { salt: { ...TEXT, refersTo: reveal }, label: TEXT, note: ID },
    {
      documentsMutable: false,
      required: ['salt', 'label'],
      propertyConstraints: { spent: { equal: [{ countOf: ['commitment'] }, 0] } },
    },
  ),
};

const hashOf = (salt: string, label: string): Uint8Array => sha256(sha256(Buffer.from(`${salt}.${label}`)));

describe('a commitment that is only deleted when it is consumed', () => {
  it('goes with the create that reveals it, and its owner gets its storage back once', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const contractId = await register(room, TYPES);
      const { create, remove, find } = writerOf(room, contractId);
      const data = { hash: hashOf('pepper', 'bob') };
      const made = await platform.createDocument({ by: alice, contractId, documentType: 'commitment', data });
      const id = documentIdIn(made.document);
      expect(await codeOf(remove(alice, 'commitment', id))).toBe(10_404);
      const balance = async () => (await platform.getIdentity({ id: alice }))?.balance ?? 0n;
      const before = await balance();
      // The total is judged as it is after the write: the commitment counts no more.
      const { fee } = await platform.createDocument({
        by: alice,
        contractId,
        documentType: 'name',
        data: { salt: 'pepper', label: 'bob' },
      });
      const refund = (await balance()) - before + fee;
      expect(refund).toBeGreaterThan(0n);
      expect(refund).toBeLessThan(made.fee);
      expect(await find('commitment', id)).toBeUndefined();
      expect(await codeOf(create(alice, 'name', { salt: 'pepper', label: 'bob' }))).toBe(40_120);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('of somebody else stays: 40127', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { create, find } = writerOf(room, await register(room, TYPES));
      const id = await create(alice, 'commitment', { hash: hashOf('pepper', 'bob') });
      expect(await codeOf(create(bob, 'name', { salt: 'pepper', label: 'bob' }))).toBe(40_127);
      expect(await find('commitment', id)).toBeDefined();
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('is revealed twice by one create and refunded once', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const name = typeOf(
        {
          salt: { ...TEXT, refersTo: reveal },
          label: TEXT,
          again: {
            ...TEXT,
            refersTo: {
              ...reveal,
              findBy: { hash: { function: 'sys.hash.sha256d', params: ['again', { const: '.' }, 'label'] } },
            },
          },
        },
        { documentsMutable: false, required: ['salt', 'label'] },
      );
      const contractId = await register(room, { ...TYPES, name });
      const { create } = writerOf(room, contractId);
      const refundOf = async (data: object): Promise<bigint> => {
        const balance = async () => (await platform.getIdentity({ id: alice }))?.balance ?? 0n;
        const before = await balance();
        const { fee } = await platform.createDocument({
          by: alice,
          contractId,
          documentType: 'name',
          data: { ...data },
        });
        return (await balance()) - before + fee;
      };
      await create(alice, 'commitment', { hash: hashOf('pepper', 'bob') });
      const once = await refundOf({ salt: 'pepper', label: 'bob' });
      await create(alice, 'commitment', { hash: hashOf('pepper', 'eve') });
      expect(await refundOf({ salt: 'pepper', label: 'eve', again: 'pepper' })).toBe(once);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('stays where the create is rejected', () =>
    withPreview(async (room) => {
      const { alice } = room;
      const name = typeOf(
        { salt: { ...TEXT, refersTo: reveal }, label: TEXT },
        {
          documentsMutable: false,
          required: ['salt', 'label'],
          indices: [{ name: 'byLabel', properties: [{ label: 'asc' }], unique: true }],
        },
      );
      const { create, find } = writerOf(room, await register(room, { ...TYPES, name }));
      await create(alice, 'commitment', { hash: hashOf('a', 'bob') });
      await create(alice, 'name', { salt: 'a', label: 'bob' });
      const id = await create(alice, 'commitment', { hash: hashOf('b', 'bob') });
      expect(await codeOf(create(alice, 'name', { salt: 'b', label: 'bob' }))).toBe(40_105);
      expect(await find('commitment', id)).toBeDefined();
    }));
});
