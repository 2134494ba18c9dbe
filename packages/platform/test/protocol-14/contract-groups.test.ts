import { describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { hash } from 'node:crypto';
import { InputError } from '../../src/base/errors/input-error.js';
import type { RegisterContract } from '../../src/execution/contract-transition/register-contract.js';
import { CONTRACT_GROUP_SPACES } from '../../src/state/contract/contract-group.js';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import { TOKEN_1000 } from '../sample-token.js';
import { codeOf, TEXT, typeOf, withPreview, type PreviewRoom } from './preview-room.js';

const NOBODY = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const CONTRACT = { $formatVersion: '1', version: 1, documentSchemas: { listing: typeOf({ text: TEXT }) } };

type Groups = Pick<RegisterContract, 'contractGroup' | 'contractGroupMemberships'>;

/** Returns what registers contracts with groups, and what it is rejected with. */
const registrarOf = ({ platform, owner }: PreviewRoom) => {
  const register = async (groups: Groups, by = owner, members: object = {}) =>
    platform.registerContract({ by, contract: { ...CONTRACT, ownerId: by, ...members }, ...groups });
  return {
    register,
    rejected: async (groups: Groups, by?: string) => codeOf(register(groups, by)),
    joins: (
      contractGroupId: string,
      ...all: readonly ('contract' | { documentType: string } | { token: number })[]
    ) => ({
      contractGroupMemberships: all.map((member) => ({ contractGroupId, member })),
    }),
  };
};

const sha = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
const id = (last: number): string => base58.encode(new Uint8Array(32).fill(1, 0, 31).fill(last, 31));

/** Computes the id that the book of the platform states, without the code under test. */
function expectedId(ownerId: string, nonce: bigint): string {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(nonce);
  return base58.encode(
    sha(sha(Buffer.concat([Buffer.from('contract_group'), base58.decode(ownerId), number]))),
  );
}

describe('a registration makes a contract group', () => {
  it('whose id follows from the owner and the nonce, and which it joins at once', () =>
    withPreview(async (room) => {
      const { platform, owner, alice } = room;
      const { register, joins } = registrarOf(room);
      const contractGroupId = expectedId(owner, 1n);
      const contractGroup = { admins: [alice], name: 'cards', description: 'All of the game' };
      const made = await register({ contractGroup, ...joins(contractGroupId, 'contract') });
      expect(made).toMatchObject({ contractGroupId });
      expect(await platform.getContractGroupInfo({ contractGroupId })).toEqual({
        contractGroupId,
        ownerId: owner,
        ...contractGroup,
      });
      const { contractId } = made;
      expect(await platform.getContractGroupMembers({ contractGroupId })).toEqual([
        { contractId, members: ['contract'] },
      ]);
      expect(await platform.getContractGroupsForContract({ contractId })).toEqual([
        { contractGroupId, members: ['contract'] },
      ]);
      expect(await platform.getContractGroupInfo({ contractGroupId: NOBODY })).toBeUndefined();
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('to which its owner and its admins add contracts, types and tokens, and nobody else (41002)', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { register, rejected, joins } = registrarOf(room);
      const { contractGroupId = '' } = await register({ contractGroup: { admins: [alice] } });
      const parts = [{ documentType: 'listing' }, { token: 0 }] as const;
      const { contractId } = await register(joins(contractGroupId, ...parts), alice, {
        tokens: { 0: TOKEN_1000 },
      });
      expect(await platform.getContractGroupMembers({ contractGroupId })).toEqual([
        { contractId, members: parts },
      ]);
      expect(await rejected(joins(contractGroupId, 'contract'), bob)).toBe(41_002);
      expect(await rejected(joins(NOBODY, 'contract'))).toBe(41_001);
      expect(await rejected({ contractGroup: { admins: [NOBODY] } })).toBe(41_003);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('once for each nonce (41000)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-contract-groups-'));
    const store = openLmdbStore({ path: join(folder, 'state') });
    return withPreview(
      async (room) => {
        const { owner } = room;
        const groups = Uint8Array.of(CONTRACT_GROUP_SPACES.contractGroups);
        const made = await registrarOf(room).register({ contractGroup: {} });
        const [entry] = await store.read(async (view) =>
          view.scan({ from: groups, to: Uint8Array.of(CONTRACT_GROUP_SPACES.groupMembers) }),
        );
        expect(made.contractGroupId).toBe(expectedId(owner, 1n));
        // No nonce serves twice: only a damaged state has the group already.
        await store.write(async (view) => {
          view.put(Buffer.concat([groups, base58.decode(expectedId(owner, 2n))]), entry?.value ?? groups);
          return Promise.resolve();
        });
        expect(await registrarOf(room).rejected({ contractGroup: {} })).toBe(41_000);
      },
      { store },
    ).finally(() => rmSync(folder, { recursive: true, force: true }));
  });
});

const member = 'contract';
const manyAdmins = (count: number) => Array.from({ length: count }, (_, at) => id(at + 1));
const memberships = (count: number) => ({
  contractGroupMemberships: Array.from(
    { length: count },
    (_, at) => ({ contractGroupId: id(at), member }) as const,
  ),
});
const parts = (...all: readonly ('contract' | { documentType: string } | { token: number })[]) => ({
  contractGroupMemberships: all.map((part) => ({ contractGroupId: id(0), member: part })),
});

describe('a contract group is rejected, and nothing is paid', () => {
  it.each<[name: string, groups: Groups, code: number]>([
    ['17 admins', { contractGroup: { admins: manyAdmins(17) } }, 10_364],
    ['16 admins, who do not exist', { contractGroup: { admins: manyAdmins(16) } }, 41_003],
    ['an empty name', { contractGroup: { name: '' } }, 10_366],
    ['a name of 65 characters', { contractGroup: { name: 'x'.repeat(65) } }, 10_366],
    ['an empty description', { contractGroup: { description: '' } }, 10_367],
    ['a description of 257 characters', { contractGroup: { description: '🂡'.repeat(257) } }, 10_367],
    ['17 memberships', memberships(17), 10_360],
    ['16 memberships of unknown groups', memberships(16), 41_001],
    ['an unknown type', parts({ documentType: 'nothing' }), 10_363],
    ['an unknown token', parts({ token: 0 }), 10_363],
    ['one membership twice', parts({ documentType: 'listing' }, { documentType: 'listing' }), 10_361],
    ['a part beside the whole contract', parts({ documentType: 'listing' }, 'contract'), 10_362],
    [
      'more memberships before an unknown type',
      {
        contractGroupMemberships: [
          ...memberships(16).contractGroupMemberships,
          ...parts({ documentType: 'nothing' }).contractGroupMemberships,
        ],
      },
      10_360,
    ],
  ])('with %s', (_, groups, code) =>
    withPreview(async (room) => {
      const { platform, owner } = room;
      const before = (await platform.getIdentity({ id: owner }))?.balance;
      expect(await registrarOf(room).rejected(groups)).toBe(code);
      const isFree = (await platform.getIdentity({ id: owner }))?.balance === before;
      expect(isFree).toBe(code < 20_000);
    }),
  );

  it('with the owner as an admin (10364)', () =>
    withPreview(async (room) => {
      expect(await registrarOf(room).rejected({ contractGroup: { admins: [room.owner] } })).toBe(10_364);
    }));

  it('with 64 characters of two units each it is made', () =>
    withPreview(async (room) => {
      expect(await registrarOf(room).rejected({ contractGroup: { name: '🂡'.repeat(64) } })).toBe('accepted');
    }));

  it.each<[name: string, groups: object]>([
    ['a member that is none', { contractGroupMemberships: [{ contractGroupId: NOBODY, member: 'type' }] }],
    [
      'two members in one',
      {
        contractGroupMemberships: [
          { contractGroupId: NOBODY, member: { token: 0, documentType: 'listing' } },
        ],
      },
    ],
    ['an unknown member', { contractGroup: { owner: NOBODY } }],
    ['memberships that are no list', { contractGroupMemberships: {} }],
  ])('as input, with %s', (_, groups) =>
    withPreview(async (room) => {
      await expect(registrarOf(room).register(groups)).rejects.toThrow(InputError);
    }),
  );
});

it('a contract that is deleted leaves its groups', () =>
  withPreview(async (room) => {
    const { platform, owner } = room;
    const { register, joins } = registrarOf(room);
    const { contractGroupId = '' } = await register({ contractGroup: {} });
    const config = { $formatVersion: '2', canBeDeleted: true };
    const { contractId } = await register(joins(contractGroupId, 'contract'), owner, { config });
    await platform.deleteContract({ by: owner, contractId });
    expect(await platform.getContractGroupMembers({ contractGroupId })).toEqual([]);
    expect(await platform.verify()).toMatchObject({ ok: true });
  }));

it('protocol 13 has no contract groups', () =>
  withPreview(
    async (room) => {
      await expect(registrarOf(room).register({ contractGroup: {} })).rejects.toThrow(
        'protocol 13 has no contract groups: they exist from protocol 14 on',
      );
    },
    { protocolVersion: 13 },
  ));
