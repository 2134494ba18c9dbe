import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeStateTransition,
  hash160,
  nobleSignatures,
  sha256,
  sign,
  signableBytes,
  signingHash,
  verifyByKeyHash,
  verifySignature,
  type SigningKey,
} from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import {
  fromHex,
  recorded,
  toHex,
  TRANSITIONS,
  type RecordedSignature,
  type RecordedTransition,
} from './recorded.js';

const BACKENDS = [
  { name: '@noble/curves', backend: nobleSignatures },
  { name: 'libsecp256k1', backend: nodeSignatures },
] as const;

const KEY_TYPES = ['ECDSA_SECP256K1', 'BLS12_381', 'ECDSA_HASH160'] as const;

/** The older library names a type by its number. */
function typeOf({ keyType }: RecordedSignature): SigningKey['type'] {
  if (typeof keyType === 'number') return KEY_TYPES[keyType]!;
  return KEY_TYPES.find((type) => type.toLowerCase() === String(keyType).toLowerCase())!;
}

function keyOf(signature: RecordedSignature): SigningKey {
  const type = typeOf(signature);
  const publicKey = fromHex(signature.publicKey ?? '');
  return { type, data: type === 'ECDSA_HASH160' ? hash160(publicKey) : publicKey };
}

/** Names a key that the identity does not have: the signature itself is right. */
const OTHER_KEY = 'identity-credit-transfer-other-key-id';

const SIGNED = TRANSITIONS.filter(({ signature }) => signature.by === 'identityKey');
const LOCKED = TRANSITIONS.filter(({ signature }) => signature.by === 'assetLock');
const WITNESSED = TRANSITIONS.filter(({ signature }) => signature.by === 'addressWitnesses');

const signableOf = ({ hex }: RecordedTransition): Uint8Array =>
  signableBytes(decodeStateTransition(fromHex(hex)).value);

test('the recording has transitions of every kind of signer', () => {
  expect([SIGNED.length, LOCKED.length, WITNESSED.length].every((count) => count > 5)).toBe(true);
});

test.each(TRANSITIONS)('$name has the recorded signed hash', (line) => {
  expect(toHex(signingHash(signableOf(line)))).toBe(line.signingHash);
});

describe.each(BACKENDS)('$name', ({ backend }) => {
  test.each(SIGNED)('$name: the signature gets the recorded verdict', (line) => {
    const { signature, valid } = line.signature;
    const verdict = verifySignature(
      signableOf(line),
      fromHex(signature ?? ''),
      keyOf(line.signature),
      backend,
    );
    expect(verdict).toBe(line.name === OTHER_KEY || valid);
  });

  test.each(LOCKED)('$name is signed by the key of its asset lock', (line) => {
    const { signature, publicKeyHash160, valid } = line.signature;
    const hash = fromHex(publicKeyHash160 ?? '');
    expect(verifyByKeyHash(signableOf(line), fromHex(signature ?? ''), hash, backend)).toBe(valid);
  });

  test.each(WITNESSED)('$name is signed by the keys of its addresses', (line) => {
    const verdicts = (line.signature.witnesses ?? []).map(({ signature, publicKeyHash160 }) =>
      verifyByKeyHash(signableOf(line), fromHex(signature ?? ''), fromHex(publicKeyHash160 ?? ''), backend),
    );
    expect(verdicts.every((valid) => valid === line.signature.valid)).toBe(true);
  });
});

test.each(SIGNED.filter(({ signature }) => signature.valid === true))(
  '$name gets the recorded bytes when signed again',
  ({ signature, ...line }) => {
    const again = sign(
      signableOf({ signature, ...line }),
      typeOf(signature),
      fromHex(signature.privateKey ?? ''),
    );
    expect(toHex(again)).toBe(signature.signature);
  },
);

const PROVED = [
  ...recorded<RecordedTransition>('transitions-4.1.0'),
  ...recorded<RecordedTransition>('transitions-3.0.1'),
].filter(({ keyProofs }) => (keyProofs?.length ?? 0) > 0);

test.each(PROVED)('$name has keys that prove possession', (line) => {
  const { value } = decodeStateTransition(fromHex(line.hex));
  const keys = 'publicKeys' in value ? value.publicKeys : 'addPublicKeys' in value ? value.addPublicKeys : [];
  const proving = keys.filter(({ type }) => type === 'ECDSA_SECP256K1' || type === 'BLS12_381');
  const verdicts = proving.map((key) => verifySignature(signableBytes(value), key.signature, key));
  expect(proving.length).toBeGreaterThan(0);
  // Keys of the hash types have no signature, unless the transition is wrong on purpose.
  const mayBeWrong = line.wrong !== undefined || line.why !== undefined;
  expect(verdicts.every(Boolean) || mayBeWrong).toBe(true);
  expect(keys.every((key) => proving.includes(key) || key.signature.length === 0) || mayBeWrong).toBe(true);
});

describe('both signature backends', () => {
  const line = SIGNED.find(({ name }) => name === 'identity-credit-transfer-small')!;
  const signable = signableOf(line);
  const { data } = keyOf(line.signature);
  const signature = fromHex(line.signature.signature ?? '');

  test('agree on signatures and keys with changed bytes', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 64 }),
        fc.nat({ max: 32 }),
        fc.integer({ min: 0, max: 255 }),
        (at, keyAt, byte) => {
          const changed = Uint8Array.from(signature);
          changed[at] = byte;
          const key = { type: 'ECDSA_SECP256K1', data: Uint8Array.from(data) } as const;
          if (byte % 4 === 0) key.data[keyAt] = byte;
          expect(verifySignature(signable, changed, key, nodeSignatures)).toBe(
            verifySignature(signable, changed, key, nobleSignatures),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('reject a high S', () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = BigInt(`0x${toHex(signature.subarray(33))}`);
    const high = Uint8Array.from([
      ...signature.subarray(0, 33),
      ...fromHex((order - s).toString(16).padStart(64, '0')),
    ]);
    const key = { type: 'ECDSA_SECP256K1', data } as const;
    expect(BACKENDS.map(({ backend }) => verifySignature(signable, high, key, backend))).toEqual([
      false,
      false,
    ]);
  });

  test('reject r and s out of range', () => {
    const order = fromHex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
    const key = { type: 'ECDSA_SECP256K1', data } as const;
    const wrong = [new Uint8Array(32), order, new Uint8Array(32).fill(255)].flatMap((number) =>
      [1, 33].map((at) => {
        const changed = Uint8Array.from(signature);
        changed.set(number, at);
        return changed;
      }),
    );
    for (const { backend } of BACKENDS)
      expect(wrong.filter((one) => verifySignature(signable, one, key, backend))).toEqual([]);
  });

  test('agree on keys of other lengths', () => {
    const compact = signature.subarray(1);
    const message = sha256(signable);
    for (const { backend } of BACKENDS) {
      expect(backend.verifyEcdsa(message, compact, data)).toBe(true);
      for (const length of [0, 1, 32, 34, 64, 65, 66])
        expect(
          backend.verifyEcdsa(
            message,
            compact,
            Uint8Array.from({ length }, (_, at) => data[at] ?? 0),
          ),
        ).toBe(false);
      for (const length of [0, 32, 63, 65])
        expect(
          backend.verifyEcdsa(
            message,
            Uint8Array.from({ length }, (_, at) => compact[at] ?? 0),
            data,
          ),
        ).toBe(false);
    }
  });

  test('make the same signatures, and recover the same keys from right and changed ones', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, bytes, fc.nat({ max: 63 }), fc.nat({ max: 255 }), (message, key, at, byte) => {
        const made = outcome(() => nobleSignatures.signEcdsa(message, key));
        expect(outcome(() => nodeSignatures.signEcdsa(message, key))).toEqual(made);
        const changed = made === undefined ? key : made.signature.with(at, byte);
        for (const recoveryId of [0, 1, 2, 3, 4])
          for (const compact of made === undefined ? [changed] : [made.signature, changed])
            expect(nodeSignatures.recoverEcdsa(message, compact, recoveryId)).toEqual(
              nobleSignatures.recoverEcdsa(message, compact, recoveryId),
            );
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['31 bytes', new Uint8Array(31).fill(1)],
    ['33 bytes', new Uint8Array(33).fill(1)],
    ['zero', new Uint8Array(32)],
    ['the order of the curve', fromHex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')],
  ])('reject a private key of %s', (_, privateKey) => {
    for (const { backend } of BACKENDS)
      expect(outcome(() => backend.signEcdsa(sha256(signable), privateKey))).toBeUndefined();
  });

  test.each([0, 1, 64, 66])('reject a signature of %i bytes', (length) => {
    const key = { type: 'ECDSA_SECP256K1', data } as const;
    const short = new Uint8Array(length).fill(31);
    expect(BACKENDS.map(({ backend }) => verifySignature(signable, short, key, backend))).toEqual([
      false,
      false,
    ]);
  });
});

function outcome<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

test('keys that cannot sign are rejected', () => {
  const key = { type: 'EDDSA_25519_HASH160', data: new Uint8Array(20) } as const;
  expect(verifySignature(new Uint8Array(3), new Uint8Array(65), key)).toBe(false);
  expect(() => sign(new Uint8Array(3), 'BIP13_SCRIPT_HASH', new Uint8Array(32))).toThrow(RangeError);
});
