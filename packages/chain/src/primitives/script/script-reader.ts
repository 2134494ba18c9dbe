import { OPCODES } from './opcodes.js';

const NOTHING = new Uint8Array();

/** Number of bytes behind OP_PUSHDATA1, 2 and 4 that contain the length of what they push. */
const LENGTH_BYTES = new Map<number, number>([
  [OPCODES.OP_PUSHDATA1, 1],
  [OPCODES.OP_PUSHDATA2, 2],
  [OPCODES.OP_PUSHDATA4, 4],
]);

/**
 * Walks over the operations of a script without copying it.
 *
 * Source: GetScriptOp in `src/script/script.cpp`, dashpay/dash.
 */
export class ScriptReader {
  readonly #script: Uint8Array;
  readonly #end: number;
  #position: number;
  #opcode = -1;
  #data: Uint8Array = NOTHING;

  constructor(script: Uint8Array, start = 0) {
    this.#script = script;
    this.#end = script.length;
    this.#position = start;
  }

  /** Returns the position of the next operation; after a malformed push, that of its data. */
  get position(): number {
    return this.#position;
  }

  get atEnd(): boolean {
    return this.#position >= this.#end;
  }

  /** Returns the operation read last; -1 before the first one and after a malformed push. */
  get opcode(): number {
    return this.#opcode;
  }

  /** Returns the data that the last operation pushes, as a view of the script; empty if it is no push of data. */
  get data(): Uint8Array {
    return this.#data;
  }

  /** Reads one operation. False at the end, and where a push wants more bytes than are left. */
  next(): boolean {
    const opcode = this.#script[this.#position];
    this.#opcode = -1;
    this.#data = NOTHING;
    if (opcode === undefined) return false;
    this.#position += 1;
    if (opcode <= OPCODES.OP_PUSHDATA4 && !this.#readData(opcode)) return false;
    this.#opcode = opcode;
    return true;
  }

  #readData(opcode: number): boolean {
    const length = this.#dataLength(opcode);
    if (length === undefined || length > this.#end - this.#position) return false;
    this.#data = this.#script.subarray(this.#position, this.#position + length);
    this.#position += length;
    return true;
  }

  #dataLength(opcode: number): number | undefined {
    const lengthBytes = LENGTH_BYTES.get(opcode);
    if (lengthBytes === undefined) return opcode;
    if (lengthBytes > this.#end - this.#position) return undefined;
    const bytes = this.#script.subarray(this.#position, this.#position + lengthBytes);
    this.#position += lengthBytes;
    return bytes.reduceRight((length, byte) => length * 256 + byte, 0);
  }
}
