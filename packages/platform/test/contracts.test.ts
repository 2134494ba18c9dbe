import { validateContract } from '@dapikit/contract';
import { estimateFees } from '@dapikit/contract';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { contractId } from '../src/state/contract/contract-id.js';
import { ContractRejectedError } from '../src/state/contract/contract-error.js';
import type { DocumentJson } from '../src/state/document/json-form.js';
import { onEachEngine, type Engine } from './engines.js';
import { balanceOf, DASH, openRoom, rejection, type Room } from './platform-fixture.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';
import { NO_DIFFERENCES } from './no-differences.js';

const NOTE = { note: schemaOf({ text: SCHEMAS.string }) };
const CHANGED = { note: schemaOf({ text: SCHEMAS.string, more: SCHEMAS.string }) };
const NOBODY = base58.encode(new Uint8Array(32).fill(9));

const open = async (engine: Engine, contract: object = {}): Promise<Room> =>
  openRoom(engine, NOTE, { contract });

/** What rejects a contract; fails when it is not rejected. */
async function rejected(work: Promise<unknown>): Promise<ContractRejectedError> {
  const error: unknown = await work.then(
    () => new Error('expected a rejection'),
    (reason: unknown) => reason,
  );
  if (error instanceof ContractRejectedError) return error;
  throw error;
}

const tokenOf = (members: object = {}) => ({
  $formatVersion: '0',
  conventions: {
    $formatVersion: '0',
    localizations: {
      en: { $formatVersion: '0', shouldCapitalize: false, singularForm: 'coin', pluralForm: 'coins' },
    },
    decimals: 0,
  },
  ...members,
});
const idOf = ({ $id }: DocumentJson): string => (typeof $id === 'string' ? $id : '');
const withToken = (members: object = {}) => ({
  $formatVersion: '1',
  documentSchemas: NOTE,
  tokens: { 0: tokenOf(members) },
});

onEachEngine((engine) => {
  describe('registering a contract', () => {
    it('returns the id derived from owner and nonce, for any input form', async () => {
      const { platform, alice } = await open(engine);
      const forms = [
        NOTE,
        { documents: NOTE },
        { $formatVersion: '1', documentSchemas: NOTE },
        JSON.stringify(NOTE),
      ];
      for (const [at, contract] of forms.entries()) {
        const registered = await platform.registerContract({ by: alice, contract });
        const id = base58.encode(contractId(base58.decode(alice), BigInt(at + 1)));
        expect(registered).toMatchObject({ contractId: id, ownerId: alice, version: 1 });
        expect(registered.contract).toMatchObject({ id, ownerId: alice, version: 1, documentSchemas: NOTE });
        expect(await platform.getContract({ id })).toMatchObject({
          contractId: id,
          contract: registered.contract,
        });
      }
      expect((await platform.listContracts()).map(({ contractId }) => contractId)).toHaveLength(8 + 1 + 4);
      expect((await platform.verify()).ok).toBe(true);
    });

    it('costs the registration charge, storage and processing', async () => {
      const room = await open(engine);
      const { platform, alice } = room;
      const before = await balanceOf(room, alice);
      const { fee, contract } = await platform.registerContract({ by: alice, contract: NOTE });
      // What the browser estimates, and processing of the signature and the trees.
      const { credits = 0n } = estimateFees(contract).estimate?.total ?? {};
      expect(fee - credits).toBeGreaterThan(0n);
      expect(fee - credits).toBeLessThan(1_500_000n);
      expect(fee).toBeGreaterThan(12_000_000_000n);
      expect(await balanceOf(room, alice)).toBe(before - fee);
    });

    it('computes id and owner, as the check of the file says, whatever it has there', async () => {
      const { platform, alice } = await open(engine);
      const placeholder = '1'.repeat(32);
      const replaced = 'replaced: a registration that its caller does not sign computes id and owner';
      const rows: readonly (readonly [object, readonly string[]])[] = [
        [{ id: alice, ownerId: alice, version: 1 }, [`id is ${replaced}`]],
        [{ ownerId: alice, version: 1 }, []],
        [{ version: 1 }, []],
        [{}, []],
        [{ id: placeholder, ownerId: placeholder, version: 1 }, []],
        [{ id: placeholder, ownerId: alice, version: 1 }, []],
        [{ id: NOBODY, ownerId: NOBODY, version: 1 }, [`id and ownerId are ${replaced}`]],
      ];
      for (const [at, [members, hints]] of rows.entries()) {
        const contract = { $formatVersion: '1', ...members, documentSchemas: NOTE };
        expect(validateContract(contract)).toMatchObject({ ok: true, accepted: true });
        const registered = await platform.registerContract({ by: alice, contract });
        const id = base58.encode(contractId(base58.decode(alice), BigInt(at + 1)));
        expect(registered.diagnostics.map(({ message }) => message)).toEqual(hints);
        expect(registered).toMatchObject({
          contractId: id,
          ownerId: alice,
          contract: { id, ownerId: alice },
        });
      }
    });

    it('is rejected by name with all diagnostics, and late errors are paid', async () => {
      const room = await open(engine);
      const { platform, alice } = room;
      const before = await balanceOf(room, alice);
      const bad = await rejected(
        platform.registerContract({
          by: alice,
          contract: { b: { type: 'object' }, a: { type: 'object', properties: {} } },
        }),
      );
      expect(bad).toMatchObject({ name: 'JsonSchemaError', code: 10101, isPaid: true });
      expect(bad.message).toContain('/a');
      expect(new Set(bad.diagnostics.map(({ at }) => at))).toEqual(new Set(['/b', '/a', '/a/properties']));
      expect(await balanceOf(room, alice)).toBe(before - (bad.fee ?? 0n));
      expect(bad.fee).toBeGreaterThan(0n);
      // The nonce was used up.
      const { contractId: id } = await platform.registerContract({ by: alice, contract: NOTE });
      expect(id).toBe(base58.encode(contractId(base58.decode(alice), 2n)));
    });

    it.each([
      ['10212 of another version', { $formatVersion: '1', version: 2, documentSchemas: NOTE }, 10212, false],
      [
        '10271 of a token',
        withToken({ conventions: { ...tokenOf().conventions, decimals: 17 } }),
        10271,
        false,
      ],
      ['10214 of nothing', { $formatVersion: '1', documentSchemas: {} }, 10214, true],
    ])('is rejected with %s', async (_, contract, code, isPaid) => {
      const room = await open(engine);
      const before = await balanceOf(room, room.alice);
      const error = await rejected(room.platform.registerContract({ by: room.alice, contract }));
      expect(error).toMatchObject({ code, isPaid });
      expect((await balanceOf(room, room.alice)) < before).toBe(isPaid);
    });

    it.each([
      [
        '40007 for a member of a group',
        {
          groups: {
            0: {
              $formatVersion: '0',
              members: { [NOBODY]: 1, [base58.encode(new Uint8Array(32).fill(8))]: 1 },
              requiredPower: 2,
            },
          },
        },
        40007,
      ],
      [
        '40006 for the recipient of new tokens',
        withToken({ distributionRules: { $formatVersion: '0', newTokensDestinationIdentity: NOBODY } }),
        40006,
      ],
      [
        '40005 for a distribution in the past',
        withToken({
          distributionRules: {
            $formatVersion: '0',
            preProgrammedDistribution: { $formatVersion: '0', distributions: { 1000: {} } },
          },
        }),
        40005,
      ],
      [
        '40008 for a token of no contract',
        {
          documentSchemas: {
            note: {
              ...NOTE.note,
              tokenCost: { create: { contractId: [...base58.decode(NOBODY)], tokenPosition: 0, amount: 1 } },
            },
          },
        },
        40008,
      ],
    ])('checks the state: %s', async (_, members, code) => {
      const { platform, alice } = await open(engine);
      const contract = { $formatVersion: '1', documentSchemas: NOTE, ...members };
      expect(await rejection(platform.registerContract({ by: alice, contract }))).toMatchObject({
        code,
        isPaid: true,
      });
      expect(await platform.listContracts()).toHaveLength(9);
    });

    it('is rejected with 40009 if its documents cost an unknown token', async () => {
      const { platform, alice, contractId } = await open(engine);
      const tokenCost = {
        create: { contractId: [...base58.decode(contractId)], tokenPosition: 0, amount: 1 },
      };
      const contract = { note: { ...NOTE.note, tokenCost } };
      expect(await rejection(platform.registerContract({ by: alice, contract }))).toMatchObject({
        code: 40009,
      });
    });

    it('gives the base supply of its tokens to its owner or to the named identity', async () => {
      const { platform, alice, bob } = await open(engine);
      const { contractId } = await platform.registerContract({
        by: alice,
        contract: withToken({ baseSupply: 50 }),
      });
      expect(await platform.getTokenBalance({ contractId, identityId: alice })).toMatchObject({
        balance: 50n,
      });
      expect(await platform.getToken({ contractId })).toMatchObject({ totalSupply: 50n, isPaused: false });
      const rules = { $formatVersion: '0', newTokensDestinationIdentity: bob };
      const contract = withToken({
        baseSupply: '9007199254740993',
        distributionRules: rules,
        startAsPaused: true,
      });
      const other = await platform.registerContract({ by: alice, contract });
      expect(await platform.getTokenBalance({ contractId: other.contractId, identityId: bob })).toMatchObject(
        {
          balance: 9_007_199_254_740_993n,
        },
      );
      expect(await platform.getToken({ contractId: other.contractId })).toMatchObject({ isPaused: true });
      await platform.transferTokens({ by: alice, contractId, recipientId: bob, amount: 20 });
      expect(await platform.getTokenBalance({ contractId, identityId: bob })).toMatchObject({ balance: 20n });
    });

    it('requires the charge first (40210) and a key of level HIGH or above', async () => {
      const { platform } = await open(engine);
      const { id } = await platform.createIdentity({ credits: 12_000_000_000n });
      expect(await rejection(platform.registerContract({ by: id, contract: NOTE }))).toMatchObject({
        code: 40210,
      });
      expect(await rejection(platform.registerContract({ by: id, contract: NOTE, keyId: 3 }))).toMatchObject({
        code: 20011,
      });
      await platform.topUpIdentity({ id, credits: DASH });
      await expect(platform.registerContract({ by: id, contract: NOTE, keyId: 2 })).resolves.toHaveProperty(
        'fee',
      );
    });
  });

  describe('updating a contract', () => {
    it('stores the next version at the registration charge', async () => {
      const { platform, owner, contractId: id } = await open(engine);
      const note = { by: owner, contractId: id, documentType: 'note' };
      const { document } = await platform.createDocument({ ...note, data: { text: 'before' } });
      const updated = await platform.updateContract({ by: owner, contractId: id, contract: CHANGED });
      expect(updated).toMatchObject({
        contractId: id,
        version: 2,
        contract: { version: 2, documentSchemas: CHANGED },
      });
      expect(updated.changes).toEqual([{ op: 'add', path: '/note/properties/more' }]);
      const { estimate } = estimateFees(updated.contract, { transition: 'update' });
      // Only what is new is stored.
      expect(updated.fee).toBeGreaterThan(estimate?.registration.credits ?? 0n);
      expect(updated.fee).toBeLessThan(estimate?.total.credits ?? 0n);
      await platform.createDocument({ ...note, data: { text: 'after', more: 'x' } });
      expect(
        await platform.getDocument({
          contractId: id,
          documentType: 'note',
          id: idOf(document),
        }),
      ).toMatchObject({ text: 'before' });
      expect((await platform.verify()).ok).toBe(true);
    });

    it('accepts the whole contract', async () => {
      const { platform, owner, contractId } = await open(engine);
      const before = await platform.getContract({ id: contractId });
      const contract = { ...before?.contract, version: 2, documentSchemas: CHANGED };
      expect(await platform.updateContract({ by: owner, contract })).toMatchObject({ version: 2 });
      expect(await rejected(platform.updateContract({ by: owner, contract }))).toMatchObject({
        code: 10212,
        isPaid: true,
      });
    });

    it.each([
      ['a property that becomes required', { note: { ...NOTE.note, required: ['text'] } }, 10246],
      ['a removed type', { memo: NOTE.note }, 40212],
      ['an option of a type', { note: { ...NOTE.note, canBeDeleted: false } }, 40212],
    ])('is rejected for %s', async (_, contract, code) => {
      const room = await open(engine);
      const { platform, owner, contractId } = room;
      const update = platform.updateContract({ by: owner, contractId, contract });
      expect(await rejected(update)).toMatchObject({ code, isPaid: true });
      expect((await platform.getContract({ id: contractId }))?.version).toBe(1);
    });

    it('requires the owner (40003), an existing contract (10400) and a contract that is not frozen (40001)', async () => {
      const { platform, owner, alice, contractId } = await open(engine);
      const byAlice = platform.updateContract({ by: alice, contractId, contract: CHANGED });
      expect(await rejection(byAlice)).toMatchObject({ code: 40003, isPaid: true });
      const ofNone = platform.updateContract({ by: alice, contractId: NOBODY, contract: CHANGED });
      expect(await rejection(ofNone)).toMatchObject({ code: 10400, isPaid: true });
      const frozen = await platform.registerContract({
        by: owner,
        contract: {
          $formatVersion: '1',
          config: { $formatVersion: '1', readonly: true },
          documentSchemas: NOTE,
        },
      });
      const ofFrozen = platform.updateContract({
        by: owner,
        contractId: frozen.contractId,
        contract: CHANGED,
      });
      expect(await rejected(ofFrozen)).toMatchObject({ name: 'DataContractIsReadonlyError', code: 40001 });
    });

    it('keeps earlier versions if the contract keeps history', async () => {
      const { platform, clock, owner } = await open(engine);
      const config = { $formatVersion: '1', keepsHistory: true };
      const { contractId: id } = await platform.registerContract({
        by: owner,
        contract: { $formatVersion: '1', config, documentSchemas: NOTE },
      });
      clock.advance(1000);
      await platform.updateContract({ by: owner, contractId: id, contract: CHANGED });
      const versions = await platform.getContractHistory({ id });
      expect(versions.map(({ contract }) => contract.version)).toEqual([1, 2]);
      const [first] = versions;
      const later = await platform.getContractHistory({ id, startAtMs: first?.time ?? 0 });
      expect(later.map(({ contract }) => contract.version)).toEqual([2]);
      expect(await platform.getContractHistory({ id: NOBODY })).toEqual([]);
    });

    it('adds tokens without their base supply, like the network', async () => {
      const { platform, owner } = await open(engine);
      const { contractId, contract } = await platform.registerContract({
        by: owner,
        contract: withToken({ baseSupply: 5 }),
      });
      const tokens = { 0: tokenOf({ baseSupply: 5 }), 1: tokenOf({ baseSupply: 7 }) };
      const updated = await platform.updateContract({
        by: owner,
        contract: { ...contract, version: 2, tokens },
      });
      const balances = [0, 1].map(async (position) =>
        platform.getTokenBalance({ contractId, position, identityId: owner }),
      );
      expect((await Promise.all(balances)).map(({ balance }) => balance)).toEqual([5n, 0n]);
      expect(updated.diagnostics.map(({ code }) => code)).toContain('update-token-added');
      expect(await platform.getToken({ contractId, position: 1 })).toMatchObject({ totalSupply: 0n });
    });
  });

  describe('deleting a contract', () => {
    it('deletes the documents of a contract that can be deleted', async () => {
      const { platform, owner, alice, contractId: lasting } = await open(engine);
      const { contractId } = await platform.registerContract({
        by: owner,
        contract: {
          $formatVersion: '1',
          config: { $formatVersion: '1', canBeDeleted: true },
          documentSchemas: NOTE,
        },
      });
      await platform.createDocument({ by: alice, contractId, documentType: 'note', data: { text: 'x' } });
      for (const [by, id] of [
        [owner, lasting],
        [alice, contractId],
      ] as const)
        expect(await rejection(platform.deleteContract({ by, contractId: id }))).toMatchObject({
          name: 'ContractDeletionNotAllowedError',
          isPaid: false,
        });
      await platform.deleteContract({ by: owner, contractId });
      expect(await platform.getContract({ id: contractId })).toBeUndefined();
      expect(await platform.verify()).toEqual(NO_DIFFERENCES);
      const gone = platform.createDocument({
        by: alice,
        contractId,
        documentType: 'note',
        data: { text: 'x' },
      });
      expect(await rejection(gone)).toMatchObject({ code: 10400 });
    });

    it('deletes its contests and keeps its tokens for a later installation', async () => {
      const { platform, clock, owner, alice, bob } = await open(engine);
      const contested = { resolution: 0 };
      const NAME = schemaOf(
        { name: SCHEMAS.string },
        {
          documentsMutable: false,
          indices: [{ name: 'name', properties: [{ name: 'asc' }], unique: true, contested }],
        },
      );
      const { contractId, contract } = await platform.registerContract({
        by: owner,
        contract: {
          ...withToken({ baseSupply: 9 }),
          config: { $formatVersion: '1', canBeDeleted: true },
          documentSchemas: { name: NAME },
        },
      });
      const { proTxHash } = await platform.registerMasternode();
      const index = { contractId, documentType: 'name', indexName: 'name' };
      const poll = { ...index, indexValues: ['a'] };
      const claim = async (by: string) =>
        platform.createDocument({
          by,
          contractId,
          documentType: 'name',
          data: { name: 'a' },
          prefundedVotingBalance: 'auto',
        });
      await claim(alice);
      await platform.vote({ ...poll, proTxHash, choice: 'lock' });
      clock.advance(5_400_000);
      await platform.mineBlock();
      expect((await platform.getVoteState(poll)).status).toBe('Locked');
      await platform.transferTokens({ contractId, by: owner, recipientId: bob, amount: 4 });
      await platform.deleteContract({ by: owner, contractId });
      await platform.installContract({ contract });
      expect((await platform.getVoteState(poll)).status).toBe('NotStarted');
      expect(await platform.getContestedResources(index)).toEqual([]);
      await expect(claim(alice)).resolves.toHaveProperty('contest');
      expect(await platform.getToken({ contractId })).toMatchObject({ totalSupply: 9n });
      const balances = [owner, bob].map(async (identityId) =>
        platform.getTokenBalance({ contractId, identityId }),
      );
      expect((await Promise.all(balances)).map(({ balance }) => balance)).toEqual([5n, 4n]);
    });
  });

  it('installing a contract accepts one from elsewhere unchanged', async () => {
    const { platform, alice } = await open(engine);
    const contract = { $formatVersion: '1', id: NOBODY, ownerId: alice, version: 3, documentSchemas: NOTE };
    expect(await platform.installContract({ contract })).toMatchObject({ contractId: NOBODY, version: 3 });
    await platform.createDocument({
      by: alice,
      contractId: NOBODY,
      documentType: 'note',
      data: { text: 'x' },
    });
    expect(await rejection(platform.installContract({ contract }))).toMatchObject({ code: 40000 });
    await expect(platform.installContract({ contract: NOTE })).rejects.toMatchObject({ name: 'InputError' });
  });
});
