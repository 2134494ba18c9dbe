import {
  dataContract,
  dataContractId,
  sign,
  signableBytes,
  stateTransitionId,
  type StateTransition,
} from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import { expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { identifierText } from '../src/base/bytes/identifier.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createClock } from '../src/state/chain/clock.js';
import { KnownTransitionError } from '../src/state/transition-result/known-transition-error.js';
import { onEachEngine, type Engine } from './engines.js';
import { balanceOf, cardOf, DASH, rejection, T0 } from './platform-fixture.js';
import { contractOf } from '../../proof/test/sample-contract.js';
import { keysFrom, privateKey, publicKey, signed, UNSIGNED } from './signer.js';
import type { Store } from '../src/store/store.js';

interface Bank {
  readonly platform: Platform;
  readonly store: Store;
  readonly alice: string;
  readonly bob: string;
}

const ALICE = 300;
const MASTER = 0;
const CRITICAL = 1;
const HIGH = 2;
const TRANSFER = 3;

async function openBank(engine: Engine, name?: string): Promise<Bank> {
  const store = await engine.open(name);
  const clock = createClock({ time: T0, frozen: true });
  const platform = await createPlatform({ store, protocolVersion: 13, clock });
  const create = async (seed: string, first: number) =>
    (await platform.createIdentity({ seed, credits: 10n * DASH, keys: keysFrom(first) })).id;
  return { platform, store, alice: await create('alice', ALICE), bob: await create('bob', 400) };
}

const transferOf = (
  { alice, bob }: Bank,
  members: Partial<Extract<StateTransition, { type: 'identityCreditTransfer' }>> = {},
): StateTransition => ({
  type: 'identityCreditTransfer',
  formatVersion: 0,
  identityId: bytesOf(alice),
  recipientId: bytesOf(bob),
  amount: 1_000_000n,
  nonce: 1n,
  ...UNSIGNED,
  ...members,
});

const proofOf = (transition: StateTransition, by: Uint8Array): Uint8Array =>
  sign(signableBytes(transition), 'ECDSA_SECP256K1', by, nodeSignatures);

const send = async ({ platform }: Bank, stateTransition: Uint8Array) =>
  platform.broadcastStateTransition({ stateTransition });

onEachEngine((engine) => {
  it('a signed credit transfer moves credits and stores its result with the block', async () => {
    const bank = await openBank(engine);
    const bytes = signed(transferOf(bank), ALICE, TRANSFER);
    const { id } = await send(bank, bytes);
    const executed = await bank.platform.getStateTransition({ id });
    expect(executed).toMatchObject({ block: { height: 3n }, bytes: Uint8Array.from(bytes) });
    expect(executed?.rejection).toBeUndefined();
    expect(await balanceOf(bank, bank.bob)).toBe(10n * DASH + 1_000_000n);
    expect(await balanceOf(bank, bank.alice)).toBe(10n * DASH - 1_000_000n - (executed?.fee ?? 0n));
    await expect(send(bank, bytes)).rejects.toThrow(new KnownTransitionError('chain').message);
  });

  it('a simulated transition has the fee and the changes of the executed one, and no effect', async () => {
    const bank = await openBank(engine);
    const { platform, alice, bob } = bank;
    const bytes = signed(transferOf(bank), ALICE, TRANSFER);
    const before = await platform.status();
    const simulated = await platform.simulateStateTransition({ stateTransition: bytes });
    expect(await platform.status()).toEqual(before);
    const { id } = await send(bank, bytes);
    const executed = await platform.getStateTransition({ id });
    expect(simulated).toMatchObject({ id, fee: executed?.fee });
    expect(simulated.changes).toEqual(
      expect.arrayContaining([
        { kind: 'identity', id: alice, before: 10n * DASH, after: await balanceOf(bank, alice) },
        { kind: 'identity', id: bob, before: 10n * DASH, after: await balanceOf(bank, bob) },
      ]),
    );
    expect(simulated.changes).toHaveLength(2);
    // The same again has no nonce left.
    expect((await rejection(platform.simulateStateTransition({ stateTransition: bytes }))).code).toBe(40204);
    const unknown = signed(transferOf(bank, { nonce: 2n, recipientId: new Uint8Array(32) }), ALICE, TRANSFER);
    const rejected = await rejection(platform.simulateStateTransition({ stateTransition: unknown }));
    expect([rejected.code, rejected.isPaid]).toEqual([20000, false]);
  });

  it('a signed transition is rejected in the order of a node, without changes', async () => {
    const bank = await openBank(engine);
    const code = async (transition: StateTransition, keyId = TRANSFER) =>
      (await rejection(send(bank, signed(transition, ALICE, keyId)))).code;
    const nobody = bytesOf('4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF');
    expect(await code(transferOf(bank, { identityId: nobody }))).toBe(20000);
    expect(await code(transferOf(bank), 9)).toBe(20003);
    expect(await code(transferOf(bank), CRITICAL)).toBe(20011);
    expect(await code(transferOf(bank, { nonce: 24n }))).toBe(40204);
    expect(await code(transferOf(bank, { nonce: 2n ** 41n }))).toBe(10414);
    expect(await code(transferOf(bank, { recipientId: bytesOf(bank.alice) }))).toBe(10528);
    expect(await code(transferOf(bank, { amount: 5n }))).toBe(10524);
    expect(await code(transferOf(bank, { amount: 20n * DASH }))).toBe(40210);
    const bytes = signed(transferOf(bank), ALICE, TRANSFER);
    bytes[70] = (bytes[70] ?? 0) ^ 1;
    expect((await rejection(send(bank, bytes))).code).toBe(20002);
    expect((await rejection(send(bank, Uint8Array.of(7, 9)))).code).toBe(10002);
    expect((await rejection(send(bank, new Uint8Array(20_481)))).code).toBe(10602);
    expect((await bank.platform.status()).block?.height).toBe(2n);
  });

  it('a signature covers the decoded bytes: trailing bytes change the id but not the nonce', async () => {
    const bank = await openBank(engine);
    const bytes = signed(transferOf(bank), ALICE, TRANSFER);
    const { id } = await send(bank, Uint8Array.of(...bytes, 0, 0));
    expect(await bank.platform.getStateTransition({ id })).toBeDefined();
    expect((await rejection(send(bank, bytes))).code).toBe(40204);
  });

  it('waitForStateTransition returns before and after the block and after a restart, and a revert removes the result', async () => {
    const bank = await openBank(engine, 'waits');
    const bytes = signed(transferOf(bank), ALICE, TRANSFER);
    const ended = new AbortController();
    ended.abort();
    const unknown = { id: 'ab'.repeat(32), signal: ended.signal };
    expect(await bank.platform.waitForStateTransition(unknown)).toBeUndefined();
    const { id: snapshot } = await bank.platform.snapshot();
    const waiting = bank.platform.waitForStateTransition({ id: stateTransitionId(bytes) });
    const { id } = await send(bank, bytes);
    expect(await waiting).toMatchObject({ block: { height: 3n } });
    expect(await bank.platform.waitForStateTransition({ id })).toEqual(await waiting);
    await bank.platform.close();
    const again = await createPlatform({ store: await engine.open('waits'), protocolVersion: 13 });
    expect(await again.getStateTransition({ id })).toEqual(await waiting);
    expect(await again.verify()).toMatchObject({ ok: true });
    await again.revert({ id: snapshot });
    expect(await again.getStateTransition({ id })).toBeUndefined();
    await again.close();
  });

  it('signed transitions register and update a contract', async () => {
    const bank = await openBank(engine);
    const id = dataContractId(bytesOf(bank.alice), 1n);
    const contractId = identifierText(id);
    const json = { ...contractOf(cardOf()), id: contractId, ownerId: bank.alice };
    const create = (identityNonce: bigint, changed: object = {}): StateTransition => ({
      type: 'dataContractCreate',
      formatVersion: 0,
      dataContract: dataContract.fromJson({ ...json, ...changed }),
      identityNonce,
      ...UNSIGNED,
    });
    // The id follows from another nonce; a signed one is no placeholder.
    for (const wrong of [create(2n), create(3n, { id: '1'.repeat(32) })]) {
      const { id: sent } = await send(bank, signed(wrong, ALICE, HIGH));
      expect((await bank.platform.getStateTransition({ id: sent }))?.rejection).toMatchObject({
        code: 10204,
      });
    }
    await send(bank, signed(create(1n), ALICE, HIGH));
    expect(await bank.platform.getContract({ id: contractId })).toMatchObject({ version: 1 });
    const update: StateTransition = {
      type: 'dataContractUpdate',
      formatVersion: 0,
      dataContract: dataContract.fromJson({
        ...json,
        version: 2,
        documentSchemas: { ...Object(json).documentSchemas, second: Object(cardOf()).card },
      }),
      identityContractNonce: 1n,
      ...UNSIGNED,
    };
    expect((await rejection(send(bank, signed(update, ALICE, HIGH)))).code).toBe(20004);
    await send(bank, signed(update, ALICE, CRITICAL));
    expect(await bank.platform.getContract({ id: contractId })).toMatchObject({ version: 2 });
  });

  it('a signed identity update adds keys that prove possession, at the next revision', async () => {
    const bank = await openBank(engine);
    const secret = privateKey(999);
    const update = (nonce: bigint, revision: bigint, proof: Uint8Array): StateTransition => ({
      type: 'identityUpdate',
      formatVersion: 0,
      identityId: bytesOf(bank.alice),
      revision,
      nonce,
      addPublicKeys: [
        {
          formatVersion: 0,
          id: 4,
          type: 'ECDSA_SECP256K1',
          purpose: 'ENCRYPTION',
          securityLevel: 'MEDIUM',
          contractBounds: undefined,
          readOnly: false,
          data: publicKey(secret),
          signature: proof,
        },
      ],
      disablePublicKeys: [],
      ...UNSIGNED,
    });
    const codeOf = async (bytes: Uint8Array) => {
      const { id } = await send(bank, bytes);
      return (await bank.platform.getStateTransition({ id }))?.rejection?.code;
    };
    const wrong = update(1n, 1n, new Uint8Array());
    expect(await codeOf(signed(update(1n, 1n, proofOf(wrong, privateKey(5))), ALICE, MASTER))).toBe(20009);
    const skipped = update(2n, 2n, new Uint8Array());
    expect(await codeOf(signed(update(2n, 2n, proofOf(skipped, secret)), ALICE, MASTER))).toBe(40203);
    const right = update(3n, 1n, new Uint8Array());
    expect(await codeOf(signed(update(3n, 1n, proofOf(right, secret)), ALICE, MASTER))).toBeUndefined();
    expect((await bank.platform.getIdentity({ id: bank.alice }))?.keys.at(-1)).toMatchObject({ id: 4 });
  });
});
