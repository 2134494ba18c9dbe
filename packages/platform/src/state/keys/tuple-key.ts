import { concatBytes } from '../../base/bytes/concat-bytes.js';

const ESCAPED = 0x00;
/** Behind a zero byte that belongs to a part; above the terminator's second byte, so that longer parts sort behind. */
const ZERO = 0xff;
const END = 0x01;

/**
 * Joins parts to one key. Keys compare as their parts do, first part first, as unsigned bytes, a part before those it begins.
 *
 * A zero byte in a part becomes 00 ff, and each part ends with 00 01.
 */
export const tupleKey = (...parts: readonly Uint8Array[]): Buffer => keyAround([], parts);

/** Returns one key of a prefix, parts as {@link tupleKey} joins them, and a suffix. */
export function keyAround(before: Bytes, parts: readonly Uint8Array[], behind: Bytes = []): Buffer {
  const size = parts.reduce((sum, part) => sum + tupleLength(part), before.length + behind.length);
  const key = Buffer.allocUnsafe(size);
  key.set(before);
  let at = before.length;
  for (const part of parts) {
    for (const byte of part) {
      key[at] = byte;
      at += 1;
      if (byte !== ESCAPED) continue;
      key[at] = ZERO;
      at += 1;
    }
    key[at] = ESCAPED;
    key[at + 1] = END;
    at += 2;
  }
  key.set(behind, at);
  return key;
}

type Bytes = Uint8Array | readonly number[];

function tupleLength(part: Uint8Array): number {
  let length = part.length + 2;
  for (const byte of part) if (byte === ESCAPED) length += 1;
  return length;
}

/** Returns the parts that {@link tupleKey} joined, from `offset` on. @throws {RangeError} when the bytes are no such key. */
export function tupleParts(key: Uint8Array, offset = 0): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let part: number[] = [];
  for (let at = offset; at < key.length; at += 1) {
    const byte = key[at] ?? 0;
    if (byte !== ESCAPED) {
      part.push(byte);
      continue;
    }
    at += 1;
    if (key[at] === ZERO) {
      part.push(ESCAPED);
      continue;
    }
    if (key[at] !== END) throw new RangeError(`a part does not end at ${at}: found byte ${key[at]}`);
    parts.push(Uint8Array.from(part));
    part = [];
  }
  if (part.length > 0) throw new RangeError('the last part of the key has no end');
  return parts;
}

/** Returns the first key behind all that begin with `prefix`. */
export function behindPrefix(prefix: Uint8Array): Uint8Array {
  const last = prefix.findLastIndex((byte) => byte !== 0xff);
  if (last === -1) throw new RangeError('no key is behind a prefix of ff bytes');
  const behind = concatBytes([prefix.subarray(0, last + 1)]);
  behind[last] = (behind[last] ?? 0) + 1;
  return behind;
}
