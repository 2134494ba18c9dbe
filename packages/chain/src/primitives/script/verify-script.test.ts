import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash160, sha256 } from '../../base/crypto/hashes.js';
import type { Transaction } from '../transaction/transaction.js';
import { buildScript } from './build-script.js';
import { publicKeyOf } from './ecdsa.js';
import {
  BLOCK_SCRIPT_FLAGS,
  MANDATORY_SCRIPT_FLAGS,
  NO_SCRIPT_FLAGS,
  SCRIPT_FLAGS,
  type ScriptFlag,
  STANDARD_SCRIPT_FLAGS,
} from './script-flags.js';
import { SCRIPT_ERROR_TEXTS } from './script-error.js';
import { SIGNATURE_HASH_TYPES } from './signature-hash-type.js';
import { REJECTING_CHECKER } from './signature-checker.js';
import { inputSignature } from './sign-input.js';
import { multisigScript, payToPublicKey, payToPublicKeyHash, payToScript } from './standard-scripts.js';
import { TransactionChecker } from './transaction-checker.js';
import { verifyScript, verifyScriptSteps } from './verify-script.js';

const SECRET = sha256(Buffer.from('one'));
const SECRETS = [SECRET, sha256(Buffer.from('two')), sha256(Buffer.from('three'))] as const;
const KEYS = SECRETS.map((secret) => publicKeyOf(secret));
const KEY = publicKeyOf(SECRET);

const SPENDING: Transaction = {
  version: 2,
  type: 0,
  inputs: [
    { previousOutput: { txid: 'ab'.repeat(32), index: 1 }, scriptSig: new Uint8Array(), sequence: 20 },
  ],
  outputs: [{ value: 5_000n, scriptPubKey: payToPublicKey(KEY) }],
  lockTime: 700,
  extraPayload: new Uint8Array(),
};

function verify(
  scriptSig: Uint8Array,
  scriptPubKey: Uint8Array,
  flags: ReadonlySet<ScriptFlag> = STANDARD_SCRIPT_FLAGS,
  transaction = SPENDING,
) {
  return verifyScript({ scriptSig, scriptPubKey, flags, checker: new TransactionChecker(transaction, 0) });
}

function sign(
  scriptCode: Uint8Array,
  secretKey = SECRET,
  hashType: number = SIGNATURE_HASH_TYPES.ALL,
): Uint8Array {
  return inputSignature({ transaction: SPENDING, inputIndex: 0, scriptCode, secretKey, hashType });
}

/** The same signature with the other S, in the larger half. */
function withHighS(signature: Uint8Array): Uint8Array {
  const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der');
  const high = new secp256k1.Signature(r, secp256k1.Point.CURVE().n - s);
  return Uint8Array.of(...high.toBytes('der'), ...signature.subarray(-1));
}

/** A script of many signature checks. */
const checks = (count: number): Uint8Array =>
  Uint8Array.from([1, 1, 1, 1, ...Array.from({ length: count }, () => [0x6e, 0xac, 0x75]).flat()]);

/** The yields of a script, and why it fails. */
const stepsOf = (scriptPubKey: Uint8Array): [number, unknown] => {
  const steps = verifyScriptSteps({
    scriptSig: new Uint8Array(),
    scriptPubKey,
    flags: NO_SCRIPT_FLAGS,
    checker: REJECTING_CHECKER,
  });
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next();
    if (done === true) return [count, value];
  }
};

describe('verifyScript', () => {
  it('accepts the spending of an output to a key, its hash or a script', () => {
    const pubkey = payToPublicKey(KEY);
    expect(verify(buildScript(sign(pubkey)), pubkey)).toBeUndefined();
    const pubkeyhash = payToPublicKeyHash(hash160(KEY));
    expect(verify(buildScript(sign(pubkeyhash), KEY), pubkeyhash)).toBeUndefined();
    expect(verify(buildScript(sign(pubkey), pubkey), payToScript(pubkey))).toBeUndefined();
  });

  it('accepts a multisig with enough signatures in the order of the keys', () => {
    const script = multisigScript(2, KEYS);
    const first = sign(script, SECRETS[0]);
    const second = sign(script, SECRETS[1]);
    const third = sign(script, SECRETS[2]);
    for (const pair of [
      [first, second],
      [first, third],
      [second, third],
    ]) {
      expect(verify(buildScript('OP_0', ...pair), script)).toBeUndefined();
      expect(verify(buildScript('OP_0', ...pair, script), payToScript(script))).toBeUndefined();
      expect(verify(buildScript('OP_0', ...pair.toReversed()), script)).toBe('SIG_NULLFAIL');
    }
    expect(verify(buildScript('OP_0', first, first), script, NO_SCRIPT_FLAGS)).toBe('EVAL_FALSE');
    expect(verify(buildScript('OP_1', first, second), script)).toBe('SIG_NULLDUMMY');
    expect(verify(buildScript(first, second), script)).toBe('INVALID_STACK_OPERATION');
  });

  it.each([
    ['nothing', SIGNATURE_HASH_TYPES.ALL, (t: Transaction) => t, true],
    ['an output', SIGNATURE_HASH_TYPES.ALL, (t: Transaction) => ({ ...t, outputs: [] }), false],
    ['an output', SIGNATURE_HASH_TYPES.NONE, (t: Transaction) => ({ ...t, outputs: [] }), true],
    [
      'a later output',
      SIGNATURE_HASH_TYPES.SINGLE,
      (t: Transaction) => ({ ...t, outputs: [...t.outputs, ...t.outputs] }),
      true,
    ],
    [
      'a later input',
      SIGNATURE_HASH_TYPES.ALL,
      (t: Transaction) => ({ ...t, inputs: [...t.inputs, ...t.inputs] }),
      false,
    ],
    ['a later input', 0x81, (t: Transaction) => ({ ...t, inputs: [...t.inputs, ...t.inputs] }), true],
  ] as const)('with %s changed, checks a signature of type %i', (_, hashType, change, holds) => {
    const script = payToPublicKey(KEY);
    const result = verify(
      buildScript(sign(script, SECRET, hashType)),
      script,
      STANDARD_SCRIPT_FLAGS,
      change(SPENDING),
    );
    expect(result).toBe(holds ? undefined : 'SIG_NULLFAIL');
  });

  it('accepts a high S and lax DER in old blocks and rejects them in the mempool', () => {
    const script = payToPublicKey(KEY);
    const high = withHighS(sign(script));
    expect(verify(buildScript(high), script, MANDATORY_SCRIPT_FLAGS)).toBeUndefined();
    expect(verify(buildScript(high), script, BLOCK_SCRIPT_FLAGS)).toBeUndefined();
    expect(verify(buildScript(high), script)).toBe('SIG_HIGH_S');
    const signature = sign(script);
    const withGarbage = Buffer.concat([signature.subarray(0, -1), Buffer.of(7), signature.subarray(-1)]);
    expect(verify(buildScript(withGarbage), script, MANDATORY_SCRIPT_FLAGS)).toBeUndefined();
    expect(verify(buildScript(withGarbage), script, BLOCK_SCRIPT_FLAGS)).toBe('SIG_DER');
  });

  it('accepts a hybrid key with correct parity, except under STRICTENC', () => {
    const uncompressed = publicKeyOf(SECRET, false);
    const parity = (uncompressed.at(-1) ?? 0) & 1;
    const hybrid = uncompressed.with(0, 6 + parity);
    const lying = uncompressed.with(0, 7 - parity);
    for (const [key, result] of [
      [uncompressed, undefined],
      [hybrid, undefined],
      [lying, 'EVAL_FALSE'],
    ] as const) {
      expect(verify(buildScript(sign(payToPublicKey(key))), payToPublicKey(key), BLOCK_SCRIPT_FLAGS)).toBe(
        result,
      );
    }
    expect(verify(buildScript(sign(payToPublicKey(hybrid))), payToPublicKey(hybrid))).toBe('PUBKEYTYPE');
  });

  it('signs only the script after the last OP_CODESEPARATOR', () => {
    const end = buildScript(KEY, 'OP_CHECKSIG');
    const script = buildScript('OP_NOP', 'OP_CODESEPARATOR', KEY, 'OP_CHECKSIG');
    expect(verify(buildScript(sign(end)), script, BLOCK_SCRIPT_FLAGS)).toBeUndefined();
    expect(verify(buildScript(sign(script)), script, BLOCK_SCRIPT_FLAGS)).toBe('EVAL_FALSE');
    expect(verify(buildScript(sign(end)), script)).toBe('OP_CODESEPARATOR');
  });

  it('runs many signature checks in steps with the same result', () => {
    // 2DUP, CHECKSIG and DROP are three operations of the 201 that a script may have.
    expect(stepsOf(checks(10))).toEqual([0, undefined]);
    expect(stepsOf(checks(67))).toEqual([3, undefined]);
    expect(stepsOf(checks(68))).toEqual([3, 'OP_COUNT']);
  });

  it('removes a signature from the script it signs', () => {
    const tail = buildScript('OP_DROP', KEY, 'OP_CHECKSIG');
    const signature = sign(tail);
    const script = Buffer.concat([buildScript(signature), tail]);
    expect(verify(buildScript(signature), script, BLOCK_SCRIPT_FLAGS)).toBeUndefined();
    expect(verify(buildScript(signature), script)).toBe('SIG_FINDANDDELETE');
  });

  it('runs the redeem script only under P2SH', () => {
    const redeem = buildScript('OP_0');
    expect(verify(buildScript(redeem), payToScript(redeem), NO_SCRIPT_FLAGS)).toBeUndefined();
    expect(verify(buildScript(redeem), payToScript(redeem), MANDATORY_SCRIPT_FLAGS)).toBe('EVAL_FALSE');
    const noPush = buildScript('OP_NOP', redeem);
    expect(verify(noPush, payToScript(redeem), MANDATORY_SCRIPT_FLAGS)).toBe('SIG_PUSHONLY');
    expect(verify(new Uint8Array(), payToScript(redeem))).toBe('INVALID_STACK_OPERATION');
    // A script that is its own redeem script's hash is not looked up twice.
    const nested = payToScript(buildScript('OP_1'));
    expect(verify(buildScript(buildScript('OP_1'), nested), payToScript(nested))).toBeUndefined();
  });

  it('requires a true value at the end', () => {
    expect(verify(new Uint8Array(), new Uint8Array(), NO_SCRIPT_FLAGS)).toBe('EVAL_FALSE');
    expect(verify(buildScript(0), new Uint8Array(), NO_SCRIPT_FLAGS)).toBe('EVAL_FALSE');
    expect(verify(buildScript(1), buildScript(1), NO_SCRIPT_FLAGS)).toBeUndefined();
    expect(verify(buildScript(1), buildScript(1))).toBe('CLEANSTACK');
    expect(verify(buildScript('OP_NOP'), buildScript(1), new Set(['SIGPUSHONLY']))).toBe('SIG_PUSHONLY');
    expect(verify(buildScript(1, 'OP_IF'), buildScript('OP_ENDIF', 1))).toBe('UNBALANCED_CONDITIONAL');
    expect(verify(buildScript(1, 'OP_TOALTSTACK'), buildScript('OP_FROMALTSTACK'))).toBe(
      'INVALID_ALTSTACK_OPERATION',
    );
  });

  it.each<[string, number, Partial<Transaction>, number | undefined, boolean]>([
    ['a reached height', 700, {}, undefined, true],
    ['a future height', 701, {}, undefined, false],
    ['a time where there is a height', 500_000_000, {}, undefined, false],
    ['a height where there is a time', 700, { lockTime: 500_000_000 }, undefined, false],
    ['a reached time', 500_000_000, { lockTime: 500_000_000 }, undefined, true],
    ['a time beyond 2038', 4_000_000_000, { lockTime: 4_000_000_001 }, undefined, true],
    ['a final input', 700, {}, 0xffffffff, false],
  ])('evaluates OP_CHECKLOCKTIMEVERIFY for %s', (_, time, change, sequence, met) => {
    const inputs = SPENDING.inputs.map((input) => ({ ...input, sequence: sequence ?? input.sequence }));
    const script = buildScript(time, 'OP_CHECKLOCKTIMEVERIFY');
    const result = verify(new Uint8Array(), script, STANDARD_SCRIPT_FLAGS, {
      ...SPENDING,
      inputs,
      ...change,
    });
    expect(result).toBe(met ? undefined : 'UNSATISFIED_LOCKTIME');
  });

  it.each<[string, number, number, number, boolean]>([
    ['reached blocks', 20, 20, 2, true],
    ['future blocks', 21, 20, 2, false],
    ['version 1', 20, 20, 1, false],
    ['a negative version', 20, 20, -1, true],
    ['a disabled lock', 20, 0x80000014, 2, false],
    ['seconds where there are blocks', 0x400001, 20, 2, false],
    ['blocks where there are seconds', 1, 0x400014, 2, false],
    ['reached seconds', 0x400014, 0x400014, 2, true],
    ['bits without a meaning', 0x7fbf0014, 0x14, 2, true],
  ])('evaluates OP_CHECKSEQUENCEVERIFY for %s', (_, wanted, sequence, version, met) => {
    const inputs = SPENDING.inputs.map((input) => ({ ...input, sequence }));
    const script = buildScript(wanted, 'OP_CHECKSEQUENCEVERIFY');
    const result = verify(new Uint8Array(), script, STANDARD_SCRIPT_FLAGS, { ...SPENDING, inputs, version });
    expect(result).toBe(met ? undefined : 'UNSATISFIED_LOCKTIME');
  });

  it('never throws, and never accepts with more flags what fewer reject', () => {
    const bytes = fc.uint8Array({ maxLength: 120 });
    const likely = fc.array(
      fc.constantFrom(0, 1, 0x4c, 0x51, 0x52, 0x63, 0x67, 0x68, 0x76, 0x87, 0xa9, 0xac, 0xae, 0xb1, 0xba),
    );
    const script = fc.oneof(
      bytes,
      likely.map((opcodes) => Uint8Array.from(opcodes)),
    );
    const flags = fc.subarray([...SCRIPT_FLAGS]);
    const checker = new TransactionChecker(SPENDING, 0);
    fc.assert(
      fc.property(script, script, flags, flags, (scriptSig, scriptPubKey, some, more) => {
        const fewer = verifyScript({ scriptSig, scriptPubKey, flags: new Set(some), checker });
        const all = verifyScript({ scriptSig, scriptPubKey, flags: new Set([...some, ...more]), checker });
        expect(fewer === undefined || fewer in SCRIPT_ERROR_TEXTS).toBe(true);
        expect(fewer === undefined || all !== undefined).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('runs without a transaction', () => {
    const evaluation = {
      scriptSig: buildScript(2, 3),
      flags: STANDARD_SCRIPT_FLAGS,
      checker: REJECTING_CHECKER,
    };
    expect(
      verifyScript({ ...evaluation, scriptPubKey: buildScript('OP_ADD', 5, 'OP_EQUAL') }),
    ).toBeUndefined();
    expect(verifyScript({ ...evaluation, scriptPubKey: buildScript('OP_ADD', 6, 'OP_EQUAL') })).toBe(
      'EVAL_FALSE',
    );
  });
});
