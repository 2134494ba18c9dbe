import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, identity, identityPublicKey, value, votePoll, type Value } from '@dapikit/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { identifierText } from '../src/base/bytes/identifier.js';
import { wireValueBytes } from '../src/state/contest/wire-value.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import type { KeySelection } from '../src/trees/state-query/identity-queries.js';
import { keyHash } from '../src/state/identity/public-key.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { DPNS } from '../src/state/system-contract/system-ids.js';
import { claim, INDEX, normalized, vote, type NameRoom } from './dpns-fixture.js';
import { openWholeState, type WholeState } from './whole-state.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';
import { loadSdk } from './sdk.js';
import { loadOfficialDecoder, type OfficialDecoder } from './wasm-dpp.js';

const EPOCH_MS = 788_400_000;

const idIn = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && identifierText(decode(identity, bytes).id);

const text = (content: string): Uint8Array => wireValueBytes({ type: 'string', value: content });

it.each([
  [9, 0],
  [11, 0],
  [12, 1],
])(
  'proofs of a block of protocol %i have version %i, and those of later ones 1',
  async (protocolVersion, version) => {
    const path = join(await mkdtemp(join(tmpdir(), 'dapikit-proof-version-')), 'state');
    const versionAt = async (protocol: number): Promise<unknown[]> => {
      const store = openLmdbStore({ path });
      const platform = await createPlatform({ store, signsWithStore: true, protocolVersion: protocol });
      const { grovedbProof, metadata } = await platform.getProof({ contractId: DPNS });
      await platform.close();
      await store.close();
      return [metadata.protocolVersion, grovedbProof?.[0]];
    };
    expect(await versionAt(protocolVersion)).toEqual([protocolVersion, version]);
    expect(await versionAt(13)).toEqual([13, 1]);
  },
);

describe('the committed state', () => {
  let room: WholeState;
  let platform: Platform;
  let official: OfficialDecoder;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dapikit-committed-state-'));
    room = await openWholeState(openLmdbStore({ path: join(folder, 'state') }));
    ({ platform } = room);
    official = await loadOfficialDecoder();
  });

  it('has the block of the status, at the time of the host', async () => {
    const earliest = Date.now();
    const { block, protocolVersion, chainId } = await platform.status();
    const { metadata } = await platform.readState(async (state) => Promise.resolve(state));
    expect(metadata).toEqual({ ...block, protocolVersion, chainId, time: metadata.time });
    expect(metadata.time).toBeGreaterThanOrEqual(earliest);
  });

  it('has height 0 before the first block', async () => {
    const empty = await createPlatform({ time: 5_000 });
    const { metadata } = await empty.readState(async (state) => Promise.resolve(state));
    expect(metadata).toMatchObject({ height: 0n, coreHeight: 0, epoch: 0 });
    await empty.close();
  });

  it('returns identities that the official library decodes', async () => {
    const own = (await platform.getIdentity({ seed: 'owner' }))!;
    const bytes = await platform.readState(async (state) => state.identity(bytesOf(own.id)));
    const json = official.identity.createFromBuffer(Buffer.from(bytes!)).toJSON();
    expect(json).toMatchObject({ id: own.id, balance: Number(own.balance), revision: Number(own.revision) });
    expect(json['publicKeys']).toMatchObject(own.keys.map(({ id, readOnly }) => ({ id, readOnly })));
  });

  it('finds identities by the hashes of their keys', async () => {
    const data = Buffer.alloc(33, 2);
    const shared = Buffer.alloc(20, 9);
    const keys = [
      { securityLevel: 'MASTER', type: 'ECDSA_SECP256K1', data },
      { securityLevel: 'HIGH', type: 'ECDSA_HASH160', data: shared },
    ] as const;
    const holders = [
      await platform.createIdentity({ keys, seed: 'first holder' }),
      await platform.createIdentity({
        keys: [keys[1], { ...keys[0], data: Buffer.alloc(33, 3) }].map((key, id) => ({ ...key, id })),
        seed: 'second holder',
      }),
    ].toSorted((a, b) => Buffer.compare(bytesOf(a.id), bytesOf(b.id)));
    const unique = Buffer.from(keyHash({ type: 'ECDSA_SECP256K1', data }), 'hex');
    const found = await platform.readState(async (state) => ({
      unique: idIn(await state.identityByUniqueKeyHash(unique)),
      first: idIn(await state.identityByKeyHash(shared)),
      second: idIn(await state.identityByKeyHash(shared, bytesOf(holders[0]!.id))),
      third: idIn(await state.identityByKeyHash(shared, bytesOf(holders[1]!.id))),
      other: idIn(await state.identityByUniqueKeyHash(shared)),
    }));
    const { id: uniqueHolder } = (await platform.getIdentity({ seed: 'first holder' }))!;
    expect(found).toEqual({
      unique: uniqueHolder,
      first: holders[0]!.id,
      second: holders[1]!.id,
      third: undefined,
      other: undefined,
    });
  });

  it('selects keys by id, by kind and by page', async () => {
    const { id } = await platform.createIdentity({
      keys: [
        { securityLevel: 'MASTER' },
        { securityLevel: 'HIGH' },
        { securityLevel: 'HIGH' },
        { purpose: 'TRANSFER', securityLevel: 'CRITICAL' },
      ],
    });
    const high = { purpose: 0, securityLevel: 2 };
    const idsOf = async (selection: KeySelection, page = {}): Promise<number[]> => {
      const keys = await platform.readState(async (state) =>
        state.identityKeys(bytesOf(id), selection, page),
      );
      return keys.map((bytes) => decode(identityPublicKey, bytes).id);
    };
    expect(await idsOf({ kind: 'all' })).toEqual([0, 1, 2, 3]);
    expect(await idsOf({ kind: 'all' }, { limit: 2, offset: 1 })).toEqual([1, 2]);
    expect(await idsOf({ kind: 'specific', ids: [3, 0, 7, 0] })).toEqual([0, 3]);
    expect(await idsOf({ kind: 'search', wanted: [{ ...high, newestOnly: false }] })).toEqual([1, 2]);
    expect(await idsOf({ kind: 'search', wanted: [{ ...high, newestOnly: true }] })).toEqual([2]);
  });

  it('returns no keys, balance or nonce of a missing identity', async () => {
    const nobody = new Uint8Array(32).fill(1);
    const found = await platform.readState(async (state) => ({
      identity: await state.identity(nobody),
      balance: await state.identityBalance(nobody),
      both: await state.balanceAndRevision(nobody),
      nonce: await state.identityNonce(nobody),
      keys: await state.identityKeys(nobody, { kind: 'all' }, {}),
    }));
    expect(found).toEqual({ identity: undefined, balance: undefined, both: undefined, nonce: 0n, keys: [] });
  });

  it('returns contracts that the official libraries decode', async () => {
    const { contract } = (await platform.getContract({ id: room.contractId }))!;
    const bytes = await platform.readState(async (state) => state.contract(bytesOf(room.contractId)));
    const newest = await loadSdk();
    const read = newest.DataContract.fromBytes(bytes!, true, 13).toJSON(13);
    expect(read['documentSchemas']).toEqual(contract['documentSchemas']);
    expect(read).toMatchObject({ id: room.contractId, createdAt: expect.any(Number), createdAtEpoch: 0 });
    expect(read['tokens']).toMatchObject({ 0: { baseSupply: 1000, startAsPaused: false } });
  });

  it('returns a contract without aggregates that wasm-dpp 3.0.1 decodes', async () => {
    const by = await room.who('owner');
    const documentSchemas = {
      note: schemaOf({ text: SCHEMAS.string, most: { ...SCHEMAS.u64, maximum: 2 ** 53 - 1 } }),
    };
    const { contractId } = await platform.registerContract({ by, contract: documentSchemas });
    const bytes = await platform.readState(async (state) => state.contract(bytesOf(contractId)));
    const json = (await official.dataContract.createFromBuffer(Buffer.from(bytes!))).toJSON();
    expect(json).toMatchObject({ id: contractId, ownerId: by, version: 1, documentSchemas });
  });

  it('returns contracts in the order of their ids, once each, including missing ones', async () => {
    const [nobody, own] = [new Uint8Array(32).fill(255), bytesOf(room.contractId)];
    const found = await platform.readState(async (state) => state.contracts([nobody, own, own]));
    expect(found.map(({ id, bytes }) => [identifierText(id), bytes !== undefined])).toEqual([
      [room.contractId, true],
      [identifierText(nobody), false],
    ]);
  });

  it('returns the newest versions of a contract, oldest first', async () => {
    const { contract } = (await platform.getContract({ id: room.contractId }))!;
    for (const version of [2, 3]) {
      room.clock.advance(1000);
      await platform.updateContract({ by: String(contract['ownerId']), contract: { ...contract, version } });
    }
    const times = (await platform.getContractHistory({ id: room.contractId })).map(({ time }) => time);
    const page = async (limit: number, offset: number): Promise<number[]> =>
      platform.readState(async (state) =>
        (await state.contractHistory(bytesOf(room.contractId), { startAtMs: 0, limit, offset })).map(
          ({ time }) => time,
        ),
      );
    expect(times).toHaveLength(3);
    expect(await page(10, 0)).toEqual(times);
    expect(await page(2, 0)).toEqual(times.slice(1));
    expect(await page(1, 1)).toEqual([times[1]]);
  });

  it('returns documents that the official library decodes', async () => {
    const type = { contractId: bytesOf(DPNS), documentType: 'domain' };
    const { contract, documents } = await platform.readState(async (state) => ({
      contract: await state.contract(type.contractId),
      documents: await state.documents(type, {}),
    }));
    const decoder = await official.dataContract.createFromBuffer(Buffer.from(contract!));
    const own = await platform.getDocuments({ contractId: DPNS, documentType: 'domain' });
    expect(documents.length).toBe(own.length);
    for (const [at, bytes] of documents.entries()) {
      const decoded = await official.document.createExtendedDocumentFromDocumentBuffer(
        Buffer.from(bytes),
        'domain',
        decoder,
      );
      const { label, $id, $ownerId, $createdAt } = own[at]!;
      expect(decoded.toJSON()).toMatchObject({ label, $id, $ownerId, $createdAt });
    }
  });

  it('encodes the values of polls', async () => {
    const name = { contractId: bytesOf(DPNS), documentType: 'domain', indexName: INDEX.indexName };
    const found = await platform.readState(async (state) => ({
      values: await state.contestedValues(name, {
        startIndexValues: [text('dash')],
        endIndexValues: [],
      }),
      running: await state.pollState(
        { ...name, indexValues: [text('dash'), text(normalized('running'))] },
        { resultType: 'documentsAndVoteTally', includeLockedAndAbstaining: true },
      ),
      ends: await state.pollsByEnd({}),
    }));
    const values = found.values.map((bytes) => decode<Value>(value, bytes).value);
    expect(values).toEqual(['ended', 'running'].map(normalized));
    expect(found.running.lockVoteTally).toBe(1);
    expect(found.running.contenders.map(({ document }) => document?.length)).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
    const [poll] = found.ends.items[0]!.polls;
    expect(decode(votePoll, poll!)).toMatchObject({ documentTypeName: 'domain' });
    expect(found.ends.isLast).toBe(true);
  });

  it('reports whether more votes and polls follow a page', async () => {
    const names: NameRoom = room;
    await claim(names, 'C', 'further');
    await vote(names, 'E1', 'further', 'abstain');
    const proTxHash = await room.node('E1');
    const page = async (limit: number) =>
      platform.readState(async (state) => ({
        votes: (await state.masternodeVotes({ proTxHash, limit }, 0)).isLast,
        polls: (await state.pollsByEnd({ limit })).isLast,
      }));
    expect(await page(1)).toEqual({ votes: false, polls: false });
    expect(await page(2)).toEqual({ votes: true, polls: true });
  });

  it('returns tokens, their accounts and the groups of a contract', async () => {
    const [token, nobody] = [bytesOf(room.tokenId), new Uint8Array(32)];
    const holder = bytesOf(await room.who('A'));
    const found = await platform.readState(async (state) => ({
      tokens: await state.tokens([token, nobody]),
      accounts: await state.accountsOfToken(token, [holder, nobody]),
      groups: await state.groups(bytesOf(room.contractId), { limit: 5 }),
      isPerpetual: await state.hasPerpetualDistribution(bytesOf(room.contractId), 0),
      programmed: await state.preProgrammedDistributions(token, { limit: 5 }),
    }));
    const supply = (await platform.getToken({ tokenId: room.tokenId }))?.totalSupply;
    expect(found.tokens.map((one) => one.token?.totalSupply)).toEqual([undefined, supply]);
    // 10 were transferred, and 7 a group minted.
    expect(found.accounts.map(({ account }) => account.balance)).toEqual([undefined, 17n]);
    expect(found.groups.map(({ requiredPower }) => requiredPower)).toEqual([2]);
    expect(found.programmed.map(({ shares }) => shares.map(({ amount }) => amount))).toEqual([[5n]]);
    expect(found.isPerpetual).toBe(true);
  });

  it('returns epochs with a block in both directions', async () => {
    room.clock.advance(2 * EPOCH_MS);
    await platform.mineBlock();
    const epochs = async (start: number, ascending: boolean): Promise<number[]> =>
      platform.readState(async (state) =>
        (await state.epochs({ start, limit: 10, ascending })).map(({ epoch }) => epoch),
      );
    expect(await epochs(0, true)).toEqual([0, 2]);
    expect(await epochs(1, true)).toEqual([2]);
    expect(await epochs(9, false)).toEqual([2, 0]);
  });
});
