import { describe, expect, it } from 'vitest';
import { hash160, sha256 } from '../../base/crypto/hashes.js';
import type { Transaction } from '../transaction/transaction.js';
import { parseScript } from './parse-script.js';
import { publicKeyOf } from './ecdsa.js';
import { STANDARD_SCRIPT_FLAGS } from './script-flags.js';
import { SignatureHasher } from './signature-hash.js';
import { inputScript, signInput } from './sign-input.js';
import { payToPublicKeyHash } from './standard-scripts.js';
import { verifyInput, verifyInputs } from './verify-inputs.js';

const secretKey = sha256(Buffer.from('sign-input.test'));
const scriptPubKey = payToPublicKeyHash(hash160(publicKeyOf(secretKey)));

function unsigned(inputs: number): Transaction {
  return {
    version: 2,
    type: 0,
    inputs: Array.from({ length: inputs }, (_, index) => ({
      previousOutput: { txid: 'cd'.repeat(32), index },
      scriptSig: new Uint8Array(),
      sequence: 0xffffffff,
    })),
    outputs: [{ value: 1_000n, scriptPubKey }],
    lockTime: 0,
    extraPayload: new Uint8Array(),
  };
}

describe('signInput', () => {
  it('signs inputs one after the other, deterministically', () => {
    const transaction = unsigned(3);
    const hasher = new SignatureHasher(transaction);
    const signAll = () =>
      [0, 1, 2].reduce(
        (signed, inputIndex) =>
          signInput({ transaction: signed, inputIndex, scriptPubKey, secretKey, hasher }),
        transaction,
      );
    const spentOutputs = transaction.inputs.map(() => ({ scriptPubKey }));
    expect(
      verifyInputs({ transaction: signAll(), spentOutputs, flags: STANDARD_SCRIPT_FLAGS }),
    ).toBeUndefined();
    expect(signAll()).toEqual(signAll());
    expect(transaction.inputs[0]?.scriptSig).toHaveLength(0);
    const half = signInput({ transaction, inputIndex: 1, scriptPubKey, secretKey });
    expect(verifyInputs({ transaction: half, spentOutputs, flags: STANDARD_SCRIPT_FLAGS })).toEqual({
      inputIndex: 0,
      error: 'INVALID_STACK_OPERATION',
    });
    expect(
      verifyInput({ transaction: half, inputIndex: 1, scriptPubKey, flags: STANDARD_SCRIPT_FLAGS }),
    ).toBeUndefined();
  });

  it('signs for an uncompressed key and with another hash type', () => {
    const longForm = payToPublicKeyHash(hash160(publicKeyOf(secretKey, false)));
    const request = {
      transaction: unsigned(1),
      inputIndex: 0,
      scriptPubKey: longForm,
      secretKey,
      hashType: 0x83,
    };
    const signed = signInput({ ...request, compressed: false });
    const verification = {
      transaction: signed,
      inputIndex: 0,
      scriptPubKey: longForm,
      flags: STANDARD_SCRIPT_FLAGS,
    };
    expect(verifyInput(verification)).toBeUndefined();
    const [signature, key] = parseScript(inputScript({ ...request, compressed: false })).operations;
    expect(signature?.data?.at(-1)).toBe(0x83);
    expect(key?.data).toHaveLength(65);
  });

  it('rejects an input it cannot sign', () => {
    const request = { transaction: unsigned(1), inputIndex: 0, scriptPubKey, secretKey };
    expect(() => signInput({ ...request, inputIndex: 1 })).toThrow(RangeError);
    expect(() => signInput({ ...request, compressed: false })).toThrow(RangeError);
    expect(() => signInput({ ...request, secretKey: sha256(secretKey) })).toThrow(RangeError);
    expect(() => signInput({ ...request, secretKey: new Uint8Array(32) })).toThrow(Error);
  });

  it('requires every spent output for verification', () => {
    const verification = {
      transaction: unsigned(2),
      spentOutputs: [{ scriptPubKey }],
      flags: STANDARD_SCRIPT_FLAGS,
    };
    expect(() => verifyInputs(verification)).toThrow(RangeError);
  });
});
