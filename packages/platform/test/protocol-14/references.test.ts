import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { keysFrom } from '../signer.js';
import { rejection } from '../platform-fixture.js';
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

const NOBODY = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const PERMANENT = { documentsMutable: false, canBeDeleted: false };
const BY_NAME = { indices: [{ name: 'byName', properties: [{ name: 'asc' }], unique: true }] };

/** A contract with documents of every kind, to which other types refer. */
const TOPIC = typeOf({ name: TEXT }, { ...PERMANENT, required: ['name'], ...BY_NAME });
const DRAFT = typeOf({ name: TEXT });
const GROUP = typeOf(
  { members: { type: 'array', maxItems: 4, items: ID } },
  { ...PERMANENT, required: ['members'] },
);

const refersTo = (members: object) => ({ refersTo: members });

interface Properties {
  readonly properties?: Readonly<Record<string, object>>;
}

/** A type that refers to documents of another contract. */
const to = (contractId: string, documentType: string, type = 'permanentDocument') => ({
  note: typeOf({ target: { ...ID, ...refersTo({ type, contractId, documentType }) } }),
});

async function reference(
  room: PreviewRoom,
  property: object,
  { properties = {}, ...members }: Readonly<Record<string, unknown>> & Properties = {},
) {
  const note = typeOf({ target: property, ...properties }, members);
  return writerOf(room, await register(room, { note, topic: TOPIC, draft: DRAFT, group: GROUP }));
}

/** A config with a team that is to be elected. */
const election = (members: object) => ({
  config: {
    $formatVersion: '2',
    moderation: {
      banlist: true,
      moderators: {
        $type: 'elected',
        moderatedDocumentTypes: { draft: ['ban'] },
        interim: { $type: 'contractOwner' },
        ...members,
      },
    },
  },
});

describe('a reference at protocol 14', () => {
  it('to an identity, a contract or a token is rejected with 40120 where there is none', () =>
    withPreview(async (room) => {
      const { owner, alice } = room;
      const token = {
        $formatVersion: '0',
        conventions: {
          $formatVersion: '0',
          localizations: {
            en: { $formatVersion: '0', shouldCapitalize: true, singularForm: 'coin', pluralForm: 'coins' },
          },
          decimals: 2,
        },
        baseSupply: 100,
      };
      const tokenContract = await register(room, { draft: DRAFT }, { tokens: { 0: token } });
      const [listed] = await room.platform.listTokens();
      const found = { identity: alice, contract: tokenContract, token: listed?.id ?? '' };
      for (const [type, target] of Object.entries(found)) {
        const { create } = await reference(room, { ...ID, ...refersTo({ type }) });
        expect([type, await codeOf(create(owner, 'note', { target }))]).toEqual([type, 'accepted']);
        const error = await rejection(create(owner, 'note', { target: NOBODY }));
        expect(error).toMatchObject({
          code: 40_120,
          isPaid: true,
          payload: { fields: { entityId: NOBODY, entityType: type, path: 'target' } },
        });
        expect(await codeOf(create(owner, 'note', {}))).toBe('accepted');
      }
    }));

  it('to a document of another contract is judged, and a contract that is not registered is 40120', () =>
    withPreview(async (room) => {
      const { alice, owner } = room;
      const topics = await register(room, { topic: TOPIC, draft: DRAFT });
      const id = await writerOf(room, topics).create(owner, 'topic', { name: 'dash' });
      const { create } = writerOf(room, await register(room, to(topics, 'topic')));
      expect(await codeOf(create(alice, 'note', { target: id }))).toBe('accepted');
      expect(await codeOf(create(alice, 'note', { target: NOBODY }))).toBe(40_120);
      expect(await codeOf(register(room, to(NOBODY, 'topic')))).toBe(40_120);
      expect(await codeOf(register(room, to(topics, 'nothing')))).toBe(40_121);
      expect(await codeOf(register(room, to(topics, 'draft')))).toBe(40_122);
      expect(await codeOf(register(room, to(topics, 'topic', 'deletableDocument')))).toBe(40_131);
    }));

  it('to a contract is rejected where that does not meet the requirements: 40135', () =>
    withPreview(async (room) => {
      const { platform, clock, owner, alice } = room;
      const plain = await register(room, { draft: DRAFT });
      const fixed = await register(
        room,
        { draft: DRAFT },
        { config: { $formatVersion: '2', readonly: true, keepsHistory: true } },
      );
      const elected = await register(
        room,
        { draft: DRAFT },
        election({ electionDelay: 50, ownerProtected: true }),
      );
      const requiring = async (contractRequirements: object) =>
        reference(room, { ...ID, ...refersTo({ type: 'contract', contractRequirements }) });
      const codes = async (requirements: object, by: string) => {
        const { create } = await requiring(requirements);
        const found: unknown[] = [];
        for (const target of [plain, fixed, elected])
          found.push(await codeOf(create(by, 'note', { target })));
        return found;
      };
      expect(await codes({ owner: 'self' }, owner)).toEqual(['accepted', 'accepted', 'accepted']);
      expect(await codes({ owner: 'self' }, alice)).toEqual([40_135, 40_135, 40_135]);
      expect(await codes({ owner: 'other' }, alice)).toEqual(['accepted', 'accepted', 'accepted']);
      expect(await codes({ readonly: true, keepsHistory: true }, alice)).toEqual([
        40_135,
        'accepted',
        40_135,
      ]);
      expect(await codes({ moderation: 'elected' }, alice)).toEqual([40_135, 40_135, 'accepted']);
      expect(await codes({ moderation: 'electionOpen' }, alice)).toEqual([40_135, 40_135, 40_135]);
      expect(await codes({ ownerProtected: true }, alice)).toEqual([40_135, 40_135, 'accepted']);
      expect(await codes({ ownerProtected: false }, alice)).toEqual([40_135, 40_135, 40_135]);
      expect(await codes({ minimumAgeSeconds: 50 }, alice)).toEqual([40_135, 40_135, 40_135]);
      const { create } = await requiring({ minimumAgeSeconds: 1 });
      expect(await codeOf(create(alice, 'note', { target: NOBODY }))).toBe(40_120);
      clock.set((await platform.status()).time + 50_000);
      expect(await codes({ minimumAgeSeconds: 50 }, alice)).toEqual(['accepted', 'accepted', 'accepted']);
      expect(await codes({ moderation: 'electionOpen' }, alice)).toEqual([40_135, 40_135, 'accepted']);
      expect(await codes({ minimumSecondsSinceUpdate: 51 }, alice)).toEqual([40_135, 40_135, 40_135]);
    }));

  it('with a requirement on the owner of a contract is judged at every replace of a document that changes hands', () =>
    withPreview(async (room) => {
      const { platform, owner, alice } = room;
      const contract = { type: 'contract', contractRequirements: { owner: 'self' } };
      const note = typeOf({ target: { ...ID, ...refersTo(contract) }, text: TEXT }, { transferable: 1 });
      const contractId = await register(room, { note });
      const { create, replace } = writerOf(room, contractId);
      const id = await create(owner, 'note', { target: contractId });
      await platform.transferDocument({
        by: owner,
        contractId,
        documentType: 'note',
        id,
        recipientId: alice,
      });
      expect(await codeOf(replace(alice, 'note', id, { target: contractId, text: 'a' }))).toBe(40_135);
      expect(await codeOf(replace(alice, 'note', id, { text: 'a' }))).toBe('accepted');
    }));

  it('is found by a unique index, and compares its values', () =>
    withPreview(async (room) => {
      const { alice, owner } = room;
      const topic = { type: 'permanentDocument', documentType: 'topic' };
      const { create } = await reference(
        room,
        { ...ID, ...refersTo({ ...topic, where: { name: 'name', $ownerId: 'by' } }) },
        { properties: { name: TEXT, by: ID } },
      );
      const id = await create(owner, 'topic', { name: 'dash' });
      expect(await codeOf(create(alice, 'note', { target: id, name: 'dash', by: owner }))).toBe('accepted');
      const wrong = await rejection(create(alice, 'note', { target: id, name: 'dash', by: alice }));
      expect(wrong).toMatchObject({
        code: 40_127,
        payload: { fields: { path: 'target', referringProperty: 'by', referencedProperty: '$ownerId' } },
      });
    }));

  it('is an element of a list of its target', () =>
    withPreview(async (room) => {
      const { alice, bob, owner } = room;
      const member = {
        type: 'permanentDocument',
        documentType: 'group',
        findBy: { $id: 'groupId' },
        inList: 'members',
      };
      const { create } = await reference(
        room,
        { ...ID, ...refersTo(member) },
        { properties: { groupId: ID }, required: ['groupId'], documentsMutable: false },
      );
      const groupId = await create(owner, 'group', { members: [alice] });
      expect(await codeOf(create(bob, 'note', { target: alice, groupId }))).toBe('accepted');
      expect(await codeOf(create(bob, 'note', { target: bob, groupId }))).toBe(40_120);
    }));

  it('of the writer is a gate: only members write', () =>
    withPreview(async (room) => {
      const { alice, bob, owner } = room;
      const membership = typeOf(
        { memberId: ID },
        {
          ...PERMANENT,
          required: ['memberId'],
          indices: [{ name: 'byMember', properties: [{ memberId: 'asc' }], unique: true }],
        },
      );
      const ownerRefersTo = {
        type: 'permanentDocument',
        documentType: 'membership',
        findBy: { memberId: '.' },
      };
      const post = typeOf({ text: TEXT }, { ownerRefersTo });
      const { create } = writerOf(room, await register(room, { membership, post }));
      await create(owner, 'membership', { memberId: alice });
      expect(await codeOf(create(alice, 'post', { text: 'a' }))).toBe('accepted');
      expect(await codeOf(create(bob, 'post', { text: 'b' }))).toBe(40_120);
    }));

  it('to a key needs an enabled key of the demanded purpose: 40123, 40124, 40136', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const { id: carol } = await platform.createIdentity({ credits: 10n ** 13n, keys: keysFrom(500) });
      const keyId = { type: 'integer', minimum: 0, maximum: 4_294_967_295 };
      const key = { type: 'identityPublicKey', keyIdProperty: 'keyId' };
      const { create } = await reference(
        room,
        { ...ID, ...refersTo({ ...key, keyRequirements: { purpose: 'authentication' } }) },
        { properties: { keyId } },
      );
      const code = async (id: number) => codeOf(create(alice, 'note', { target: carol, keyId: id }));
      expect(await code(2)).toBe('accepted');
      expect(await code(9)).toBe(40_123);
      expect(await code(3)).toBe(40_136);
      await platform.changeIdentityKeys({ by: carol, disable: [2] });
      expect(await code(2)).toBe(40_124);
    }));

  it('holds where one of several does', () =>
    withPreview(async (room) => {
      const { alice, owner } = room;
      const anyOf = [{ type: 'identity' }, { type: 'permanentDocument', documentType: 'topic' }];
      const { create } = await reference(room, { ...ID, ...refersTo({ anyOf }) });
      const topic = await create(owner, 'topic', { name: 'dash' });
      expect(await codeOf(create(alice, 'note', { target: alice }))).toBe('accepted');
      expect(await codeOf(create(alice, 'note', { target: topic }))).toBe('accepted');
      expect(await codeOf(create(alice, 'note', { target: NOBODY }))).toBe(40_120);
    }));

  it('to a document that was deleted rejects a replace until it is cleared', () =>
    withPreview(async (room) => {
      const { alice, owner } = room;
      const draft = { type: 'deletableDocument', documentType: 'draft' };
      const { create, replace, remove } = await reference(
        room,
        { ...ID, ...refersTo(draft) },
        { properties: { stars: COUNT }, immutable: ['target'] },
      );
      const target = await create(owner, 'draft', { name: 'a' });
      const id = await create(alice, 'note', { target, stars: 1 });
      expect(await codeOf(replace(alice, 'note', id, { stars: 1 }))).toBe(40_128);
      await remove(owner, 'draft', target);
      expect(await codeOf(replace(alice, 'note', id, { target, stars: 2 }))).toBe(40_120);
      expect(await codeOf(replace(alice, 'note', id, { stars: 2 }))).toBe('accepted');
    }));

  it('reveals a commitment that is old enough: 10423, 40120, 40142', () =>
    withPreview(async (room) => {
      const { alice } = room;
      const commitment = typeOf(
        { hash: { type: 'bytes', size: 32 } },
        {
          ...PERMANENT,
          required: ['hash', '$createdAtBlockHeight'],
          indices: [{ name: 'byHash', properties: [{ hash: 'asc' }], unique: true }],
        },
      );
      const reveal = {
        type: 'permanentDocument',
        documentType: 'commitment',
        findBy: { hash: { function: 'sys.hash.sha256d', params: ['salt', { const: '.' }, 'label'] } },
        minimumAgeBlocks: 2,
      };
      const name = typeOf(
        { salt: { ...TEXT, ...refersTo(reveal) }, label: TEXT },
        { documentsMutable: false, required: ['salt', 'label'] },
      );
      const { create } = writerOf(room, await register(room, { commitment, name }));
      const salt = 'pepper';
      const hash = sha256(sha256(Buffer.from('pepper.bob')));
      await create(alice, 'commitment', { hash });
      expect(await codeOf(create(alice, 'name', { salt, label: 'bob' }))).toBe(40_142);
      expect(await codeOf(create(alice, 'name', { salt: 'pep.per', label: 'bob' }))).toBe(10_423);
      expect(await codeOf(create(alice, 'name', { salt, label: 'eve' }))).toBe(40_120);
      expect(await codeOf(create(alice, 'name', { salt, label: 'bob' }))).toBe('accepted');
    }));
});
