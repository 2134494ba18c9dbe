import { ScriptReader } from './script-reader.js';

/** Describes a script without a removed part, and whether the part was found. */
export interface Deletion {
  readonly script: Uint8Array;
  readonly found: boolean;
}

/**
 * Removes `piece` from `script` wherever it is at the beginning of an operation, and again directly behind itself.
 * Signatures cannot cover themselves, so they are removed from the script they sign.
 *
 * Source: FindAndDelete in `src/script/interpreter.cpp`, dashpay/dash.
 */
export function findAndDelete(script: Uint8Array, piece: Uint8Array): Deletion {
  const text = asBuffer(script);
  if (piece.length === 0 || !text.includes(asBuffer(piece))) return { script, found: false };
  const remaining: Uint8Array[] = [];
  let start = 0;
  let reader = new ScriptReader(script);
  do {
    const operation = reader.position;
    let end = operation;
    while (text.subarray(end, end + piece.length).equals(piece)) end += piece.length;
    if (end === operation) continue;
    remaining.push(script.subarray(start, operation));
    start = end;
    reader = new ScriptReader(script, end);
  } while (reader.next());
  if (start === 0) return { script, found: false };
  return { script: Buffer.concat([...remaining, script.subarray(start)]), found: true };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
