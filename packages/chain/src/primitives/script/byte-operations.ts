import { createHash } from 'node:crypto';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { hash160, sha256, sha256d } from '../../base/crypto/hashes.js';
import { OPCODES } from './opcodes.js';
import {
  type Operation,
  type OperationTable,
  replace,
  replaceWith,
  type Replacement,
  truthValue,
  verifying,
} from './script-machine.js';
import { SCRIPT_LIMITS } from './script-limits.js';
import { decodeScriptNumber, isMinimalScriptNumber, minimalScriptNumber } from './script-number.js';

/** The longest number that OP_BIN2NUM gives. */
const NUMBER_SIZE = 4;

const EQUAL = replace((a, b) => [truthValue(Buffer.compare(a, b) === 0)]);

/**
 * Lists the operations on the bytes of values: comparing, splitting, concatenating, combining, converting and hashing
 * them.
 *
 * Source: EvalScript in `src/script/interpreter.cpp`, dashpay/dash; DIP-20 for all but the first two and the hashes.
 */
export const BYTE_OPERATIONS: OperationTable = [
  [OPCODES.OP_EQUAL, EQUAL],
  [OPCODES.OP_EQUALVERIFY, verifying(EQUAL, 'EQUALVERIFY')],
  [OPCODES.OP_CAT, replace(concatenate)],
  [OPCODES.OP_SPLIT, replaceWith(2, ({ flags }, value, at) => split(value, at, flags.has('MINIMALDATA')))],
  [
    OPCODES.OP_NUM2BIN,
    replaceWith(2, ({ flags }, value, size) => lengthen(value, size, flags.has('MINIMALDATA'))),
  ],
  [OPCODES.OP_BIN2NUM, replace(shorten)],
  [OPCODES.OP_AND, combine((a, b) => a & b)],
  [OPCODES.OP_OR, combine((a, b) => a | b)],
  [OPCODES.OP_XOR, combine((a, b) => a ^ b)],
  [OPCODES.OP_RIPEMD160, replace((value) => [ripemd160(value)])],
  [OPCODES.OP_SHA1, replace((value) => [sha1(value)])],
  [OPCODES.OP_SHA256, replace((value) => [sha256(value)])],
  [OPCODES.OP_HASH160, replace((value) => [hash160(value)])],
  [OPCODES.OP_HASH256, replace((value) => [sha256d(value)])],
];

function concatenate(first: Uint8Array, second: Uint8Array): Replacement {
  if (first.length + second.length > SCRIPT_LIMITS.elementSize) return 'PUSH_SIZE';
  return [Buffer.concat([first, second])];
}

function split(value: Uint8Array, position: Uint8Array, minimal: boolean): Replacement {
  const at = decodeScriptNumber(position, minimal);
  if (at === undefined) return 'UNKNOWN_ERROR';
  if (at < 0 || at > value.length) return 'INVALID_SPLIT_RANGE';
  return [value.subarray(0, at), value.subarray(at)];
}

/** Returns the number that `value` encodes, in exactly the requested number of bytes. */
function lengthen(value: Uint8Array, wanted: Uint8Array, minimal: boolean): Replacement {
  const size = decodeScriptNumber(wanted, minimal);
  if (size === undefined) return 'UNKNOWN_ERROR';
  if (size < 0 || size > SCRIPT_LIMITS.elementSize) return 'PUSH_SIZE';
  const number = minimalScriptNumber(value);
  const last = number.at(-1) ?? 0;
  if (number.length > size) return 'IMPOSSIBLE_ENCODING';
  if (number.length === size) return [number];
  const longer = new Uint8Array(size);
  longer.set(number);
  if (number.length > 0) longer[number.length - 1] = last & 0x7f;
  longer[size - 1] = last & 0x80;
  return [longer];
}

function shorten(value: Uint8Array): Replacement {
  const number = minimalScriptNumber(value);
  return number.length <= NUMBER_SIZE && isMinimalScriptNumber(number) ? [number] : 'INVALID_NUMBER_RANGE';
}

function combine(bits: (a: number, b: number) => number): Operation {
  return replace((first, second) => {
    if (first.length !== second.length) return 'INVALID_OPERAND_SIZE';
    return [first.map((byte, i) => bits(byte, second[i] ?? 0))];
  });
}

function sha1(value: Uint8Array): Uint8Array {
  return createHash('sha1').update(value).digest();
}
