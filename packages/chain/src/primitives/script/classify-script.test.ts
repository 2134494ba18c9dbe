import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash160, sha256 } from '../../base/crypto/hashes.js';
import { buildScript } from './build-script.js';
import { classifyScript } from './classify-script.js';
import { publicKeyOf } from './ecdsa.js';
import { isPushOnly, isUnspendable } from './script-shape.js';
import {
  dataScript,
  multisigScript,
  payToPublicKey,
  payToPublicKeyHash,
  payToScript,
  payToScriptHash,
} from './standard-scripts.js';

const secret = sha256(Buffer.from('classify-script.test'));
const key = publicKeyOf(secret);
const longKey = publicKeyOf(secret, false);
const hash = hash160(key);
const nonstandard = { type: 'nonstandard' };

describe('classifyScript', () => {
  it('recognizes the scripts of the builders', () => {
    expect(classifyScript(payToPublicKeyHash(hash))).toEqual({ type: 'pubkeyhash', hash });
    expect(classifyScript(payToScriptHash(hash))).toEqual({ type: 'scripthash', hash });
    expect(classifyScript(payToScript(key))).toEqual({ type: 'scripthash', hash: hash160(key) });
    expect(classifyScript(payToPublicKey(key))).toEqual({ type: 'pubkey', publicKey: key });
    expect(classifyScript(payToPublicKey(longKey))).toEqual({ type: 'pubkey', publicKey: longKey });
    expect(classifyScript(dataScript())).toEqual({ type: 'nulldata' });
    expect(classifyScript(dataScript(hash, key))).toEqual({ type: 'nulldata' });
  });

  it.each([
    [1, 1],
    [2, 3],
    [16, 16],
    [1, 17],
    [17, 20],
    [20, 20],
  ])('recognizes a multisig of %i in %i', (required, total) => {
    const publicKeys = Array.from({ length: total }, (_, i) => (i % 2 ? key : longKey));
    expect(classifyScript(multisigScript(required, publicKeys))).toEqual({
      type: 'multisig',
      required,
      publicKeys,
    });
  });

  it('classifies near misses as nonstandard', () => {
    const nearly = [
      new Uint8Array(),
      buildScript(hash, 'OP_CHECKSIG'),
      buildScript(key.with(0, 5), 'OP_CHECKSIG'),
      buildScript(key, 'OP_CHECKSIG', 'OP_NOP'),
      buildScript('OP_DUP', 'OP_HASH160', hash.subarray(1), 'OP_EQUALVERIFY', 'OP_CHECKSIG'),
      buildScript('OP_DUP', 'OP_HASH160', hash, 'OP_EQUAL', 'OP_CHECKSIG'),
      buildScript('OP_HASH160', hash, 'OP_EQUALVERIFY'),
      buildScript('OP_HASH256', hash, 'OP_EQUAL'),
      buildScript('OP_RETURN', 'OP_DUP'),
      Uint8Array.of(...buildScript('OP_RETURN'), 5, 1),
      buildScript(0, key, 1, 'OP_CHECKMULTISIG'),
      buildScript(2, key, 1, 'OP_CHECKMULTISIG'),
      buildScript(1, key, 2, 'OP_CHECKMULTISIG'),
      buildScript(1, hash, 1, 'OP_CHECKMULTISIG'),
      buildScript(1, key, 1, 'OP_NOP', 'OP_CHECKMULTISIG'),
      buildScript('OP_CHECKMULTISIG'),
      buildScript(1, ...Array.from({ length: 21 }, () => key), 21, 'OP_CHECKMULTISIG'),
      // 1 as a push of one byte is not its shortest form.
      Uint8Array.of(1, ...buildScript(1).with(0, 1), ...buildScript(key, 1, 'OP_CHECKMULTISIG')),
    ];
    for (const script of nearly) expect(classifyScript(script)).toEqual(nonstandard);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (script) => {
        expect(classifyScript(script)).toHaveProperty('type');
      }),
    );
  });
});

describe('script builders', () => {
  it('reject unspendable outputs', () => {
    expect(() => payToPublicKeyHash(key)).toThrow(RangeError);
    expect(() => payToScriptHash(hash.subarray(1))).toThrow(RangeError);
    expect(() => payToPublicKey(hash)).toThrow(RangeError);
    expect(() => multisigScript(1, [])).toThrow(RangeError);
    expect(() => multisigScript(2, [key])).toThrow(RangeError);
    expect(() => multisigScript(0, [key])).toThrow(RangeError);
    expect(() => multisigScript(1, [hash])).toThrow(RangeError);
    expect(() =>
      multisigScript(
        1,
        Array.from({ length: 21 }, () => key),
      ),
    ).toThrow(RangeError);
  });
});

describe('script properties', () => {
  it('isPushOnly accepts opcodes up to OP_16, including OP_RESERVED', () => {
    expect(isPushOnly(buildScript(0, -1, 16, key, 'OP_RESERVED'))).toBe(true);
    expect(isPushOnly(buildScript(1, 'OP_NOP'))).toBe(false);
    expect(isPushOnly(Uint8Array.of(2, 1))).toBe(false);
    expect(isPushOnly(buildScript('OP_RETURN', key), 1)).toBe(true);
  });

  it('isUnspendable accepts a leading OP_RETURN or more than 10,000 bytes', () => {
    expect(isUnspendable(dataScript())).toBe(true);
    expect(isUnspendable(new Uint8Array())).toBe(false);
    expect(isUnspendable(new Uint8Array(10_000))).toBe(false);
    expect(isUnspendable(new Uint8Array(10_001))).toBe(true);
  });
});
