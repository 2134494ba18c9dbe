import { base58 } from '@scure/base';

const ID_BYTES = 32;

/** Returns the bytes of an identifier. @param id Base58 text, or its bytes @throws {RangeError} for another one */
export function identifierBytes(id: string | Uint8Array): Uint8Array {
  let bytes: Uint8Array | undefined;
  try {
    bytes = typeof id === 'string' ? base58.decode(id) : id;
  } catch {
    // It has other characters.
  }
  if (bytes?.length === ID_BYTES) return bytes;
  throw new RangeError(
    `${JSON.stringify(String(id).slice(0, 100))} is no identifier: give 32 bytes, or their Base58 text`,
  );
}
