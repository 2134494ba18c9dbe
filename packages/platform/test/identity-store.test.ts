import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  chargeFee,
  findBalance,
  openBalance,
  payProcessing,
  processingPool,
  takeCredits,
  transferCredits,
  addCredits,
} from '../src/state/identity/credits.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import {
  changeKeys,
  createIdentity,
  requireIdentity,
  findIdentity,
} from '../src/state/identity/identity-store.js';
import { consumeNonce, findHighestNonce } from '../src/state/identity/nonce-store.js';
import { keyHash, type PublicKey } from '../src/state/identity/public-key.js';
import {
  DOCUMENT_KEYS,
  requireSigningKey,
  TRANSFER_KEYS,
  VOTING_KEYS,
} from '../src/state/identity/signing-key.js';
import { listMasternodes, registerMasternode } from '../src/state/identity/masternode-store.js';
import { voterIdentityId } from '../src/state/identity/identity-id.js';
import type { Store } from '../src/store/store.js';
import { idBytesOf } from './contest-play.js';
import { onEachEngine } from './engines.js';

const key = (id: number, changes: Partial<PublicKey> = {}): PublicKey => ({
  id,
  purpose: 'AUTHENTICATION',
  securityLevel: 'HIGH',
  type: 'ECDSA_SECP256K1',
  data: new Uint8Array(33).fill(id + 2),
  readOnly: false,
  ...changes,
});
const MASTER = key(0, { securityLevel: 'MASTER' });
const create = async (store: Store, name: string, keys: readonly PublicKey[], balance = 0n): Promise<void> =>
  store.write(async (view) =>
    createIdentity(view, { id: idBytesOf(name), keys, balance, requirements: new Map() }),
  );

onEachEngine(({ open }) => {
  it('the identity store creates identities and changes their keys', async () => {
    const store = await open();
    const bound = key(2, { contractBounds: { contractId: idBytesOf('contract'), documentType: 'note' } });
    await create(store, 'A', [MASTER, key(1), bound], 5n);
    const read = async () => store.read(async (view) => findIdentity(view, idBytesOf('A')));
    expect(await read()).toEqual({
      id: idBytesOf('A'),
      revision: 0n,
      keys: [MASTER, key(1), bound],
      balance: 5n,
    });
    await expect(create(store, 'A', [MASTER])).rejects.toMatchObject({ code: 40200 });
    const change = async (changes: object) =>
      store.write(async (view) =>
        changeKeys(view, idBytesOf('A'), { time: 7, requirements: new Map(), ...changes }),
      );
    await change({ add: [key(3, { securityLevel: 'CRITICAL', purpose: 'TRANSFER' })], disable: [1] });
    expect(await read()).toMatchObject({
      revision: 1n,
      keys: [{ id: 0 }, { id: 1, disabledAt: 7 }, { id: 2 }, { id: 3 }],
    });
    await expect(change({ disable: [1] })).rejects.toMatchObject({ code: 40208 });
    await expect(change({ disable: [9] })).rejects.toMatchObject({ code: 40209, payload: { ids: [9] } });
    await expect(change({ add: [key(3)] })).rejects.toMatchObject({ code: 10501, isPaid: true });
    await expect(store.read(async (view) => requireIdentity(view, idBytesOf('B')))).rejects.toMatchObject({
      code: 20000,
    });
  });

  it.each<[number, string, PublicKey[]]>([
    [10517, 'no master key', [key(1)]],
    [10518, 'two master keys', [MASTER, key(1, { securityLevel: 'MASTER' })]],
    [10501, 'an id twice', [MASTER, key(0, { data: new Uint8Array(33) })]],
    [10500, 'a key twice', [MASTER, key(1, { data: MASTER.data })]],
    [10519, 'a weak transfer key', [MASTER, key(1, { purpose: 'TRANSFER' })]],
    [10519, 'a voting key', [MASTER, key(1, { purpose: 'VOTING' })]],
    [10511, 'a short key', [MASTER, key(1, { data: new Uint8Array(32) })]],
    [40205, 'seven keys', [MASTER, ...[1, 2, 3, 4, 5, 6].map((id) => key(id))]],
  ])('the identity store rejects with %i: %s', async (code, _what, keys) => {
    const store = await open();
    await expect(create(store, 'A', keys)).rejects.toMatchObject({ code });
    expect(await store.read(async (view) => findIdentity(view, idBytesOf('A')))).toBeUndefined();
  });

  it('the identity store conserves credits and never has a negative balance', async () => {
    const store = await open();
    const names = ['A', 'B', 'C'];
    await store.write(async (view) => {
      for (const name of names) openBalance(view, idBytesOf(name), 1_000_000n);
    });
    const name = fc.constantFrom(...names, 'unknown');
    const credits = fc.bigInt({ min: 0n, max: 1_500_000n });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('transfer' as const), from: name, to: name, credits }),
      fc.record({ kind: fc.constant('fee' as const), from: name, credits }),
      fc.record({ kind: fc.constant('fund' as const), from: name, credits }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const step of steps) {
          const done = store.write(async (view) => {
            if (step.kind === 'transfer')
              await transferCredits(view, {
                senderId: idBytesOf(step.from),
                recipientId: idBytesOf(step.to),
                credits: step.credits,
              });
            else if (step.kind === 'fee') await chargeFee(view, idBytesOf(step.from), step.credits);
            else {
              await takeCredits(view, idBytesOf(step.from), step.credits);
              await payProcessing(view, step.credits);
            }
          });
          await done.catch((error: unknown) => assert(error instanceof ConsensusError));
        }
        const [balances, pool] = await store.read(async (view) => [
          await Promise.all(names.map(async (name) => (await findBalance(view, idBytesOf(name))) ?? -1n)),
          await processingPool(view),
        ]);
        expect(balances.every((balance) => balance >= 0n)).toBe(true);
        expect(balances.reduce((sum, balance) => sum + balance, pool)).toBe(3_000_000n);
      }),
      { numRuns: 15 },
    );
  });

  it('the identity store rejects transfers in the order of the network', async () => {
    const store = await open();
    await store.write(async (view) => {
      openBalance(view, idBytesOf('A'), 100_000n);
      openBalance(view, idBytesOf('B'), 2n ** 63n - 1n);
    });
    const transfer = async (senderId: Uint8Array, recipientId: Uint8Array, credits: bigint) =>
      store.write(async (view) => transferCredits(view, { senderId, recipientId, credits }));
    await expect(transfer(idBytesOf('A'), idBytesOf('A'), 99_999n)).rejects.toMatchObject({ code: 10528 });
    await expect(transfer(idBytesOf('A'), idBytesOf('B'), 99_999n)).rejects.toMatchObject({ code: 10524 });
    await expect(transfer(idBytesOf('X'), idBytesOf('Y'), 100_000n)).rejects.toMatchObject({ code: 20000 });
    await expect(transfer(idBytesOf('A'), idBytesOf('Y'), 100_001n)).rejects.toMatchObject({ code: 40210 });
    await expect(transfer(idBytesOf('A'), idBytesOf('Y'), 100_000n)).rejects.toMatchObject({ code: 20000 });
    await expect(transfer(idBytesOf('A'), idBytesOf('B'), 100_000n)).rejects.toThrow(RangeError);
    await expect(store.write(async (view) => addCredits(view, idBytesOf('A'), -1n))).rejects.toThrow(
      RangeError,
    );
    expect(await store.read(async (view) => findBalance(view, idBytesOf('A')))).toBe(100_000n);
  });

  it('the identity store consumes nonces of identities and contracts separately', async () => {
    const store = await open();
    const identityId = idBytesOf('A');
    const contractId = idBytesOf('contract');
    const use = async (nonce: bigint, owner: object = {}) =>
      store.write(async (view) => consumeNonce(view, { identityId, ...owner }, nonce));
    await use(3n);
    await use(1n);
    await use(1n, { contractId });
    await expect(use(3n)).rejects.toMatchObject({
      code: 40204,
      isPaid: false,
      payload: {
        identityId: idBytesOf('A'),
        currentIdentityNonce: 3n,
        settingIdentityNonce: 3n,
        error: { type: 'nonceAlreadyPresentAtTip' },
      },
    });
    await expect(use(1n)).rejects.toMatchObject({
      payload: { error: { type: 'nonceAlreadyPresentInPast', nonce: 1n } },
    });
    await expect(use(1n << 40n)).rejects.toMatchObject({ code: 10414 });
    await use(2n);
    await use(27n);
    const read = async (owner: object) =>
      store.read(async (view) => findHighestNonce(view, { identityId, ...owner }));
    expect([
      await read({}),
      await read({ contractId }),
      await read({ contractId: idBytesOf('other') }),
    ]).toEqual([27n, 1n, 0n]);
  });

  it('the identity store creates the identities of a masternode', async () => {
    const store = await open();
    const masternode = {
      proTxHash: idBytesOf('M1'),
      kind: 'evolution',
      votingAddress: '11'.repeat(20),
      ownerAddress: '22'.repeat(20),
      payoutAddress: '33'.repeat(20),
    } as const;
    await store.write(async (view) => registerMasternode(view, masternode));
    await expect(store.write(async (view) => registerMasternode(view, masternode))).rejects.toMatchObject({
      code: 40200,
    });
    await expect(
      store.write(async (view) =>
        registerMasternode(view, { ...masternode, proTxHash: idBytesOf('M2'), votingAddress: 'zz' }),
      ),
    ).rejects.toThrow(RangeError);
    const [own, voter, all] = await store.read(async (view) => [
      await requireIdentity(view, idBytesOf('M1')),
      await requireIdentity(view, voterIdentityId(idBytesOf('M1'), masternode.votingAddress)),
      await listMasternodes(view),
    ]);
    expect(own.keys.map((key) => [key.purpose, keyHash(key)])).toEqual([
      ['TRANSFER', masternode.payoutAddress],
      ['OWNER', masternode.ownerAddress],
    ]);
    expect(keyHash(requireSigningKey(voter, 0, VOTING_KEYS))).toBe(masternode.votingAddress);
    expect(all).toEqual([masternode]);
  });
});

it('requireSigningKey requires an enabled key of the right purpose and level', () => {
  const keys = [
    MASTER,
    key(1),
    key(2, { disabledAt: 5 }),
    key(3, { purpose: 'TRANSFER', securityLevel: 'CRITICAL' }),
  ];
  const codeOf = (keyId: number, demand = DOCUMENT_KEYS): number => {
    try {
      return requireSigningKey({ keys }, keyId, demand).id;
    } catch (error) {
      assert(error instanceof ConsensusError && !error.isPaid);
      return error.code;
    }
  };
  expect([0, 1, 2, 3, 4].map((keyId) => codeOf(keyId))).toEqual([20004, 1, 20006, 20011, 20003]);
  expect([codeOf(3, TRANSFER_KEYS), codeOf(1, VOTING_KEYS)]).toEqual([3, 20011]);
});

it('keyHash returns the hash of a key', () => {
  const data = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
  expect(keyHash({ type: 'ECDSA_SECP256K1', data })).toBe('751e76e8199196d454941c45d1b3a323f1433bd6');
});
