import { OPCODES } from './opcodes.js';

/** The longest data a push opcode can announce, and the bytes before the data. */
const PUSH_FORMS: readonly { longest: number; opcode: number; lengthBytes: number }[] = [
  { longest: 0xff, opcode: OPCODES.OP_PUSHDATA1, lengthBytes: 1 },
  { longest: 0xffff, opcode: OPCODES.OP_PUSHDATA2, lengthBytes: 2 },
  { longest: 0xffffffff, opcode: OPCODES.OP_PUSHDATA4, lengthBytes: 4 },
];

/**
 * Returns the operation that pushes `data` with its length in front, even where a single opcode would push the same.
 *
 * Source: CScript's `operator<<` in `src/script/script.h`, dashpay/dash. FindAndDelete looks for exactly this.
 */
export function pushWithLength(data: Uint8Array): Uint8Array {
  return Buffer.concat([pushHeader(data.length), data]);
}

/** Returns the shortest operation that pushes `data`: an opcode alone for nothing, -1 and 1 to 16. MINIMALDATA requires it. */
export function pushMinimally(data: Uint8Array): Uint8Array {
  const opcode = shortestPushOpcode(data);
  return opcode <= OPCODES.OP_PUSHDATA4 ? pushWithLength(data) : Uint8Array.of(opcode);
}

/** Returns whether `opcode`, a push of data, is the shortest way to push `data`. Source: CheckMinimalPush in `script.cpp`. */
export function isMinimalPush(opcode: number, data: Uint8Array): boolean {
  return opcode === shortestPushOpcode(data);
}

function shortestPushOpcode(data: Uint8Array): number {
  const [only] = data;
  if (only !== undefined && data.length === 1) {
    if (only >= 1 && only <= 16) return OPCODES.OP_1 + only - 1;
    if (only === 0x81) return OPCODES.OP_1NEGATE;
  }
  if (data.length < OPCODES.OP_PUSHDATA1) return data.length;
  return PUSH_FORMS.find(({ longest }) => data.length <= longest)?.opcode ?? OPCODES.OP_PUSHDATA4;
}

function pushHeader(length: number): Uint8Array {
  if (length < OPCODES.OP_PUSHDATA1) return Uint8Array.of(length);
  const form = PUSH_FORMS.find(({ longest }) => length <= longest);
  if (form === undefined) throw new RangeError(`${length} bytes are more than a script can push`);
  const header = Buffer.alloc(1 + form.lengthBytes, form.opcode);
  header.writeUIntLE(length, 1, form.lengthBytes);
  return header;
}
