import { isPublicKeySize } from './ecdsa.js';
import { isSmallInteger, OPCODES, smallInteger } from './opcodes.js';
import { isMinimalPush } from './push-data.js';
import { SCRIPT_LIMITS } from './script-limits.js';
import { decodeScriptNumber } from './script-number.js';
import { ScriptReader } from './script-reader.js';
import { isPayToPublicKeyHash, isPayToScriptHash, isPushOnly } from './script-shape.js';

/**
 * Describes the type of an output's script, named as Dash Core prints it, and its parts.
 *
 * Source: Solver in `src/script/standard.cpp`, dashpay/dash.
 */
export type ClassifiedScript =
  | { readonly type: 'pubkey'; readonly publicKey: Uint8Array }
  | { readonly type: 'pubkeyhash'; readonly hash: Uint8Array }
  | { readonly type: 'scripthash'; readonly hash: Uint8Array }
  | { readonly type: 'multisig'; readonly required: number; readonly publicKeys: readonly Uint8Array[] }
  | { readonly type: 'nulldata' }
  | { readonly type: 'nonstandard' };

const NONSTANDARD: ClassifiedScript = { type: 'nonstandard' };
const COMPRESSED_SCRIPT_SIZE = 33 + 2;
const UNCOMPRESSED_SCRIPT_SIZE = 65 + 2;

/**
 * Returns the kind of output of a script. Keys are only checked by length and first byte, as in Dash Core.
 *
 * @example
 * import { classifyScript, hexToBytes } from '@dapikit/chain';
 *
 * classifyScript(hexToBytes('6a0411223344')).type; // => 'nulldata'
 * classifyScript(hexToBytes(`76a914${'00'.repeat(20)}88ac`)).type; // => 'pubkeyhash'
 */
export function classifyScript(script: Uint8Array): ClassifiedScript {
  if (isPayToScriptHash(script)) return { type: 'scripthash', hash: script.subarray(2, 22) };
  if (script[0] === OPCODES.OP_RETURN && isPushOnly(script, 1)) return { type: 'nulldata' };
  if (isPayToPublicKeyHash(script)) return { type: 'pubkeyhash', hash: script.subarray(3, 23) };
  return matchPublicKey(script) ?? matchMultisig(script) ?? NONSTANDARD;
}

function matchPublicKey(script: Uint8Array): ClassifiedScript | undefined {
  const { length } = script;
  if (length !== COMPRESSED_SCRIPT_SIZE && length !== UNCOMPRESSED_SCRIPT_SIZE) return undefined;
  if (script[0] !== length - 2 || script.at(-1) !== OPCODES.OP_CHECKSIG) return undefined;
  const publicKey = script.subarray(1, -1);
  return isPublicKeySize(publicKey) ? { type: 'pubkey', publicKey } : undefined;
}

/** Matches up to 20 keys, of which any number may be required: more than is standard, which `isStandardOutput` decides. */
function matchMultisig(script: Uint8Array): ClassifiedScript | undefined {
  if (script.at(-1) !== OPCODES.OP_CHECKMULTISIG) return undefined;
  const reader = new ScriptReader(script);
  reader.next();
  const required = readCount(reader);
  const publicKeys: Uint8Array[] = [];
  while (reader.next() && isPublicKeySize(reader.data)) publicKeys.push(reader.data);
  const total = readCount(reader);
  if (required === undefined || total !== publicKeys.length || total < required) return undefined;
  return reader.position === script.length - 1 ? { type: 'multisig', required, publicKeys } : undefined;
}

/** Returns the number of keys, 1 to 20, that the operation read last pushes in its shortest form. */
function readCount({ opcode, data }: ScriptReader): number | undefined {
  const count = isSmallInteger(opcode) ? smallInteger(opcode) : pushedNumber(opcode, data);
  return count !== undefined && count > 0 && count <= SCRIPT_LIMITS.multisigKeys ? count : undefined;
}

function pushedNumber(opcode: number, data: Uint8Array): number | undefined {
  const isPush = opcode > OPCODES.OP_0 && opcode <= OPCODES.OP_PUSHDATA4;
  return isPush && isMinimalPush(opcode, data) ? decodeScriptNumber(data, true) : undefined;
}
