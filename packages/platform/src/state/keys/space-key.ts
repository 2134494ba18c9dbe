/** Returns a key: its first byte says what the entry is, and the parts follow as they are. */
export function spaceKey(space: number, ...parts: readonly Uint8Array[]): Buffer {
  let size = 1;
  for (const part of parts) size += part.length;
  const key = Buffer.allocUnsafe(size);
  key[0] = space;
  let at = 1;
  for (const part of parts) {
    key.set(part, at);
    at += part.length;
  }
  return key;
}

const ID_BYTES = 32;

/** Returns the identifier behind the first byte of a key, 32 bytes that share their memory with it. */
export const firstId = (key: Uint8Array): Uint8Array => key.subarray(1, 1 + ID_BYTES);

/** Returns the 32 bytes that a key ends with. */
export const lastId = (key: Uint8Array): Uint8Array => Uint8Array.from(key.subarray(key.length - ID_BYTES));
