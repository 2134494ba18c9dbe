import { sha256 } from '../../base/crypto/hashes.js';
import { verifyEcdsa } from './ecdsa.js';
import { findAndDelete } from './find-and-delete.js';
import { OPCODES } from './opcodes.js';
import { pushWithLength } from './push-data.js';
import type { ScriptError } from './script-error.js';
import type { ScriptFlags } from './script-flags.js';
import { SCRIPT_LIMITS } from './script-limits.js';
import {
  type Operation,
  type OperationTable,
  replaceWith,
  type Replacement,
  type ScriptMachine,
  truthValue,
  verifying,
} from './script-machine.js';
import { decodeScriptNumber } from './script-number.js';
import { publicKeyEncodingProblem, signatureEncodingProblem } from './signature-encoding.js';

const CHECK_SIGNATURE = replaceWith(2, checkSignature);
const CHECK_DATA_SIGNATURE = replaceWith(3, checkDataSignature);

/**
 * Lists the operations that verify signatures over the transaction, and with DIP-20's OP_CHECKDATASIG over any message.
 *
 * Source: EvalScript in `src/script/interpreter.cpp`, dashpay/dash.
 */
export const SIGNATURE_OPERATIONS: OperationTable = [
  [OPCODES.OP_CODESEPARATOR, startCodeHere],
  [OPCODES.OP_CHECKSIG, CHECK_SIGNATURE],
  [OPCODES.OP_CHECKSIGVERIFY, verifying(CHECK_SIGNATURE, 'CHECKSIGVERIFY')],
  [OPCODES.OP_CHECKDATASIG, CHECK_DATA_SIGNATURE],
  [OPCODES.OP_CHECKDATASIGVERIFY, verifying(CHECK_DATA_SIGNATURE, 'CHECKDATASIGVERIFY')],
  [OPCODES.OP_CHECKMULTISIG, checkMultisig],
  [OPCODES.OP_CHECKMULTISIGVERIFY, verifying(checkMultisig, 'CHECKMULTISIGVERIFY')],
];

function startCodeHere(machine: ScriptMachine): ReturnType<Operation> {
  machine.codeStart = machine.position;
  return undefined;
}

function checkSignature(machine: ScriptMachine, signature: Uint8Array, publicKey: Uint8Array): Replacement {
  const { flags, checker } = machine;
  const code = scriptCode(machine, [signature]);
  if (code === undefined) return 'SIG_FINDANDDELETE';
  const problem = encodingProblem(signature, publicKey, flags);
  if (problem !== undefined) return problem;
  const isValid = checker.checkSignature(signature, publicKey, code);
  return isValid || mayFail(signature, flags) ? [truthValue(isValid)] : 'SIG_NULLFAIL';
}

function checkDataSignature(
  { flags }: ScriptMachine,
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): Replacement {
  const problem = encodingProblem(signature, publicKey, flags);
  if (problem !== undefined) return problem;
  const isValid = signature.length > 0 && verifyEcdsa(signature, sha256(message), publicKey);
  return isValid || mayFail(signature, flags) ? [truthValue(isValid)] : 'SIG_NULLFAIL';
}

/** Takes the number of keys, the keys, the number of signatures, the signatures, and, because of a bug, one more value. */
function checkMultisig(machine: ScriptMachine): ReturnType<Operation> {
  const { stack, flags } = machine;
  const keys = takeKeys(machine);
  if (typeof keys === 'string') return keys;
  const signatures = takeSignatures(machine, keys.length);
  if (typeof signatures === 'string') return signatures;
  const code = scriptCode(machine, signatures);
  if (code === undefined) return 'SIG_FINDANDDELETE';
  const isValid = matchSignatures(machine, keys, signatures, code);
  if (typeof isValid === 'string') return isValid;
  if (!isValid && !signatures.every((signature) => mayFail(signature, flags))) return 'SIG_NULLFAIL';
  const extra = stack.pop();
  if (flags.has('NULLDUMMY') && extra !== undefined && extra.length > 0) return 'SIG_NULLDUMMY';
  stack.push(truthValue(isValid));
  return undefined;
}

/** Returns the keys of a multisig, the topmost first. Each counts as an operation. */
function takeKeys(machine: ScriptMachine): Uint8Array[] | ScriptError {
  const { stack } = machine;
  const count = takeNumber(machine);
  if (typeof count === 'string') return count;
  if (count < 0 || count > SCRIPT_LIMITS.multisigKeys) return 'PUBKEY_COUNT';
  machine.operationCount += count;
  if (machine.operationCount > SCRIPT_LIMITS.operations) return 'OP_COUNT';
  // The number of signatures must be there too.
  return stack.length > count ? stack.splice(stack.length - count).toReversed() : 'INVALID_STACK_OPERATION';
}

/** Returns the signatures of a multisig, the topmost first. */
function takeSignatures(machine: ScriptMachine, keyCount: number): Uint8Array[] | ScriptError {
  const { stack } = machine;
  const count = takeNumber(machine);
  if (typeof count === 'string') return count;
  if (count < 0 || count > keyCount) return 'SIG_COUNT';
  // The one more value must be there too.
  return stack.length > count ? stack.splice(stack.length - count).toReversed() : 'INVALID_STACK_OPERATION';
}

function takeNumber({ stack, flags }: ScriptMachine): number | ScriptError {
  const value = stack.pop();
  if (value === undefined) return 'INVALID_STACK_OPERATION';
  return decodeScriptNumber(value, flags.has('MINIMALDATA')) ?? 'UNKNOWN_ERROR';
}

/** Returns whether each signature belongs to a key, both in the same order. Stops as soon as too few keys are left. */
function matchSignatures(
  { flags, checker }: ScriptMachine,
  keys: readonly Uint8Array[],
  signatures: readonly Uint8Array[],
  code: Uint8Array,
): boolean | ScriptError {
  let matched = 0;
  for (const [index, key] of keys.entries()) {
    const signature = signatures[matched];
    if (signature === undefined) break;
    if (signatures.length - matched > keys.length - index) return false;
    const problem = encodingProblem(signature, key, flags);
    if (problem !== undefined) return problem;
    if (checker.checkSignature(signature, key, code)) matched += 1;
  }
  return matched === signatures.length;
}

/** Returns the script from the last OP_CODESEPARATOR on without the signatures; undefined where they may not be in it but are. */
function scriptCode(machine: ScriptMachine, signatures: readonly Uint8Array[]): Uint8Array | undefined {
  let code = machine.script.subarray(machine.codeStart);
  for (const signature of signatures) {
    const { script, found } = findAndDelete(code, pushWithLength(signature));
    if (found && machine.flags.has('CONST_SCRIPTCODE')) return undefined;
    code = script;
  }
  return code;
}

function encodingProblem(
  signature: Uint8Array,
  publicKey: Uint8Array,
  flags: ScriptFlags,
): ScriptError | undefined {
  return signatureEncodingProblem(signature, flags) ?? publicKeyEncodingProblem(publicKey, flags);
}

function mayFail(signature: Uint8Array, flags: ScriptFlags): boolean {
  return signature.length === 0 || !flags.has('NULLFAIL');
}
