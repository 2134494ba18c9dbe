// Has a process of its own: a client in it replaces the global `fetch`.
import { readFileSync } from 'node:fs';
import { createDevChain, publicKeyOf, type DevChain } from '@dapikit/chain';
import { createPlatform, type Platform } from '@dapikit/platform';
import {
  decodeStateTransition,
  encodeStateTransition,
  identityIdFromAssetLock,
  sign,
  signableBytes,
  type AssetLockProof,
  type StateTransition,
} from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layer1AssetLocks } from '../../src/controls/platform/layer1-asset-locks.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { LOCK_KEY, lockCoins as lockCoinsOf, type LockedCoins } from './locked-coins.js';

/** What this test uses of `@dashevo/evo-sdk` 4.1.0. */
interface EvoSdk {
  readonly EvoSDK: {
    readonly withAddresses: (
      addresses: string[],
      network: string,
      options: object,
    ) => {
      readonly connect: () => Promise<void>;
      readonly identities: Readonly<Record<'create' | 'topUp', (options: object) => Promise<unknown>>>;
    };
  };
  readonly PrivateKey: { readonly fromHex: (hex: string, network: string) => object };
  readonly IdentitySigner: new () => { readonly addKey: (key: object) => void };
  readonly IdentityPublicKey: new (options: object) => object;
  readonly Identity: new (id: object) => {
    readonly id: { readonly toBase58: () => string };
    readonly addPublicKey: (key: object) => void;
  };
  readonly OutPoint: new (txid: string, index: number) => object;
  readonly AssetLockProof: {
    readonly createInstantAssetLockProof: (lock: Uint8Array, transaction: Uint8Array, index: number) => Proof;
    readonly createChainAssetLockProof: (height: number, outPoint: object) => Proof;
  };
}

interface Proof {
  readonly createIdentityId: () => object;
}

const secretOf = (id: number): Uint8Array => Uint8Array.from({ length: 32 }, () => id + 1);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const KINDS = [
  ['AUTHENTICATION', 'MASTER'],
  ['AUTHENTICATION', 'HIGH'],
  ['AUTHENTICATION', 'CRITICAL'],
  ['TRANSFER', 'CRITICAL'],
] as const;

/** Bytes of a transition, signed by the key of the lock. */
const byLock = (transition: StateTransition): Uint8Array =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same with a signature
  encodeStateTransition({
    ...transition,
    signature: sign(signableBytes(transition), 'ECDSA_SECP256K1', LOCK_KEY),
  } as StateTransition);

const chainProof = (txid: string, height: number, outputIndex = 0): AssetLockProof => ({
  type: 'chain',
  coreChainLockedHeight: height,
  outPoint: { transactionId: Uint8Array.from(Buffer.from(txid, 'hex')).toReversed(), outputIndex },
});

function creation(proof: AssetLockProof, secrets: readonly Uint8Array[]): Uint8Array {
  const transition = (signatures: readonly Uint8Array[]) =>
    ({
      type: 'identityCreate',
      formatVersion: 0,
      publicKeys: secrets.map((secret, id) => ({
        formatVersion: 0,
        id,
        type: 'ECDSA_SECP256K1',
        purpose: KINDS[id]?.[0] ?? 'AUTHENTICATION',
        securityLevel: KINDS[id]?.[1] ?? 'HIGH',
        contractBounds: undefined,
        readOnly: false,
        data: publicKeyOf(secret),
        signature: signatures[id] ?? new Uint8Array(),
      })),
      assetLockProof: proof,
      userFeeIncrease: 0,
      signature: new Uint8Array(),
      identityId: identityIdFromAssetLock(proof),
    }) as const satisfies StateTransition;
  const signable = signableBytes(transition([]));
  return byLock(transition(secrets.map((secret) => sign(signable, 'ECDSA_SECP256K1', secret))));
}

/** Creates an identity under a wrong id: the lock pays for the rejection. */
function wrongCreation(proof: AssetLockProof, secret: number): Uint8Array {
  const { value } = decodeStateTransition(creation(proof, [secretOf(secret)]));
  if (value.type !== 'identityCreate') throw new Error('expected an identity create');
  return encodeStateTransition({ ...value, identityId: new Uint8Array(32) });
}

const topUp = (proof: AssetLockProof, id: string): Uint8Array =>
  byLock({
    type: 'identityTopUp',
    formatVersion: 0,
    assetLockProof: proof,
    identityId: base58.decode(id),
    userFeeIncrease: 0,
    signature: new Uint8Array(),
  });

interface RecordedCreate {
  readonly name: string;
  readonly hex: string;
  readonly wrong?: string;
}

/** The recorded identity creates with an instant proof. */
const recordedCreates = (): RecordedCreate[] =>
  readFileSync(
    new URL('../../../../fixtures/state-transitions/transitions-4.1.0.jsonl', import.meta.url),
    'utf8',
  )
    .split('\n')
    .filter((line) => line !== '')
    .map((line): RecordedCreate => JSON.parse(line))
    .filter(({ name }) => /^identity-create-.*-instant$/.test(name));

/** Where state is missing that the record does not speak of: the contract of the bounds. */
const OTHER_CODES: Readonly<Record<string, number>> = { 'identity-create-contract-bounds-instant': 10_400 };

describe('asset locks of the development chain', () => {
  let chain: DevChain;
  let local: Platform;
  let gateway: GatewayUnderTest;
  let evo: EvoSdk;
  /** How many accounts have locked coins: each has one coin. */
  let used = -1;

  beforeAll(async () => {
    const name = '@dashevo/evo-sdk';
    evo = await import(name);
    chain = await createDevChain({ mining: 'manual', instantSend: true, chainLocks: true });
    local = await createPlatform({
      protocolVersion: 13,
      coreHeight: () => chain.tip().height,
      assetLocks: layer1AssetLocks(chain),
    });
    gateway = await startGatewayUnderTest(
      { platformTransitions: 'signed' },
      { layer1: chain, platform: { platform: async () => Promise.resolve(local) } },
    );
  });
  afterAll(async () => {
    await gateway.stop();
    await local.close();
    chain.close();
  });

  /** Locks duffs of the next account. */
  const lockCoins = async (duffs: bigint): Promise<LockedCoins> => {
    used += 1;
    return lockCoinsOf(chain, used, duffs);
  };

  async function instantProof({
    txid,
    raw,
  }: {
    txid: string;
    raw: Uint8Array;
  }): Promise<Extract<AssetLockProof, { type: 'instant' }>> {
    const instantLock = await chain.read('instantLock', { txid });
    if (instantLock === undefined) throw new Error('expected an InstantSend lock');
    return { type: 'instant', instantLock, transaction: raw, outputIndex: 0 };
  }

  const outcomeOf = async (stateTransition: Uint8Array): Promise<number | undefined> => {
    try {
      const { id } = await local.broadcastStateTransition({ stateTransition });
      return (await local.getStateTransition({ id }))?.rejection?.code;
    } catch (error) {
      return Number(Reflect.get(Object(error), 'code'));
    }
  };

  it('create evo-sdk identities with an instant proof, and top them up with a chain proof', async () => {
    const sdk = evo.EvoSDK.withAddresses([`http://127.0.0.1:${gateway.port}`], 'testnet', {
      settings: { retries: 0, timeoutMs: 5000, banFailedAddress: false },
    });
    await sdk.connect();
    const first = await lockCoins(10_000_000n);
    const { instantLock } = await instantProof(first);
    const assetLockProof = evo.AssetLockProof.createInstantAssetLockProof(instantLock, first.raw, 0);
    const identity = new evo.Identity(assetLockProof.createIdentityId());
    const signer = new evo.IdentitySigner();
    for (const [keyId, [purpose, securityLevel]] of KINDS.entries()) {
      signer.addKey(evo.PrivateKey.fromHex(hex(secretOf(keyId)), 'testnet'));
      identity.addPublicKey(
        new evo.IdentityPublicKey({
          keyId,
          purpose: purpose.toLowerCase(),
          securityLevel: securityLevel.toLowerCase(),
          keyType: 'ecdsa_secp256k1',
          isReadOnly: false,
          data: publicKeyOf(secretOf(keyId)),
        }),
      );
    }
    const assetLockPrivateKey = evo.PrivateKey.fromHex(hex(LOCK_KEY), 'testnet');
    // It waits for a proof then, which is rejected.
    await expect(
      sdk.identities.create({ identity, assetLockProof, assetLockPrivateKey, signer }),
    ).rejects.toBeDefined();
    const id = identity.id.toBase58();
    const created = await local.getIdentity({ id });
    expect(created?.keys.map(({ id: keyId }) => keyId)).toEqual([0, 1, 2, 3]);
    expect(created!.balance).toBeGreaterThan(9_800_000_000n);

    const second = await lockCoins(1_000_000n);
    chain.mine(1);
    const chainProof = evo.AssetLockProof.createChainAssetLockProof(
      chain.tip().height,
      new evo.OutPoint(second.txid, 0),
    );
    await expect(
      sdk.identities.topUp({ identity, assetLockProof: chainProof, assetLockPrivateKey }),
    ).rejects.toBeDefined();
    const after = (await local.getIdentity({ id }))!.balance;
    // The network charges 6,393,840 credits for a top-up by the first lock: the varint of all credits grows by 5 bytes, 137,000 credits, then.
    expect(after - created!.balance).toBe(1_000_000_000n - 6_254_900n);
    expect(await local.verify()).toMatchObject({ ok: true });
  });

  it('are used once, and pay the fee of a rejection', async () => {
    const lock = await lockCoins(2_000_000n);
    const proof = await instantProof(lock);
    const secrets = [100, 101].map(secretOf);
    const bytes = creation(proof, secrets);
    const { value } = decodeStateTransition(bytes);
    if (value.type !== 'identityCreate') throw new Error('expected an identity create');
    const wrongId = encodeStateTransition({ ...value, identityId: new Uint8Array(32) });
    expect(await outcomeOf(wrongId)).toBe(10102);
    // The id is not signed: the same signable bytes are used a second time.
    expect(await outcomeOf(bytes)).toBe(10531);
    const other = creation(proof, [102, 103].map(secretOf));
    expect(await outcomeOf(other)).toBeUndefined();
    const id = base58.encode(identityIdFromAssetLock(proof));
    const identity = await local.getIdentity({ id });
    expect(identity!.balance).toBeLessThan(2_000_000_000n - 50_000_000n);
    expect(await outcomeOf(topUp(proof, id))).toBe(10504);
    expect(await local.verify()).toMatchObject({ ok: true });
  });

  it('are used up by sixteen rejections', async () => {
    const proof = await instantProof(await lockCoins(2_000_000n));
    for (let attempt = 0; attempt < 16; attempt += 1)
      expect(await outcomeOf(wrongCreation(proof, 200 + attempt))).toBe(10102);
    expect(await outcomeOf(creation(proof, [secretOf(216)]))).toBe(10504);
    expect(await local.verify()).toMatchObject({ ok: true });
  });

  it('that have too little left are rejected as such before as a repetition', async () => {
    const proof = await instantProof(await lockCoins(200_000n));
    const bytes = wrongCreation(proof, 220);
    expect(await outcomeOf(bytes)).toBe(10102);
    expect(await outcomeOf(creation(proof, [secretOf(220)]))).toBe(10530);
  });

  it('are rejected without a fee if layer 1 does not confirm the proof', async () => {
    const lock = await lockCoins(2_000_000n);
    const proof = await instantProof(lock);
    const secrets = [110, 111].map(secretOf);
    const spoiled = Uint8Array.of(...proof.instantLock.slice(0, -1), (proof.instantLock.at(-1) ?? 0) ^ 1);
    const mined = await lockCoins(100_000n);
    const unmined = await lockCoins(300_000n);
    const [before] = chain.mine(1);
    expect(before).toBeDefined();
    const { height } = chain.tip();
    expect(await outcomeOf(creation({ ...proof, instantLock: spoiled }, secrets))).toBe(10513);
    expect(await outcomeOf(creation({ ...proof, instantLock: new Uint8Array(5) }, secrets))).toBe(10512);
    expect(await outcomeOf(creation({ ...proof, transaction: new Uint8Array(5) }, secrets))).toBe(10509);
    expect(await outcomeOf(creation({ ...proof, transaction: mined.raw }, secrets))).toBe(10502);
    expect(await outcomeOf(creation({ ...proof, outputIndex: 1 }, secrets))).toBe(10505);
    expect(await outcomeOf(creation(chainProof('ab'.repeat(32), height), secrets))).toBe(10503);
    expect(await outcomeOf(creation(chainProof(unmined.txid, height - 1), secrets))).toBe(10507);
    expect(await outcomeOf(creation(chainProof(lock.txid, height + 1), secrets))).toBe(10506);
    expect(await outcomeOf(creation(chainProof(mined.txid, height), secrets))).toBe(10530);
    const bytes = creation(proof, secrets);
    const { value } = decodeStateTransition(bytes);
    if (value.type !== 'identityCreate') throw new Error('expected an identity create');
    const signature = sign(signableBytes(value), 'ECDSA_SECP256K1', secretOf(110));
    expect(await outcomeOf(encodeStateTransition({ ...value, signature }))).toBe(20009);
    expect(await outcomeOf(bytes)).toBeUndefined();
    // Another lock cannot give the same keys to another identity.
    const more = await instantProof(await lockCoins(2_000_000n));
    expect(await outcomeOf(creation(more, secrets))).toBe(40207);
  });

  it('reject the invalid identities recorded from the official SDK', async () => {
    // Their locks have filler where the signature of a quorum is.
    const assetLocks = { ...layer1AssetLocks(chain), isSigned: () => Promise.resolve(true) };
    for (const { name, hex: recorded, wrong } of recordedCreates()) {
      const platform = await createPlatform({ protocolVersion: 13, assetLocks });
      const { id, rejected } = await platform
        .broadcastStateTransition({ stateTransition: Buffer.from(recorded, 'hex') })
        .then(
          (sent) => ({ ...sent, rejected: undefined }),
          (error: unknown) => ({ id: undefined, rejected: Number(Reflect.get(Object(error), 'code')) }),
        );
      const code = id === undefined ? rejected : (await platform.getStateTransition({ id }))?.rejection?.code;
      const expected = OTHER_CODES[name] ?? /\((\d{5})\)/.exec(wrong ?? '')?.[1];
      expect([name, code]).toEqual([name, expected === undefined ? undefined : Number(expected)]);
      expect(await platform.verify()).toMatchObject({ ok: true });
      await platform.close();
    }
  });
});
