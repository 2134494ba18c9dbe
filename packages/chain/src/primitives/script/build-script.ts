import { OPCODES, type OpcodeName } from './opcodes.js';
import { pushMinimally } from './push-data.js';
import { encodeScriptNumber } from './script-number.js';

/** Describes an opcode by its name, a whole number to push, or data to push. */
export type ScriptPart = OpcodeName | number | Uint8Array;

/**
 * Returns the script of `parts` in order, every push in its shortest form.
 * @throws {RangeError} when a number is not a safe integer.
 */
export function buildScript(...parts: readonly ScriptPart[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map(partBytes)));
}

function partBytes(part: ScriptPart): Uint8Array {
  if (typeof part === 'string') return Uint8Array.of(OPCODES[part]);
  if (typeof part !== 'number') return pushMinimally(part);
  if (!Number.isSafeInteger(part)) throw new RangeError(`${part} is not a whole number a script can push`);
  return pushMinimally(encodeScriptNumber(part));
}
