const ESCAPED = 0x00;
/** Behind a zero byte that belongs to a part; above the terminator's second byte, so that longer parts sort behind. */
const ZERO = 0xff;
const END = 0x01;

/**
 * Parts as one key. Keys compare as their parts do, first part first, as unsigned bytes, a part before those it begins.
 *
 * A zero byte in a part becomes 00 ff, and each part ends with 00 01.
 */
export function tupleKey(...parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length + zerosIn(part) + 2, 0);
  const key = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    let from = 0;
    for (let zero = part.indexOf(ESCAPED); zero !== -1; zero = part.indexOf(ESCAPED, from)) {
      key.set(part.subarray(from, zero + 1), at);
      at += zero + 1 - from;
      key[at] = ZERO;
      at += 1;
      from = zero + 1;
    }
    key.set(part.subarray(from), at);
    at += part.length - from;
    key[at] = ESCAPED;
    key[at + 1] = END;
    at += 2;
  }
  return key;
}

/** The parts that {@link tupleKey} joined, from `offset` on. @throws {RangeError} when the bytes are no such key. */
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
    if (key[at] !== END) throw new RangeError(`expected the end of a part at ${at}, found ${key[at]}`);
    parts.push(Uint8Array.from(part));
    part = [];
  }
  if (part.length > 0) throw new RangeError('the last part of the key has no end');
  return parts;
}

/** The first key behind all that begin with `prefix`. */
export function behindPrefix(prefix: Uint8Array): Uint8Array {
  const last = prefix.findLastIndex((byte) => byte !== 0xff);
  if (last === -1) throw new RangeError('no key is behind a prefix of ff bytes');
  const behind = prefix.slice(0, last + 1);
  behind[last] = (behind[last] ?? 0) + 1;
  return behind;
}

function zerosIn(part: Uint8Array): number {
  let count = 0;
  for (let zero = part.indexOf(ESCAPED); zero !== -1; zero = part.indexOf(ESCAPED, zero + 1)) count += 1;
  return count;
}
