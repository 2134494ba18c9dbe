const NOT_HEX = /[^0-9a-fA-F]/;
const HASH = /^[0-9a-f]{64}$/;

/** Returns the lower-case hexadecimal text of `bytes`.
 */
export function bytesToHex(bytes: Uint8Array): string {
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
  return new Uint8Array(Buffer.from(hex, 'hex'));
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

/**
 * Returns the order of two hashes in display order by their bytes in internal order: how Dash Core sorts them.
 *
 * Source: `base_blob::Compare` in `src/uint256.h` of dashpay/dash.
 * @throws {RangeError} when one is not 64 hexadecimal digits.
 */
export function compareHashes(a: string, b: string): number {
  return Buffer.compare(internalHash(a), internalHash(b));
}

/**
 * Defines the null hash: 64 zeros. It stands for "none" in previous block hashes, coinbase inputs and unconfirmed
 * masternodes.
 */
export const ZERO_HASH = '0'.repeat(64);
