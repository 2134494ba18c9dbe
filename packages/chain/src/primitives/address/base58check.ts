import { base58 } from '@scure/base';
import { compareBytes, concatBytes } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { AddressError } from './address-error.js';

const CHECKSUM_SIZE = 4;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;

/** Longer than anything Dash spells in base58check; the cost of decoding grows with the square of the length. */
const MAX_TEXT_LENGTH = 112;

/**
 * Encodes `payload` and the first four bytes of its SHA-256d, in base58.
 *
 * Source: `EncodeBase58Check` in `src/base58.cpp` of dashpay/dash.
 */
export function encodeBase58check(payload: Uint8Array): string {
  return base58.encode(concatBytes(payload, checksum(payload)));
}

/**
 * Returns the payload that `text` spells.
 *
 * Source: `DecodeBase58Check` in `src/base58.cpp` of dashpay/dash, less its tolerance for white space around the text.
 * The messages do not repeat the text, which may be a private key.
 * @throws {AddressError} when a character is not base58, the text is too short or long, or the checksum is wrong.
 */
export function decodeBase58check(text: string): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH) {
    throw new AddressError(
      'bad-length',
      `${text.length} characters are too many: at most ${MAX_TEXT_LENGTH}`,
    );
  }
  if (!BASE58.test(text)) throw new AddressError('bad-characters', 'expected the characters of base58 only');
  const bytes = base58.decode(text);
  if (bytes.length < CHECKSUM_SIZE) throw new AddressError('bad-length', 'no room for a checksum');
  const payload = bytes.slice(0, -CHECKSUM_SIZE);
  if (compareBytes(checksum(payload), bytes.subarray(payload.length)) !== 0) {
    throw new AddressError('bad-checksum', 'the checksum does not match');
  }
  return payload;
}

function checksum(payload: Uint8Array): Uint8Array {
  return sha256d(payload).subarray(0, CHECKSUM_SIZE);
}
