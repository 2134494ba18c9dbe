import { decodeElement } from '@dapikit/proof';
import { rootPath } from '@dapikit/proof/prover';
import {
  assetLockOutPoint,
  encodeStateTransition,
  hash160,
  identityIdFromAssetLock,
  doubleSha256,
  sign,
  signableBytes,
  signingHash,
  type AssetLockProof,
  type StateTransition,
} from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import type { AssetLockSource } from '../src/state/asset-lock/asset-lock-source.js';
import { onEachEngine } from './engines.js';
import { privateKey, publicKey } from './signer.js';
import { signer } from './quorum-signer.js';

type Creation = Extract<StateTransition, { readonly type: 'identityCreate' }>;

const LOCK_KEY = privateKey(900);
const KEY_HASH = hash160(publicKey(LOCK_KEY));

/** Layer 1 has transactions of one byte, each with a second credit output of 0.5 DASH. */
const LAYER1: AssetLockSource = {
  readTransaction: (bytes) => ({
    id: doubleSha256(bytes),
    inputs: 1,
    creditOutputs: [
      { duffs: 1n, keyHash: KEY_HASH },
      { duffs: 50_000_000n, keyHash: KEY_HASH },
    ],
  }),
  lockedTransaction: (instantLock) => doubleSha256(instantLock),
  isSigned: async () => Promise.resolve(true),
  findTransaction: async () => Promise.resolve(undefined),
};

const proofOf = (number: number): AssetLockProof => ({
  type: 'instant',
  instantLock: Uint8Array.of(number),
  transaction: Uint8Array.of(number),
  outputIndex: 1,
});

/** The outpoint of such a lock: the id in internal order, and the index in little endian. */
const outPointOf = (number: number): Uint8Array =>
  Uint8Array.of(...doubleSha256(Uint8Array.of(number)), 1, 0, 0, 0);

/** Bytes of a transition, signed by the key of the lock. */
const byLock = (transition: StateTransition): Uint8Array =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same with a signature
  encodeStateTransition({
    ...transition,
    signature: sign(signableBytes(transition), 'ECDSA_SECP256K1', LOCK_KEY),
  } as StateTransition);

/** An identity with one key. @param key the number of its private key */
function creation(number: number, key: number, identityId?: Uint8Array): Creation {
  const proof = proofOf(number);
  const unsigned = (signature: Uint8Array): Creation => ({
    type: 'identityCreate',
    formatVersion: 0,
    publicKeys: [
      {
        formatVersion: 0,
        id: 0,
        type: 'ECDSA_SECP256K1',
        purpose: 'AUTHENTICATION',
        securityLevel: 'MASTER',
        contractBounds: undefined,
        readOnly: false,
        data: publicKey(privateKey(key)),
        signature,
      },
    ],
    assetLockProof: proof,
    userFeeIncrease: 0,
    signature: new Uint8Array(),
    identityId: identityId ?? identityIdFromAssetLock(proof),
  });
  const signable = signableBytes(unsigned(new Uint8Array()));
  return unsigned(sign(signable, 'ECDSA_SECP256K1', privateKey(key)));
}

const topUp = (number: number, identityId: Uint8Array): StateTransition => ({
  type: 'identityTopUp',
  formatVersion: 0,
  assetLockProof: proofOf(number),
  identityId,
  userFeeIncrease: 0,
  signature: new Uint8Array(),
});

/** Executes a transition; returns the code of its rejection and the fee. */
async function outcomeOf(platform: Platform, transition: StateTransition) {
  const { id } = await platform.broadcastStateTransition({ stateTransition: byLock(transition) });
  const executed = await platform.getStateTransition({ id });
  return { code: executed?.rejection?.code, fee: executed?.fee };
}

/** The items of the locks of numbers in the trees of the state, as far as there are some. */
const itemsOf = async (platform: Platform, ...numbers: number[]) =>
  platform.readProvenState(async ({ proofs }) =>
    (await proofs.elements(rootPath('spentAssetLocks'), numbers.map(outPointOf))).map((bytes) =>
      decodeElement(bytes),
    ),
  );

const itemOf = (value: Uint8Array) => ({ type: 'item', value, flags: undefined });
const USED_UP = itemOf(new Uint8Array());

/** A number of credits above 2^32 in bincode. */
const u64 = (credits: bigint): Buffer => {
  const bytes = Buffer.alloc(9, 0xfd);
  bytes.writeBigUInt64BE(credits, 1);
  return bytes;
};

onEachEngine(({ open }) => {
  it('the trees of the state have the outpoints of used asset locks, and what is left of them', async () => {
    const platform = await createPlatform({
      store: await open(),
      protocolVersion: 13,
      assetLocks: LAYER1,
      signer,
    });
    expect(assetLockOutPoint(proofOf(1))).toEqual(outPointOf(1));
    // The first proof builds the trees, which blocks change from then on.
    expect(await itemsOf(platform, 1, 2, 3)).toEqual([]);
    expect(await outcomeOf(platform, creation(1, 1))).toMatchObject({ code: undefined });
    expect(await itemsOf(platform, 1, 2, 3)).toEqual([USED_UP]);
    expect(await outcomeOf(platform, topUp(2, identityIdFromAssetLock(proofOf(1))))).toMatchObject({
      code: undefined,
    });
    expect(await itemsOf(platform, 1, 2, 3)).toEqual([USED_UP, USED_UP]);

    // The id is wrong: the lock pays for each rejection.
    const attempts = [3, 4].map((key) => creation(3, key, new Uint8Array(32)));
    let left = 50_000_000_000n;
    const tags: Uint8Array[] = [];
    for (const attempt of attempts) {
      const { code, fee = 0n } = await outcomeOf(platform, attempt);
      expect(code).toBe(10_102);
      expect(fee).toBeGreaterThan(0n);
      left -= fee;
      tags.push(signingHash(signableBytes(attempt)));
      const value = Buffer.concat([
        Buffer.from([0]),
        u64(50_000_000_000n),
        Buffer.from([25, 0x76, 0xa9, 20]),
        KEY_HASH,
        Buffer.from([0x88, 0xac]),
        u64(left),
        Buffer.from([tags.length]),
        ...tags,
      ]);
      expect(await itemsOf(platform, 3)).toEqual([itemOf(Uint8Array.from(value))]);
    }
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    expect(await outcomeOf(platform, creation(3, 5))).toMatchObject({ code: undefined });
    expect(await itemsOf(platform, 3)).toEqual([USED_UP]);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    await platform.close();
  });
});
