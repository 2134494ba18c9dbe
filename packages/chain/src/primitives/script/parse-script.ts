import { OPCODES } from './opcodes.js';
import { ScriptReader } from './script-reader.js';

/** Describes an operation of a script. */
export interface ScriptOperation {
  readonly opcode: number;
  /** Pushed bytes, for OP_0 to OP_PUSHDATA4; undefined for every other opcode. */
  readonly data?: Uint8Array;
  /** The operation's own bytes in the script. */
  readonly bytes: Uint8Array;
}

/** Describes the operations of a script, and the rest behind the last readable one. */
export interface ParsedScript {
  readonly operations: readonly ScriptOperation[];
  /** From the first push that wants more bytes than are left; empty where the script is well-formed. */
  readonly malformed: Uint8Array;
}

/** Returns the operations of `script`, as views of it. Never throws: whatever cannot be read is in `malformed`. */
export function parseScript(script: Uint8Array): ParsedScript {
  const operations: ScriptOperation[] = [];
  const reader = new ScriptReader(script);
  let start = 0;
  while (reader.next()) {
    const bytes = script.subarray(start, reader.position);
    const isPush = reader.opcode <= OPCODES.OP_PUSHDATA4;
    operations.push({ opcode: reader.opcode, ...(isPush && { data: reader.data }), bytes });
    start = reader.position;
  }
  return { operations, malformed: script.subarray(start) };
}

/** Returns the script that consists of `operations`, byte for byte as they were parsed. */
export function joinOperations(operations: readonly ScriptOperation[]): Uint8Array {
  return new Uint8Array(Buffer.concat(operations.map(({ bytes }) => bytes)));
}
