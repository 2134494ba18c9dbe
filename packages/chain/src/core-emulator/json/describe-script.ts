import { encodeAddress } from '../../primitives/address/address.js';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import { destinationOf } from '../../rules/consensus/destination.js';
import { classifyScript } from '../../primitives/script/classify-script.js';
import { isSmallInteger, opcodeName, OPCODES, smallInteger } from '../../primitives/script/opcodes.js';
import { parseScript, type ScriptOperation } from '../../primitives/script/parse-script.js';
import type { ScriptFlags } from '../../primitives/script/script-flags.js';
import { decodeScriptNumber } from '../../primitives/script/script-number.js';
import { isUnspendable } from '../../primitives/script/script-shape.js';
import { signatureEncodingProblem } from '../../primitives/script/signature-encoding.js';
import { inferDescriptor } from './descriptor.js';

/** Longer pushes are bytes, shorter ones numbers. */
const MAX_NUMBER_BYTES = 4;
const STRICT: ScriptFlags = new Set(['STRICTENC'] as const);
const HASH_TYPES: Readonly<Record<number, string>> = {
  0x01: 'ALL',
  0x02: 'NONE',
  0x03: 'SINGLE',
  0x81: 'ALL|ANYONECANPAY',
  0x82: 'NONE|ANYONECANPAY',
  0x83: 'SINGLE|ANYONECANPAY',
};

/**
 * Returns the members that describe an output's script.
 *
 * Source: `ScriptToUniv` in `src/core_write.cpp` of dashpay/dash.
 */
export function describeScript(script: Uint8Array): {
  readonly asm: string;
  readonly desc: string;
  readonly hex: string;
  readonly address: string | undefined;
  readonly type: string;
} {
  const { type } = classifyScript(script);
  return {
    asm: scriptText(script),
    desc: inferDescriptor(script),
    hex: bytesToHex(script),
    address: type === 'pubkey' ? undefined : addressOf(script),
    type,
  };
}

/** Returns the address of regtest that a script pays to; `undefined` where there is none. */
export function addressOf(script: Uint8Array): string | undefined {
  const destination = destinationOf(script);
  if (destination === undefined) return undefined;
  const kind = destination.kind === 'key' ? 'publicKeyHash' : 'scriptHash';
  return encodeAddress({ kind, hash: hexToBytes(destination.id) }, 'regtest');
}

/** Returns the address of regtest of the key with a HASH160. */
export function keyAddress(keyId: string): string {
  return encodeAddress({ kind: 'publicKeyHash', hash: hexToBytes(keyId) }, 'regtest');
}

/**
 * Returns a script in words. In that of an input, the hash type of what may be a signature is separate.
 *
 * Source: `ScriptToAsmStr` in `src/core_write.cpp` of dashpay/dash.
 */
export function scriptText(script: Uint8Array, ofInput = false): string {
  const { operations, malformed } = parseScript(script);
  const hasSignatures = ofInput && !isUnspendable(script);
  const words = operations.map((operation) => operationText(operation, hasSignatures));
  return [...words, ...(malformed.length > 0 ? ['[error]'] : [])].join(' ');
}

/** The number that no operation has, which Dash Core names. */
const INVALID_OPCODE = 0xff;

function operationText({ opcode, data }: ScriptOperation, hasSignatures: boolean): string {
  if (data !== undefined) return dataText(data, hasSignatures);
  if (opcode === OPCODES.OP_1NEGATE) return '-1';
  if (isSmallInteger(opcode)) return String(smallInteger(opcode));
  return opcodeName(opcode) ?? (opcode === INVALID_OPCODE ? 'OP_INVALIDOPCODE' : 'OP_UNKNOWN');
}

function dataText(data: Uint8Array, hasSignatures: boolean): string {
  if (data.length <= MAX_NUMBER_BYTES) return String(decodeScriptNumber(data, false) ?? 0);
  const hashType = HASH_TYPES[data.at(-1) ?? 0];
  const isSignature =
    hasSignatures && hashType !== undefined && signatureEncodingProblem(data, STRICT) === undefined;
  return isSignature ? `${bytesToHex(data.subarray(0, -1))}[${hashType}]` : bytesToHex(data);
}
