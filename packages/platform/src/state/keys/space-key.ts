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
