import { bls12_381 } from '@noble/curves/bls12-381.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlsInputError, withFallback, type BlsLibrary } from './bls-library.js';
import { nobleBlsLibrary } from './noble-bls-library.js';
import { loadMcl, wasmBlsLibrary } from './wasm-bls-library.js';

const { G1, G2, fields } = bls12_381;
const mcl = await loadMcl();
const wasm = wasmBlsLibrary(mcl);
const noble = nobleBlsLibrary;

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const secretKey = bytes(32).map((key) => key.with(0, (key[0] ?? 0) & 0x3f).with(31, (key[31] ?? 0) | 1));
const MESSAGE = new Uint8Array(32).fill(1);
const SECRET = new Uint8Array(32).fill(7);
const SIGNATURE = noble.signBls(MESSAGE, SECRET);
const KEY = noble.blsPublicKey(SECRET);

/** Changes bytes of a value, its flags or its length. */
const changed = (value: Uint8Array) =>
  fc.oneof(
    fc
      .tuple(fc.nat(value.length - 1), fc.integer({ min: 1, max: 255 }))
      .map(([at, by]) => value.with(at, (value[at] ?? 0) ^ by)),
    fc.integer({ min: 0, max: 7 }).map((flags) => value.with(0, ((value[0] ?? 0) & 0x1f) | (flags << 5))),
    fc.nat(2 * value.length).map((length) => Uint8Array.of(...value, ...value).subarray(0, length)),
    bytes(value.length).map((random) => random.with(0, ((random[0] ?? 0) & 0x1f) | 0x80)),
    bytes(value.length),
  );

/** Returns values at the limits of each encoding, by length. */
function limits(length: 48 | 96): Uint8Array[] {
  const field = fields.Fp.ORDER;
  const numbers = [0n, 1n, field - 1n, field, field + 1n, 2n ** 381n - 1n];
  const encoded = numbers.flatMap((number) => {
    const digits = Uint8Array.from(Buffer.from(number.toString(16).padStart(96, '0'), 'hex'));
    const place =
      length === 48
        ? [digits]
        : [
            Uint8Array.of(...digits, ...digits),
            Uint8Array.of(...digits, ...new Uint8Array(48)),
            Uint8Array.of(...new Uint8Array(48), ...digits),
          ];
    return place.flatMap((one) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((flags) => one.with(0, ((one[0] ?? 0) & 0x1f) | (flags << 5))),
    );
  });
  const lengths = [0, 1, length - 1, length + 1, 2 * length].map((other) =>
    new Uint8Array(other).fill(0xc0, 0, 1),
  );
  return [...encoded, ...lengths, new Uint8Array(length).fill(0xff)];
}

/** Returns points of the curve outside of the subgroup, compressed. */
function* strays(curve: typeof G1 | typeof G2): Generator<Uint8Array> {
  const length = curve === G1 ? 48 : 96;
  for (let x = 1; x < 60; x += 1) {
    const candidate = new Uint8Array(length).with(length - 1, x).with(0, 0x80);
    yield candidate;
    yield candidate.with(0, 0xa0);
  }
}

const throwsOr = <Value>(compute: () => Value): Value | 'threw' => {
  try {
    return compute();
  } catch {
    return 'threw';
  }
};

/** Makes calls with right and wrong arguments, short and long ones. */
function callOften(): void {
  wasm.verifyBls(new Uint8Array(100_000), SIGNATURE, KEY);
  for (let i = 0; i < 100; i += 1) {
    wasm.isBlsSignature(SIGNATURE.with(i % 96, i & 0xff));
    throwsOr(() => wasm.signBls(MESSAGE, new Uint8Array(31)));
    throwsOr(() => wasm.sumBlsPublicKeys([{ publicKey: KEY.with(9, i & 0xff), weight: SECRET }]));
  }
  wasm.signBls(MESSAGE, SECRET);
}

describe('BLS in WebAssembly', () => {
  it('gives the keys and signatures of noble, and each accepts those of the other', () => {
    fc.assert(
      fc.property(secretKey, fc.uint8Array({ maxLength: 9000 }), (secret, message) => {
        const key = wasm.blsPublicKey(secret);
        const signature = wasm.signBls(message, secret);
        expect(key).toEqual(noble.blsPublicKey(secret));
        expect(signature).toEqual(noble.signBls(message, secret));
        expect(wasm.verifyBls(message, signature, key)).toBe(true);
        expect(wasm.verifyBls(Uint8Array.of(...message, 0), signature, key)).toBe(false);
      }),
      { numRuns: 20 },
    );
    expect(noble.verifyBls(MESSAGE, wasm.signBls(MESSAGE, SECRET), KEY)).toBe(true);
  });

  it('accepts the same bytes as public keys and signatures as noble', () => {
    fc.assert(
      fc.property(changed(KEY), changed(SIGNATURE), (key, signature) => {
        expect(wasm.isBlsPublicKey(key)).toBe(noble.isBlsPublicKey(key));
        expect(wasm.isBlsSignature(signature)).toBe(noble.isBlsSignature(signature));
      }),
      { numRuns: 150 },
    );
    expect([wasm.isBlsPublicKey(KEY), wasm.isBlsSignature(SIGNATURE)]).toEqual([true, true]);
  });

  it.each([
    ['public keys', [...limits(48), ...strays(G1)], 'isBlsPublicKey'],
    ['signatures', [...limits(96), ...strays(G2)], 'isBlsSignature'],
  ] as const)('rejects null points, other encodings and other subgroups as %s', (_, values, check) => {
    const verdicts = values.map((value) => wasm[check](value));
    expect(verdicts).toEqual(values.map((value) => noble[check](value)));
    expect(verdicts).not.toContain(true);
  });

  it('gives the verdict of noble on changed signatures and keys', () => {
    fc.assert(
      fc.property(changed(SIGNATURE), changed(KEY), (signature, key) => {
        const pairs = [
          [signature, KEY],
          [SIGNATURE, key],
        ] as const;
        for (const [one, other] of pairs)
          expect(wasm.verifyBls(MESSAGE, one, other)).toBe(noble.verifyBls(MESSAGE, one, other));
      }),
      { numRuns: 25 },
    );
    const uncompressed = G1.Point.fromBytes(KEY).toBytes(false);
    expect([wasm, noble].map((bls) => bls.verifyBls(MESSAGE, SIGNATURE, uncompressed))).toEqual([
      false,
      false,
    ]);
    const nothing = new Uint8Array(96).with(0, 0xc0);
    expect(wasm.verifyBls(MESSAGE, nothing, nothing.subarray(0, 48))).toBe(false);
    expect(wasm.verifyBls(MESSAGE, SIGNATURE, nothing.subarray(0, 48))).toBe(false);
  });

  it('takes the same bytes as secret keys as noble', () => {
    const order = fields.Fr.ORDER;
    const keys = [0n, 1n, order - 1n, order, order + 1n, 2n ** 256n - 1n].map((key) =>
      Uint8Array.from(Buffer.from(key.toString(16).padStart(64, '0'), 'hex')),
    );
    const all = [...keys, new Uint8Array(), SECRET.subarray(1), Uint8Array.of(0, ...SECRET)];
    const results = (bls: BlsLibrary) => all.map((key) => throwsOr(() => bls.signBls(MESSAGE, key)));
    expect(results(wasm)).toEqual(results(noble));
    expect(results(wasm).filter((one) => one === 'threw')).toHaveLength(5);
    expect(all.map((key) => throwsOr(() => wasm.blsPublicKey(key)))).toEqual(
      all.map((key) => throwsOr(() => noble.blsPublicKey(key))),
    );
  });

  it('adds weighted public keys as noble does', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(secretKey, secretKey), { maxLength: 8 }), (pairs) => {
        const summands = pairs.map(([secret, weight]) => ({ publicKey: wasm.blsPublicKey(secret), weight }));
        expect(wasm.sumBlsPublicKeys(summands)).toEqual(noble.sumBlsPublicKeys(summands));
      }),
      { numRuns: 10 },
    );
    const stray = [...strays(G1)].map((publicKey) => [{ publicKey, weight: SECRET }]);
    for (const summands of [...stray, [{ publicKey: KEY, weight: SECRET.with(0, 0xff) }]])
      expect(throwsOr(() => wasm.sumBlsPublicKeys(summands))).toBe(
        throwsOr(() => noble.sumBlsPublicKeys(summands)),
      );
  });

  it('uses no more memory after many calls', () => {
    callOften();
    const before = mcl.getMemory().buffer.byteLength;
    for (let i = 0; i < 5; i += 1) callOften();
    expect(mcl.getMemory().buffer.byteLength).toBe(before);
  });
});

describe('a library with a fallback', () => {
  it.each([
    ['of its memory', new Error('stackAlloc: bad size 240')],
    ['for want of stack', new RangeError('Maximum call stack size exceeded')],
  ])('goes on with the fallback after a failure %s, and throws what both throw', (_, failure) => {
    let calls = 0;
    const failing: BlsLibrary = {
      ...wasm,
      isBlsPublicKey: () => {
        calls += 1;
        throw failure;
      },
    };
    const failures: unknown[] = [];
    const library = withFallback(failing, noble, (one) => failures.push(one));
    expect(() => library.signBls(MESSAGE, new Uint8Array())).toThrow(BlsInputError);
    expect(failures).toEqual([]);
    expect([library.isBlsPublicKey(KEY), library.isBlsPublicKey(KEY)]).toEqual([true, true]);
    expect(calls).toBe(1);
    expect(library.signBls(MESSAGE, SECRET)).toEqual(SIGNATURE);
    expect(() => library.signBls(MESSAGE, new Uint8Array())).toThrow('32 bytes');
    expect(failures).toEqual([failure]);
  });

  it('does not take a failure for a wrong signature', () => {
    const failure = new Error('stackAlloc: bad size 240');
    class FailingPoint extends mcl.G2 {
      override deserialize(): never {
        throw failure;
      }
    }
    const failing = wasmBlsLibrary({ ...mcl, G2: FailingPoint });
    expect(() => failing.verifyBls(MESSAGE, SIGNATURE, KEY)).toThrow(failure);
    expect(() => failing.isBlsSignature(SIGNATURE)).toThrow(failure);
    expect(withFallback(failing, noble, () => undefined).verifyBls(MESSAGE, SIGNATURE, KEY)).toBe(true);
  });
});
