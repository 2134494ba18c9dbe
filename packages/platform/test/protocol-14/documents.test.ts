import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import { documentIdIn, rejection } from '../platform-fixture.js';
import { keysFrom, signed, UNSIGNED } from '../signer.js';
import {
  codeOf,
  COUNT,
  ID,
  register,
  TEXT,
  typeOf,
  withPreview,
  writerOf,
  type PreviewRoom,
} from './preview-room.js';

const POST = {
  post: typeOf(
    {
      title: { ...TEXT, maxBytes: 8 },
      slug: {
        ...TEXT,
        generatedFrom: { function: 'sys.stringTransformations.lowercase', params: ['title'] },
      },
      tags: { type: 'array', maxItems: 4, items: TEXT },
      stars: COUNT,
    },
    {
      required: ['title', '$createdAt', '$updatedAt'],
      immutable: ['title'],
      propertyConstraints: { rated: { ifThen: [{ present: 'tags' }, { greaterThan: ['stars', 0] }] } },
      deleteConstraints: { unrated: { equal: ['stars', 0] } },
      indices: [{ name: 'bySlug', properties: [{ slug: 'asc' }] }],
    },
  ),
};

const KEY = { type: 'integer', minimum: 0, maximum: 4_294_967_295 };
const ENCRYPTED = {
  type: 'array',
  byteArray: true,
  maxItems: 1040,
  encryptedFor: {
    recipient: 'to',
    recipientKey: 'key',
    senderKey: 'key',
    scheme: 'ecdh-secp256k1-aes256-cbc',
  },
};
const LOWERCASE = { function: 'sys.stringTransformations.lowercase', params: ['label'] };
const RATED = { rated: { greaterThan: ['stars', 0] } };
const COMMITMENT = {
  type: 'permanentDocument',
  documentType: 'commitment',
  findBy: { hash: { function: 'sys.hash.sha256d', params: ['label', { const: '.' }, 'salt'] } },
};
const COMMITMENT_TYPE = typeOf(
  { hash: { type: 'bytes', size: 32 } },
  {
    required: ['hash'],
    documentsMutable: false,
    canBeDeleted: false,
    indices: [{ name: 'byHash', properties: [{ hash: 'asc' }], unique: true }],
  },
);

describe('a create at protocol 14', () => {
  it.each<[code: number, properties: Record<string, object>, data: Record<string, unknown>]>([
    [10_419, { friendId: { ...ID, distinctFrom: '$ownerId' } }, { friendId: 'alice' }],
    [10_420, { to: ID, key: KEY, message: ENCRYPTED }, { message: new Uint8Array(33) }],
    [10_421, { text: { ...TEXT, maxBytes: 4 } }, { text: 'ééé' }],
    [10_422, { stars: COUNT }, { stars: 0 }],
    [10_423, { label: { ...TEXT, refersTo: COMMITMENT }, salt: TEXT }, { label: 'a', stars: 1 }],
    [10_424, { label: TEXT, slug: { ...TEXT, generatedFrom: LOWERCASE } }, { label: 'Bob', slug: 'Bob' }],
  ])('is rejected with %i by the rules of its values', (code, properties, data) =>
    withPreview(async (room) => {
      const rules = { documentsMutable: false, propertyConstraints: RATED };
      const note = typeOf({ stars: COUNT, ...properties }, rules);
      const contractId = await register(room, { note, commitment: COMMITMENT_TYPE });
      const own = Object.entries<unknown>({ stars: 1, ...data }).map(([name, value]) => [
        name,
        value === 'alice' ? room.alice : value,
      ]);
      const { create } = writerOf(room, contractId);
      expect(await codeOf(create(room.alice, 'note', Object.fromEntries(own)))).toBe(code);
    }),
  );

  it('with a field of the moderators is rejected with 41124, unless a moderator writes it', () =>
    withPreview(async (room) => {
      const report = typeOf({ text: TEXT, label: TEXT }, { moderatorAbilities: { changeFields: ['label'] } });
      const moderation = { banlist: true, moderators: { $type: 'contractOwner' } };
      const contractId = await register(room, { report }, { config: { $formatVersion: '2', moderation } });
      const { create, replace } = writerOf(room, contractId);
      const id = await create(room.alice, 'report', { text: 'a' });
      expect(await codeOf(create(room.alice, 'report', { text: 'a', label: 'b' }))).toBe(41_124);
      expect(await codeOf(replace(room.alice, 'report', id, { text: 'a', label: 'b' }))).toBe(41_124);
      expect(await codeOf(create(room.owner, 'report', { text: 'a', label: 'b' }))).toBe('accepted');
    }));
});

describe('a document at protocol 14', () => {
  it('has its lists and the values that the platform computes, also in its index', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const contractId = await register(room, POST);
      const { create, find } = writerOf(room, contractId);
      const id = await create(alice, 'post', { title: 'Hello', tags: ['a', 'b'], stars: 2 });
      expect(await find('post', id)).toMatchObject({ title: 'Hello', slug: 'hello', tags: ['a', 'b'] });
      const where = [['slug', '==', 'hello']] as const;
      const found = await platform.getDocuments({ contractId, documentType: 'post', where });
      expect(found.map(documentIdIn)).toEqual([id]);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('pays for a broken rule, which names the rule and what breaks it', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const contractId = await register(room, POST);
      const balance = async () => (await platform.getIdentity({ id: alice }))?.balance ?? 0n;
      const [before, nonce] = [await balance(), await platform.getIdentityNonce({ id: alice, contractId })];
      const create = platform.createDocument({
        by: alice,
        contractId,
        documentType: 'post',
        data: { title: 'a', tags: [] },
      });
      expect(await rejection(create)).toMatchObject({
        code: 10_422,
        isPaid: true,
        payload: { fields: { documentTypeName: 'post', constraint: 'rated', violation: 'NotMet' } },
        official: undefined,
      });
      expect(await balance()).toBeLessThan(before);
      expect((await platform.getIdentityNonce({ id: alice, contractId })).nonce).toBe(nonce.nonce + 1n);
    }));

  it('keeps an immutable value, and is deleted only where its rule holds', () =>
    withPreview(async (room) => {
      const { alice } = room;
      const contractId = await register(room, POST);
      const { create, replace, remove, find } = writerOf(room, contractId);
      const id = await create(alice, 'post', { title: 'Hello', stars: 2 });
      expect(await codeOf(replace(alice, 'post', id, { title: 'Bye', stars: 2 }))).toBe(40_128);
      expect(await codeOf(remove(alice, 'post', id))).toBe(40_147);
      expect(await codeOf(replace(alice, 'post', id, { title: 'Hello', stars: 0 }))).toBe('accepted');
      expect(await codeOf(remove(alice, 'post', id))).toBe('accepted');
      expect(await find('post', id)).toBeUndefined();
    }));

  it('has what an update of its contract requires from its next replace on', () =>
    withPreview(async (room) => {
      const { platform, owner, alice } = room;
      const before = { post: typeOf({ title: TEXT }, { required: ['title'] }) };
      const after = {
        post: typeOf(
          { title: TEXT, language: { ...TEXT, requiredSince: 2 } },
          { required: ['title', 'language'] },
        ),
      };
      const contractId = await register(room, before);
      const { create, replace, find } = writerOf(room, contractId);
      const id = await create(alice, 'post', { title: 'a' });
      await platform.updateContract({ by: owner, contractId, contract: after });
      expect(await find('post', id)).toMatchObject({ title: 'a' });
      expect(await codeOf(replace(alice, 'post', id, { title: 'b' }))).toBe(10_101);
      await replace(alice, 'post', id, { title: 'b', language: 'en' });
      expect(await find('post', id)).toMatchObject({ title: 'b', language: 'en' });
      expect(await codeOf(create(alice, 'post', { title: 'c' }))).toBe(10_101);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));
});

const FIRST_KEY = 100;
const HIGH = 2;

/** Returns signed bytes of a create, or a delete, by an identity with the keys of the tests. */
function signedItem(
  by: string,
  contractId: string,
  action: 'create' | 'delete',
  { id = new Uint8Array(32), nonce }: { readonly id?: Uint8Array; readonly nonce: bigint },
): Uint8Array {
  const base = {
    formatVersion: 0,
    id,
    identityContractNonce: nonce,
    documentType: 'post',
    dataContractId: bytesOf(contractId),
  } as const;
  const create = { entropy: new Uint8Array(32), data: new Map(), prefundedVotingBalance: undefined };
  return signed(
    {
      ...UNSIGNED,
      type: 'batch',
      formatVersion: 1,
      ownerId: bytesOf(by),
      transitions: [
        action === 'create'
          ? { transition: 'document', action, formatVersion: 0, base, ...create }
          : { transition: 'document', action, formatVersion: 0, base },
      ],
    },
    FIRST_KEY,
    HIGH,
  );
}

const withSigner = async (test: (room: PreviewRoom, contractId: string, signer: string) => Promise<void>) =>
  withPreview(async (room) => {
    const { id } = await room.platform.createIdentity({ credits: 10n ** 13n, keys: keysFrom(FIRST_KEY) });
    await test(room, await register(room, POST), id);
  });

describe('signed bytes at protocol 14', () => {
  it('of a create are rejected, as the id derivation is not published', () =>
    withSigner(async ({ platform }, contractId, signer) => {
      const stateTransition = signedItem(signer, contractId, 'create', { nonce: 1n });
      await expect(platform.broadcastStateTransition({ stateTransition })).rejects.toMatchObject({
        reason: 'unsupported-transition',
        message: expect.stringContaining('the id derivation of protocol 14 is not published'),
      });
      expect((await platform.getIdentityNonce({ id: signer, contractId })).nonce).toBe(0n);
    }));

  it('of a delete are executed', () =>
    withSigner(async (room, contractId, signer) => {
      const { create, find } = writerOf(room, contractId);
      const id = await create(signer, 'post', { title: 'a', stars: 0 });
      const stateTransition = signedItem(signer, contractId, 'delete', { id: bytesOf(id), nonce: 2n });
      await room.platform.broadcastStateTransition({ stateTransition });
      expect(await find('post', id)).toBeUndefined();
    }));
});

describe('a platform at protocol 14', () => {
  it('says what it previews, and proves nothing', () =>
    withPreview(async ({ platform }) => {
      expect((await platform.status()).preview).toMatch(
        /^Protocol 14 is a preview: Platform 5\.0\.0-beta\.4 of 2026-10-09.*\(10405\).*Proofs are off/,
      );
      await expect(platform.getProof()).rejects.toThrow('the trees of protocol 14 are not published');
    }));

  it('gives no bytes of a contract whose form is not published', () =>
    withPreview(async (room) => {
      const config = {
        $formatVersion: '2',
        moderation: { banlist: true, moderators: { $type: 'contractOwner' } },
      };
      const [plain, moderated] = [await register(room, POST), await register(room, POST, { config })];
      const bytesIn = async (id: string) =>
        room.platform.readState(async (state) => state.contract(bytesOf(id)));
      expect(await bytesIn(plain)).toBeInstanceOf(Uint8Array);
      await expect(bytesIn(moderated)).rejects.toMatchObject({ reason: 'unpublished-form' });
    }));
});

it('a released platform has no preview', () =>
  withPreview(
    async ({ platform }) => {
      expect(await platform.status()).not.toHaveProperty('preview');
    },
    { protocolVersion: 13 },
  ));
