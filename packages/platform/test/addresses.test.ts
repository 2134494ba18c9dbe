import { ECDH } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  decodeStateTransition,
  encode,
  encodeStateTransition,
  hash160,
  platformAddress,
  sign,
  signableBytes,
  type PlatformAddress,
  type StateTransition,
} from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import { describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { putAddress } from '../src/state/address/address-store.js';
import { createIdentity } from '../src/state/identity/identity-store.js';
import { FIRST_KEYS, readKeys } from '../src/state/identity/read-keys.js';
import { issueCredits } from '../src/state/identity/credits.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import type { Store } from '../src/store/store.js';
import { onEachEngine } from './engines.js';
import { publicKey as publicKeyOf } from './signer.js';

type Transfer = Extract<StateTransition, { readonly type: 'addressFundsTransfer' }>;
type Creation = Extract<StateTransition, { readonly type: 'identityCreateFromAddresses' }>;

const RECORDED: readonly { readonly name: string; readonly hex: string }[] = readFileSync(
  new URL('../../../fixtures/state-transitions/transitions-4.1.0.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const recorded = (name: string): Uint8Array =>
  Buffer.from(RECORDED.find((one) => one.name === name)?.hex ?? '', 'hex');

const secret = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const publicKey = (byte: number): Uint8Array => publicKeyOf(secret(byte));
const p2pkh = (byte: number): PlatformAddress => ({ type: 'p2pkh', hash: hash160(publicKey(byte)) });
const textOf = (address: PlatformAddress): string =>
  Buffer.from(encode(platformAddress, address)).toString('hex');

const A = p2pkh(1);
const B = p2pkh(2);
const DASH = 100_000_000_000n;

const TRANSFER: Transfer = {
  type: 'addressFundsTransfer',
  formatVersion: 0,
  inputs: [{ address: A, nonce: 1, amount: 1_000_000n }],
  outputs: [{ address: B, amount: 1_000_000n }],
  feeStrategy: [{ type: 'deductFromInput', index: 0 }],
  userFeeIncrease: 0,
  inputWitnesses: [],
};

/** Returns the bytes of a transition with the witness of the first address, unless it has others. */
function witnessed(transition: Transfer | Creation, by: number | readonly unknown[] = 1): Uint8Array {
  const signature = (byte: number): Uint8Array =>
    sign(signableBytes(transition), 'ECDSA_SECP256K1', secret(byte), nodeSignatures);
  const inputWitnesses =
    typeof by === 'number' ? transition.inputs.map(() => ({ type: 'p2pkh', signature: signature(by) })) : by;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same with witnesses
  return encodeStateTransition({ ...transition, inputWitnesses } as StateTransition);
}

/** Executes bytes; returns the code of their rejection. */
async function outcomeOf(platform: Platform, stateTransition: Uint8Array): Promise<number | undefined> {
  try {
    const { id } = await platform.broadcastStateTransition({ stateTransition });
    return (await platform.getStateTransition({ id }))?.rejection?.code;
  } catch (error) {
    if (!(error instanceof ConsensusError)) throw error;
    return error.code;
  }
}

const codeOf = async (work: Promise<unknown>): Promise<number | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => Number(Reflect.get(Object(error), 'code')),
  );

onEachEngine((engine) => {
  const open = async (): Promise<{ store: Store; platform: Platform }> => {
    const store = await engine.open();
    const platform = await createPlatform({ store, protocolVersion: 13 });
    await platform.fundAddress({ address: textOf(A), credits: DASH });
    return { store, platform };
  };

  describe('recorded transitions of addresses', () => {
    it.each([
      'address-funds-transfer',
      'address-funds-transfer-reduce-output',
      'identity-create-from-addresses',
      'identity-top-up-from-addresses',
    ])('executes %s, once', async (name) => {
      const { store, platform } = await open();
      const bytes = recorded(name);
      const { value } = decodeStateTransition(bytes);
      if (!('inputs' in value)) throw new Error('expected inputs');
      await store.write(async (view) => {
        await issueCredits(view, DASH * BigInt(value.inputs.length));
        for (const { address, nonce } of value.inputs)
          putAddress(view, encode(platformAddress, address), { nonce: nonce - 1, balance: DASH });
      });
      const id = 'identityId' in value ? value.identityId : undefined;
      if (id !== undefined) {
        await store.write(async (view) =>
          createIdentity(view, {
            id,
            keys: readKeys(FIRST_KEYS, id, 0),
            balance: 0n,
            requirements: new Map(),
          }),
        );
      }
      expect(await outcomeOf(platform, bytes)).toBeUndefined();
      await expect(platform.broadcastStateTransition({ stateTransition: bytes })).rejects.toMatchObject({
        reason: 'known-transition',
      });
      // Other bytes with the same nonces: one that is appended is ignored.
      expect(await outcomeOf(platform, Uint8Array.of(...bytes, 0))).toBe(40603);
      expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    });
  });

  it('rejects transitions of the shielded pool, which the platform does not execute', async () => {
    const { platform } = await open();
    await expect(
      platform.broadcastStateTransition({ stateTransition: recorded('shielded-withdrawal') }),
    ).rejects.toMatchObject({ reason: 'unsupported-transition' });
  });

  it('moves credits, takes the fee and uses the nonce', async () => {
    const { platform } = await open();
    expect(await outcomeOf(platform, witnessed(TRANSFER))).toBeUndefined();
    const [a, b] = await Promise.all(
      [A, B].map(async (one) => platform.getAddress({ address: textOf(one) })),
    );
    expect(b).toMatchObject({ nonce: 0, balance: 1_000_000n });
    expect(a?.nonce).toBe(1);
    // About what the network asks for at least.
    const fee = DASH - 1_000_000n - (a?.balance ?? 0n);
    expect(fee).toBeGreaterThan(6_000_000n);
    expect(fee).toBeLessThan(7_500_000n);
    expect(await platform.verify()).toMatchObject({ ok: true });
  });

  it.each<[number, Partial<Transfer>]>([
    [10803, { inputs: [] }],
    [10804, { outputs: [] }],
    [10816, { outputs: [{ address: A, amount: 1_000_000n }] }],
    [10805, { feeStrategy: [] }],
    [
      10806,
      { feeStrategy: Array.from({ length: 2 }, () => ({ type: 'deductFromInput', index: 0 }) as const) },
    ],
    [10807, { feeStrategy: [{ type: 'reduceOutput', index: 1 }] }],
    [
      10808,
      { feeStrategy: Array.from({ length: 5 }, (_, index) => ({ type: 'reduceOutput', index }) as const) },
    ],
    [10809, { inputs: [{ address: A, nonce: 1, amount: 99_999n }] }],
    [10810, { outputs: [{ address: B, amount: 499_999n }] }],
    [10811, { outputs: [{ address: B, amount: 999_999n }] }],
    [
      10801,
      { outputs: Array.from({ length: 129 }, (_, at) => ({ address: p2pkh(at + 2), amount: 500_000n })) },
    ],
    [
      10800,
      {
        inputs: Array.from({ length: 17 }, (_, at) => ({
          address: p2pkh(at + 3),
          nonce: 1,
          amount: 100_000n,
        })),
      },
    ],
    [40600, { inputs: [{ address: B, nonce: 1, amount: 1_000_000n }] }],
    [40601, { inputs: [{ address: A, nonce: 1, amount: DASH + 1n }] }],
    [40602, { inputs: [{ address: A, nonce: 1, amount: DASH }], outputs: [{ address: B, amount: DASH }] }],
    [40603, { inputs: [{ address: A, nonce: 2, amount: 1_000_000n }] }],
  ])('rejects with code %i, and nobody pays', async (code, changed) => {
    const { platform } = await open();
    expect(await outcomeOf(platform, witnessed({ ...TRANSFER, ...changed }))).toBe(code);
    expect(await platform.getAddress({ address: textOf(A) })).toMatchObject({ nonce: 0, balance: DASH });
  });

  it('rejects witnesses of others, and too many', async () => {
    const { platform } = await open();
    expect(await outcomeOf(platform, witnessed(TRANSFER, 2))).toBe(20002);
    expect(await outcomeOf(platform, witnessed(TRANSFER, []))).toBe(10802);
    const script = { type: 'p2sh', signatures: [], redeemScript: new Uint8Array() };
    expect(await outcomeOf(platform, witnessed(TRANSFER, [script]))).toBe(20002);
  });

  it('takes signatures of enough keys of a script, in their order', async () => {
    const { platform } = await open();
    const keys = [5, 6, 7];
    const redeemScript = Uint8Array.of(0x52, ...keys.flatMap((byte) => [33, ...publicKey(byte)]), 0x53, 0xae);
    const address: PlatformAddress = { type: 'p2sh', hash: hash160(redeemScript) };
    await platform.fundAddress({ address: textOf(address), credits: DASH });
    const transfer: Transfer = { ...TRANSFER, inputs: [{ address, nonce: 1, amount: 1_000_000n }] };
    const signable = signableBytes(transfer);
    const by = (...bytes: readonly number[]) => [
      {
        type: 'p2sh',
        signatures: [
          new Uint8Array(),
          ...bytes.map((byte) => sign(signable, 'ECDSA_SECP256K1', secret(byte), nodeSignatures)),
        ],
        redeemScript,
      },
    ];
    expect(await outcomeOf(platform, witnessed(transfer, by(5)))).toBe(20002);
    expect(await outcomeOf(platform, witnessed(transfer, by(7, 5)))).toBe(20002);
    expect(await outcomeOf(platform, witnessed(transfer, by(5, 5)))).toBe(20002);
    expect(await outcomeOf(platform, witnessed(transfer, by(5, 7)))).toBeUndefined();
  });

  const LONG = Uint8Array.from(
    Buffer.from(ECDH.convertKey(publicKey(5), 'secp256k1', undefined, undefined, 'uncompressed')),
  );
  const NO_KEY = Uint8Array.of(2, ...new Uint8Array(32).fill(255));
  const NO_NUMBERS = Uint8Array.of(31, ...new Uint8Array(64).fill(255));
  it.each([
    ['a key of 65 bytes', [LONG], [5], undefined],
    ['a wrong signature beyond those that it needs', [publicKey(5), publicKey(6)], [5, 5], undefined],
    ['a signature of 3 bytes beyond', [publicKey(5), publicKey(6)], [5, new Uint8Array(3).fill(1)], 20002],
    ['numbers above the order beyond', [publicKey(5), publicKey(6)], [5, NO_NUMBERS], 20002],
    ['such a signature, but no key is left', [publicKey(5)], [5, NO_NUMBERS], undefined],
    ['no point of the curve before the key that signs', [NO_KEY, publicKey(5)], [5], 20002],
    ['such a key behind it', [publicKey(5), NO_KEY], [5], undefined],
  ] as const)('checks a script of one signature with %s', async (_name, keys, by, code) => {
    const { platform } = await open();
    const pushed = keys.flatMap((key) => [key.length, ...key]);
    const redeemScript = Uint8Array.of(0x51, ...pushed, 0x50 + keys.length, 0xae);
    const address: PlatformAddress = { type: 'p2sh', hash: hash160(redeemScript) };
    await platform.fundAddress({ address: textOf(address), credits: DASH });
    const transfer: Transfer = { ...TRANSFER, inputs: [{ address, nonce: 1, amount: 1_000_000n }] };
    const signable = signableBytes(transfer);
    const signatures = by.map((one) =>
      typeof one === 'number' ? sign(signable, 'ECDSA_SECP256K1', secret(one), nodeSignatures) : one,
    );
    const witness = { type: 'p2sh', signatures, redeemScript };
    expect(await outcomeOf(platform, witnessed(transfer, [witness]))).toBe(code);
  });

  it('takes a penalty from the inputs when the keys of a new identity do not sign', async () => {
    const { platform } = await open();
    const creation: Creation = {
      type: 'identityCreateFromAddresses',
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
          data: publicKey(9),
          signature: new Uint8Array(65),
        },
      ],
      inputs: [{ address: A, nonce: 1, amount: 10_000_000n }],
      output: undefined,
      feeStrategy: [{ type: 'deductFromInput', index: 0 }],
      userFeeIncrease: 0,
      inputWitnesses: [],
    };
    expect(await outcomeOf(platform, witnessed(creation))).toBe(20009);
    const after = await platform.getAddress({ address: textOf(A) });
    expect(after?.nonce).toBe(1);
    expect(DASH - (after?.balance ?? 0n)).toBeGreaterThan(50_000_000n);
    expect(DASH - (after?.balance ?? 0n)).toBeLessThan(51_000_000n);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
  });

  it('does the same without signatures', async () => {
    const { platform } = await open();
    const { id } = await platform.createIdentity();
    const input = { address: textOf(A), credits: 20_000_000n };
    const { identity, fee } = await platform.createIdentityFromAddresses({ inputs: [input] });
    expect(identity.balance).toBe(20_000_000n);
    expect(fee).toBeGreaterThan(100_000_000n);
    await platform.topUpIdentityFromAddresses({
      id: identity.id,
      inputs: [input],
      output: { address: textOf(B), credits: 5_000_000n },
    });
    expect((await platform.getIdentity({ id: identity.id }))?.balance).toBe(35_000_000n);
    await platform.transferToAddresses({ by: id, outputs: [{ address: textOf(B), credits: 1_000_000 }] });
    expect(await platform.getAddress({ address: textOf(B) })).toMatchObject({ balance: 6_000_000n });
    expect(await codeOf(platform.transferToAddresses({ by: id, outputs: [] }))).toBe(10804);
    expect(
      await codeOf(platform.transferToAddresses({ by: id, outputs: [{ address: textOf(B), credits: 5 }] })),
    ).toBe(10810);
    await expect(
      platform.transferAddressFunds({ inputs: [input, input], outputs: [] }),
    ).rejects.toMatchObject({ reason: 'invalid-input' });
    const text = (await platform.getAddress({ address: textOf(A) }))?.address ?? '';
    expect(text).toMatch(/^tdash1/);
    expect(await platform.getAddress({ address: text })).toMatchObject({ nonce: 2 });
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
  });
});
