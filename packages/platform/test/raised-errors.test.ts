import { expect, it } from 'vitest';
import {
  blsPublicKey,
  decodeConsensusError,
  hash160,
  nobleSignatures,
  tokenId,
  type StateTransition,
} from '@dapikit/protocol';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { checkAddressStructure, type AddressStructure } from '../src/state/address/check-structure.js';
import type { AssetLockSource, Layer1Transaction } from '../src/state/asset-lock/asset-lock-source.js';
import { verifyAssetLock } from '../src/state/asset-lock/verify-asset-lock.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { errorBytes } from '../src/base/error-bytes/error-bytes.js';
import type { KeyInput } from '../src/state/identity/read-keys.js';
import { checkKeyProofs } from '../src/execution/signed-transition/new-keys.js';
import { contractWithoutId, DASH, rejection } from './platform-fixture.js';
import { rulesOf, OWNED_TOKEN } from './sample-token.js';
import { keysFrom, privateKey, publicKey, signed, UNSIGNED } from './signer.js';
import { NOTE } from './token-room.js';

const ALICE = 300;
const CRITICAL = 1;
const HIGH = 2;
const TRANSFER = 3;
const SCRIPT = `76a914${'ab'.repeat(20)}88ac`;

const addressOf = (byte: number): Uint8Array => new Uint8Array(21).fill(byte);

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => Reflect.get(Object(error), 'code'),
  );
const thrownBy = async (work: () => unknown): Promise<unknown> => codeOf((async () => work())());

interface TokenBase {
  readonly formatVersion: 0;
  readonly identityContractNonce: bigint;
  readonly tokenContractPosition: number;
  readonly dataContractId: Uint8Array;
  readonly tokenId: Uint8Array;
  readonly usingGroupInfo: GroupInfo | undefined;
}
interface GroupInfo {
  readonly groupContractPosition: number;
  readonly actionId: Uint8Array;
  readonly actionIsProposer: boolean;
}
type Batch = Extract<StateTransition, { readonly type: 'batch'; readonly formatVersion: 1 }>;

/** Acts on a token of a contract that Alice has registered, as the first of her actions after that. */
const act = (
  alice: string,
  contractId: string,
  itemOf: (base: TokenBase) => Batch['transitions'][number],
  usingGroupInfo?: GroupInfo,
): Uint8Array => {
  const transition: StateTransition = {
    ...UNSIGNED,
    type: 'batch',
    formatVersion: 1,
    ownerId: bytesOf(alice),
    transitions: [
      itemOf({
        formatVersion: 0,
        identityContractNonce: 1n,
        tokenContractPosition: 0,
        dataContractId: bytesOf(contractId),
        tokenId: tokenId(bytesOf(contractId), 0),
        usingGroupInfo,
      }),
    ],
  };
  return signed(transition, ALICE, CRITICAL);
};

const burn = (alice: string, contractId: string, group?: GroupInfo): Uint8Array =>
  act(
    alice,
    contractId,
    (base) => ({
      transition: 'token',
      action: 'burn',
      formatVersion: 0,
      base,
      burnAmount: 1n,
      publicNote: undefined,
    }),
    group,
  );

async function withPlatform(
  work: (platform: Platform, alice: string) => Promise<void>,
  protocolVersion = 13,
): Promise<void> {
  const platform = await createPlatform({ proofs: false, protocolVersion });
  const { id } = await platform.createIdentity({ credits: 100n * DASH, keys: keysFrom(ALICE) });
  await work(platform, id);
  await platform.close();
}

it('rejects a batch without an item (10413)', () =>
  withPlatform(async (platform, alice) => {
    const batch: StateTransition = {
      ...UNSIGNED,
      type: 'batch',
      formatVersion: 1,
      ownerId: bytesOf(alice),
      transitions: [],
    };
    const stateTransition = signed(batch, ALICE, HIGH);
    expect(await codeOf(platform.broadcastStateTransition({ stateTransition }))).toBe(10_413);
  }));

it('rejects a document of a type without a name as one of an unknown type (10406)', () =>
  withPlatform(async (platform, alice) => {
    const whole = contractWithoutId(NOTE);
    const contract = { ...whole, ownerId: alice };
    const { contractId } = await platform.registerContract({ by: alice, contract });
    const stateTransition = act(alice, contractId, ({ dataContractId }) => ({
      transition: 'document',
      action: 'delete',
      formatVersion: 0,
      base: {
        formatVersion: 0,
        id: new Uint8Array(32),
        identityContractNonce: 1n,
        documentType: '',
        dataContractId,
      },
    }));
    expect(await codeOf(platform.broadcastStateTransition({ stateTransition }))).toBe(10_406);
  }));

it('rejects a transition that a later protocol begins with (10603)', () =>
  withPlatform(async (platform, alice) => {
    const transfer: StateTransition = {
      ...UNSIGNED,
      type: 'identityCreditTransferToAddresses',
      formatVersion: 0,
      identityId: bytesOf(alice),
      recipientAddresses: [
        { address: { type: 'p2pkh', hash: new Uint8Array(20).fill(3) }, amount: 1_000_000n },
      ],
      nonce: 1n,
    };
    const stateTransition = signed(transfer, ALICE, TRANSFER);
    expect(await codeOf(platform.broadcastStateTransition({ stateTransition }))).toBe(10_603);
  }, 10));

it('rejects an action of a token of a contract that has none (10453)', () =>
  withPlatform(async (platform, alice) => {
    const whole = contractWithoutId(NOTE);
    const contract = { ...whole, ownerId: alice };
    const { contractId } = await platform.registerContract({ by: alice, contract });
    const stateTransition = burn(alice, contractId);
    expect(await codeOf(platform.broadcastStateTransition({ stateTransition }))).toBe(10_453);
  }));

it('rejects a proposal whose id is not that of its action (10452)', () =>
  withPlatform(async (platform, alice) => {
    const { id: bob } = await platform.createIdentity({ credits: DASH });
    const rules = rulesOf({ $type: 'group', position: 0 });
    const whole = contractWithoutId(NOTE);
    const { contractId } = await platform.registerContract({
      by: alice,
      contract: {
        ...whole,
        ownerId: alice,
        groups: { 0: { $formatVersion: '0', members: { [alice]: 1, [bob]: 1 }, requiredPower: 2 } },
        tokens: { 0: { ...OWNED_TOKEN, manualBurningRules: rules } },
      },
    });
    const group = { groupContractPosition: 0, actionId: new Uint8Array(32).fill(1), actionIsProposer: true };
    const stateTransition = burn(alice, contractId, group);
    expect(await codeOf(platform.broadcastStateTransition({ stateTransition }))).toBe(10_452);
  }));

it('rejects a price schedule without prices before its note (10461)', () =>
  withPlatform(async (platform, alice) => {
    const whole = contractWithoutId(NOTE);
    const contract = { ...whole, ownerId: alice, tokens: { 0: OWNED_TOKEN } };
    const { contractId } = await platform.registerContract({ by: alice, contract });
    const stateTransition = act(alice, contractId, (base) => ({
      transition: 'token',
      action: 'setPriceForDirectPurchase',
      formatVersion: 0,
      base,
      price: { type: 'setPrices', prices: new Map() },
      publicNote: 'x'.repeat(2049),
    }));
    const { block } = await platform.status();
    expect(await codeOf(platform.broadcastStateTransition({ stateTransition }))).toBe(10_461);
    expect((await platform.status()).block).toEqual(block);
  }));

it('rejects to disable a key that is read-only (40201)', () =>
  withPlatform(async (platform) => {
    const [master, ...others] = keysFrom(400);
    const keys = [master, ...others.map((key) => ({ ...key, readOnly: key?.id === HIGH }))];
    const { id: by } = await platform.createIdentity({
      credits: DASH,
      keys: keys.flatMap((key) => key ?? []),
    });
    expect(await codeOf(platform.changeIdentityKeys({ by, disable: [HIGH] }))).toBe(40_201);
  }));

it.each([
  [13, 40_207],
  [11, 40_207],
  [10, 10_501],
])('rejects the key of another identity at protocol %i with %i, before a taken id', (version, code) =>
  withPlatform(async (platform) => {
    const { id: by } = await platform.createIdentity({ credits: DASH, keys: keysFrom(400) });
    const add = async (key: KeyInput) => rejection(platform.changeIdentityKeys({ by, add: [key] }));
    const data = publicKey(privateKey(ALICE));
    const used = { duplicatedIds: [HIGH] };
    expect(await add({ id: HIGH, securityLevel: 'HIGH', type: 'ECDSA_SECP256K1', data })).toMatchObject({
      code,
      isPaid: true,
      payload: used,
    });
    const hash = await add({ id: HIGH, type: 'ECDSA_HASH160', data: hash160(data) });
    expect(hash).toMatchObject({ code, isPaid: true, payload: used });
    expect(errorBytes(hash)).toBeInstanceOf(Uint8Array);
  }, version),
);

it('rejects a key whose hash is a key of an identity, without a number, and takes another one', () =>
  withPlatform(async (platform, alice) => {
    const data = publicKey(privateKey(900));
    const type = 'ECDSA_HASH160';
    await platform.changeIdentityKeys({ by: alice, add: [{ type, data: hash160(data) }] });
    const { id: by } = await platform.createIdentity({ credits: DASH, keys: keysFrom(400) });
    const add = async (seed: number) =>
      platform.changeIdentityKeys({
        by,
        add: [{ type: 'ECDSA_SECP256K1', data: publicKey(privateKey(seed)) }],
      });
    await expect(add(900)).rejects.toThrow('the network fails at such a key');
    await expect(add(901)).resolves.toMatchObject({ identity: { revision: 1n } });
  }));

it('rejects a withdrawal of an owner key to a script of its choice (10532)', () =>
  withPlatform(async (platform) => {
    const { proTxHash: by } = await platform.registerMasternode();
    await platform.topUpIdentity({ id: by, credits: DASH });
    const withdrawal = { by, keyId: 1, credits: 1_000_000n, outputScript: SCRIPT };
    expect(await codeOf(platform.withdrawCredits(withdrawal))).toBe(10_532);
  }));

it.each([1_500, 18_000])(
  'rejects a script of %i bytes (10521), all of it where clients can decode it',
  (length) =>
    withPlatform(async (platform, alice) => {
      const outputScript = new Uint8Array(length).fill(0x51);
      const withdrawal: StateTransition = {
        ...UNSIGNED,
        type: 'identityCreditWithdrawal',
        formatVersion: 1,
        identityId: bytesOf(alice),
        amount: 1_000_000n,
        coreFeePerByte: 1,
        pooling: 'never',
        outputScript,
        nonce: 1n,
      };
      const stateTransition = signed(withdrawal, ALICE, TRANSFER);
      const error = await rejection(platform.broadcastStateTransition({ stateTransition }));
      expect(error.code).toBe(10_521);
      const bytes = errorBytes(error);
      expect(bytes && Reflect.get(decodeConsensusError(bytes).value, 'fields')).toEqual(
        length < 2_000 ? { outputScript } : undefined,
      );
    }),
);

it('rejects new keys with a signature that proves nothing (20008, 20010)', async () => {
  const sent = { signable: new Uint8Array(4), acceptsWrongBls: false };
  const key = {
    formatVersion: 0,
    id: 5,
    purpose: 'AUTHENTICATION',
    securityLevel: 'HIGH',
    contractBounds: undefined,
    readOnly: false,
  } as const;
  const hash = {
    ...key,
    type: 'ECDSA_HASH160' as const,
    data: new Uint8Array(20),
    signature: Uint8Array.of(1),
  };
  expect(await thrownBy(() => checkKeyProofs([hash], sent))).toBe(20_008);
  const secret = new Uint8Array(32).fill(7);
  const bls = {
    ...key,
    type: 'BLS12_381' as const,
    data: blsPublicKey(secret),
    signature: nobleSignatures.signBls(new Uint8Array(32).fill(1), secret),
  };
  expect(await thrownBy(() => checkKeyProofs([bls], sent))).toBe(20_010);
});

it('rejects addresses that leave too little for an identity (10815), and outputs without a rest (10817)', async () => {
  const structure: AddressStructure = {
    inputs: [{ address: addressOf(1), nonce: 1, amount: 1_000_000n }],
    outputs: [{ address: addressOf(2), amount: 900_000n }],
    feeStrategy: [{ type: 'deductFromInput', index: 0 }],
    keys: 1,
  };
  expect(await thrownBy(() => checkAddressStructure('identityTopUp', structure))).toBe(10_815);
  expect(await thrownBy(() => checkAddressStructure('funding', structure))).toBe(10_817);
});

it('rejects asset locks that pay to no key (10510) or have too many inputs (10534)', async () => {
  const proof = {
    type: 'chain' as const,
    coreChainLockedHeight: 5,
    outPoint: { transactionId: new Uint8Array(32).fill(1), outputIndex: 0 },
  };
  const sourceOf = (transaction: Partial<Layer1Transaction>): AssetLockSource => ({
    readTransaction: () => ({
      id: proof.outPoint.transactionId,
      inputs: 1,
      creditOutputs: [{ duffs: 1_000_000n, keyHash: undefined }],
      ...transaction,
    }),
    lockedTransaction: () => undefined,
    isSigned: async () => Promise.resolve(true),
    findTransaction: async () => Promise.resolve({ bytes: new Uint8Array(1), height: 4 }),
  });
  expect(await codeOf(verifyAssetLock(proof, sourceOf({})))).toBe(10_510);
  expect(await codeOf(verifyAssetLock(proof, sourceOf({ inputs: 101 })))).toBe(10_534);
});
