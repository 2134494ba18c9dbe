import { bytesToHex as nobleBytesToHex, hexToBytes as nobleHexToBytes } from '@noble/hashes/utils.js';

const NOT_HEX = /[^0-9a-fA-F]/;
const HASH = /^[0-9a-f]{64}$/;

/** Node's own conversion, which is faster; browsers have none. */
const { Buffer } = globalThis as { readonly Buffer?: typeof globalThis.Buffer };

/** Returns the lower-case hexadecimal text of `bytes`. */
export function bytesToHex(bytes: Uint8Array): string {
  if (Buffer === undefined) return nobleBytesToHex(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Returns whether `text` is an even number of hexadecimal digits, either case, with no prefix. */
export function isHex(text: string): boolean {
  return text.length % 2 === 0 && !NOT_HEX.test(text);
}

/**
 * Returns the bytes that `hex` spells, either case.
 * @throws {RangeError} when the text has an odd length, a prefix or any character that is not a hexadecimal digit.
 * @example
 * import { hexToBytes } from '@dapikit/chain';
 *
 * [...hexToBytes('00ff')]; // => [0, 255]
 */
export function hexToBytes(hex: string): Uint8Array {
  if (!isHex(hex)) throw new RangeError('expected an even number of hexadecimal digits');
  return Buffer === undefined ? nobleHexToBytes(hex) : new Uint8Array(Buffer.from(hex, 'hex'));
}

/** Returns whether `text` is a hash in display order: 64 lower-case hexadecimal digits. */
export function isHash(text: string): boolean {
  return HASH.test(text);
}

/** Returns a hash in display order (reversed, as Dash Core prints it) from its 32 bytes in internal order. */
export function displayHash(internal: Uint8Array): string {
  return bytesToHex(internal.toReversed());
}

/**
 * Returns the 32 bytes, in internal order, of a hash in display order.
 * @throws {RangeError} when `hash` is not 64 hexadecimal digits.
 */
export function internalHash(hash: string): Uint8Array {
  if (hash.length !== 64)
    throw new RangeError(`expected 64 hexadecimal digits, found ${hash.length} characters`);
  return hexToBytes(hash).toReversed();
}

/** Returns the order of bytes, the first byte first: below 0, 0 or above 0. What begins with the other comes behind it. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns parts of bytes joined. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/**
 * Returns the order of two hashes in display order by their bytes in internal order: how Dash Core sorts them.
 *
 * Source: `base_blob::Compare` in `src/uint256.h` of dashpay/dash.
 * @throws {RangeError} when one is not 64 hexadecimal digits.
 */
export function compareHashes(a: string, b: string): number {
  return compareBytes(internalHash(a), internalHash(b));
}

/**
 * Defines the null hash: 64 zeros. It stands for "none" in previous block hashes, coinbase inputs and unconfirmed
 * masternodes.
 */
export const ZERO_HASH = '0'.repeat(64);
