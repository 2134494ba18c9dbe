import { OPCODES } from './opcodes.js';
import { SCRIPT_LIMITS } from './script-limits.js';
import { ScriptReader } from './script-reader.js';

const HASH_SIZE = 20;

/** Returns whether a script is OP_HASH160, a push of 20 bytes, OP_EQUAL, and nothing else (BIP-16). Part of consensus. */
export function isPayToScriptHash(script: Uint8Array): boolean {
  return (
    script.length === HASH_SIZE + 3 &&
    script[0] === OPCODES.OP_HASH160 &&
    script[1] === HASH_SIZE &&
    script[HASH_SIZE + 2] === OPCODES.OP_EQUAL
  );
}

/** Returns whether a script is OP_DUP, OP_HASH160, a push of 20 bytes, OP_EQUALVERIFY, OP_CHECKSIG, and nothing else. */
export function isPayToPublicKeyHash(script: Uint8Array): boolean {
  return (
    script.length === HASH_SIZE + 5 &&
    script[0] === OPCODES.OP_DUP &&
    script[1] === OPCODES.OP_HASH160 &&
    script[2] === HASH_SIZE &&
    script[HASH_SIZE + 3] === OPCODES.OP_EQUALVERIFY &&
    script[HASH_SIZE + 4] === OPCODES.OP_CHECKSIG
  );
}

/**
 * Returns whether a script, from `start` on, is well-formed and has no opcode above OP_16. OP_RESERVED counts as a push, though
 * it fails when it is executed. Source: CScript::IsPushOnly in `src/script/script.cpp`, dashpay/dash.
 */
export function isPushOnly(script: Uint8Array, start = 0): boolean {
  const reader = new ScriptReader(script, start);
  while (!reader.atEnd) {
    if (!reader.next() || reader.opcode > OPCODES.OP_16) return false;
  }
  return true;
}

/** Returns whether an output with this script can never be spent. Source: CScript::IsUnspendable in `src/script/script.h`. */
export function isUnspendable(script: Uint8Array): boolean {
  return script[0] === OPCODES.OP_RETURN || script.length > SCRIPT_LIMITS.scriptSize;
}
