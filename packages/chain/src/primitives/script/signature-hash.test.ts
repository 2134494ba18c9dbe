import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayHash } from '../../base/bytes/hex.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { encodeTransaction, type Transaction } from '../transaction/transaction.js';
import { buildScript } from './build-script.js';
import type { OpcodeName } from './opcodes.js';
import { SignatureHasher, signatureHash } from './signature-hash.js';
import { SIGNATURE_HASH_TYPES } from './signature-hash-type.js';

const bytes = fc.uint8Array({ maxLength: 40 });
const sequence = fc.integer({ min: 0, max: 0xffffffff });
const arbitraryTransaction: fc.Arbitrary<Transaction> = fc.record({
  version: fc.integer({ min: 1, max: 3 }),
  type: fc.integer({ min: 0, max: 9 }),
  inputs: fc.array(
    fc.record({
      previousOutput: fc.record({
        txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => displayHash(hash)),
        index: sequence,
      }),
      scriptSig: bytes,
      sequence,
    }),
    { minLength: 1, maxLength: 5 },
  ),
  outputs: fc.array(fc.record({ value: fc.bigInt({ min: 0n, max: 2n ** 50n }), scriptPubKey: bytes }), {
    maxLength: 5,
  }),
  lockTime: sequence,
  extraPayload: bytes,
});

const EXAMPLE: Transaction = {
  version: 2,
  type: 0,
  inputs: [{ previousOutput: { txid: 'ab'.repeat(32), index: 1 }, scriptSig: new Uint8Array(), sequence: 5 }],
  outputs: [{ value: 7n, scriptPubKey: buildScript('OP_RETURN') }],
  lockTime: 0,
  extraPayload: new Uint8Array(),
};

/** The hash as the first release computed it: change a copy of the transaction, serialise it, put the type behind it. */
function hashOfChangedCopy(
  transaction: Transaction,
  inputIndex: number,
  script: Uint8Array,
  hashType: number,
): string {
  const kind = hashType & 0x1f;
  let { inputs, outputs } = transaction;
  inputs = inputs.map((input, i) => ({ ...input, scriptSig: i === inputIndex ? script : new Uint8Array() }));
  if (kind === 2) outputs = [];
  if (kind === 3) {
    if (inputIndex >= outputs.length) return `${'0'.repeat(63)}1`;
    outputs = outputs
      .slice(0, inputIndex + 1)
      .map((output, i) => (i === inputIndex ? output : { value: -1n, scriptPubKey: new Uint8Array() }));
  }
  if (kind === 2 || kind === 3) {
    inputs = inputs.map((input, i) => (i === inputIndex ? input : { ...input, sequence: 0 }));
  }
  if (hashType & 0x80) inputs = inputs.slice(inputIndex, inputIndex + 1);
  const changed = encodeTransaction({ ...transaction, inputs, outputs });
  return displayHash(sha256d(new ByteWriter().bytes(changed).i32(hashType).toBytes()));
}

function hashWithPayload(version: number, type: number, payload: number): string {
  const transaction = { ...EXAMPLE, version, type, extraPayload: Uint8Array.of(payload) };
  return displayHash(signatureHash(transaction, 0, new Uint8Array(), SIGNATURE_HASH_TYPES.ALL));
}

describe('signatureHash', () => {
  it('hashes a modified copy of the transaction for every hash type', () => {
    const script = fc.array(fc.constantFrom<OpcodeName[]>('OP_DUP', 'OP_CHECKSIG', 'OP_0', 'OP_RETURN'), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(
        arbitraryTransaction,
        fc.nat(),
        script,
        fc.oneof(fc.constantFrom(1, 2, 3, 0x81, 0x82, 0x83), fc.integer()),
        (transaction, any, parts, hashType) => {
          const inputIndex = any % transaction.inputs.length;
          const code = buildScript(...parts);
          const expected = hashOfChangedCopy(transaction, inputIndex, code, hashType);
          expect(displayHash(signatureHash(transaction, inputIndex, code, hashType))).toBe(expected);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('is the same for a shared hasher and a new one per input', () => {
    fc.assert(
      fc.property(arbitraryTransaction, bytes, (transaction, code) => {
        const hasher = new SignatureHasher(transaction);
        for (const hashType of [1, 2, 3, 0x81, 0x82, 0x83, 1]) {
          for (const inputIndex of transaction.inputs.keys()) {
            const alone = signatureHash(transaction, inputIndex, code, hashType);
            expect(hasher.hash(inputIndex, code, hashType)).toEqual(alone);
          }
        }
      }),
    );
  });

  it('omits OP_CODESEPARATOR from the script', () => {
    const separated = buildScript(
      'OP_CODESEPARATOR',
      1,
      'OP_CODESEPARATOR',
      Uint8Array.of(0xab, 0xab),
      'OP_CODESEPARATOR',
    );
    const plain = buildScript(1, Uint8Array.of(0xab, 0xab));
    expect(signatureHash(EXAMPLE, 0, separated, 1)).toEqual(signatureHash(EXAMPLE, 0, plain, 1));
  });

  it('covers the payload only if the wire format carries it', () => {
    expect(hashWithPayload(3, 1, 7)).not.toBe(hashWithPayload(3, 1, 8));
    expect(hashWithPayload(3, 0, 7)).toBe(hashWithPayload(3, 0, 8));
    expect(hashWithPayload(2, 1, 7)).toBe(hashWithPayload(2, 1, 8));
  });

  it('is one for SINGLE without a matching output', () => {
    const hash = signatureHash({ ...EXAMPLE, outputs: [] }, 0, new Uint8Array(), SIGNATURE_HASH_TYPES.SINGLE);
    expect(displayHash(hash)).toBe(`${'0'.repeat(63)}1`);
  });

  it('rejects an input that does not exist', () => {
    expect(() => signatureHash(EXAMPLE, EXAMPLE.inputs.length, new Uint8Array(), 1)).toThrow(RangeError);
  });
});
