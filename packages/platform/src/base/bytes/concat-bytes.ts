/** Returns parts that follow each other, as one. A Buffer, as short ones come out of memory that is there already. */
export function concatBytes(parts: readonly Uint8Array[]): Buffer {
  let size = 0;
  for (const part of parts) size += part.length;
  const all = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
