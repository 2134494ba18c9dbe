const [C1, C2] = [0xcc9e2d51, 0x1b873593];

/**
 * Returns the 32-bit MurmurHash3.
 *
 * Source: `MurmurHash3` in `src/hash.cpp` of dashpay/dash.
 */
export function murmurHash(seed: number, bytes: Uint8Array): number {
  const whole = bytes.length - (bytes.length % 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = seed;
  for (let at = 0; at < whole; at += 4) {
    hash ^= scrambled(view.getUint32(at, true));
    hash = (Math.imul(rotated(hash, 13), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (const byte of bytes.subarray(whole).toReversed()) rest = (rest << 8) | byte;
  hash ^= scrambled(rest) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scrambled(block: number): number {
  return Math.imul(rotated(Math.imul(block, C1), 15), C2);
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
