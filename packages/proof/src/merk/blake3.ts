import { blake3 } from '@noble/hashes/blake3.js';

/** Hashes bytes with BLAKE3: 32 bytes. */
export type Blake3 = (bytes: Uint8Array) => Uint8Array;

/** BLAKE3 hash of the text "abc". Source: the test vectors of RustCrypto's `blake3`, which are those of the reference implementation. */
const HASH_OF_ABC = '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85';

let implementation: Blake3 = (bytes) => blake3(bytes);

/**
 * Replaces the implementation of BLAKE3 that all trees and proofs of this process use. The default is `@noble/hashes`: pure TypeScript,
 * synchronous, about 3 µs a hash. `@dapikit/proof/wasm` has one that takes a tenth.
 *
 * @param blake3 hashes at once; it does not change and does not keep the bytes that it gets
 * @throws RangeError where it is not BLAKE3
 */
export function setBlake3(blake3: Blake3): void {
  const found = [...blake3(Uint8Array.of(0x61, 0x62, 0x63))];
  if (found.map((byte) => byte.toString(16).padStart(2, '0')).join('') !== HASH_OF_ABC)
    throw new RangeError('the function is not BLAKE3: its hash of "abc" is another one');
  implementation = blake3;
}

/** Buffer in which parts are joined: nearly all inputs are shorter. */
const joinedParts = new Uint8Array(2048);

/** Beginning of {@link joinedParts} by its length: few lengths occur. */
const beginnings: Uint8Array[] = [];

/** Hashes bytes that are given in parts. */
export function hashParts(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const target =
    length <= joinedParts.length
      ? (beginnings[length] ??= joinedParts.subarray(0, length))
      : new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    target.set(part, at);
    at += part.length;
  }
  return implementation(target);
}
