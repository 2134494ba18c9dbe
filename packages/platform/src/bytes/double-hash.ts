import { createHash } from 'node:crypto';

/** SHA-256 applied twice to parts that follow each other. */
export function doubleHash(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(sha256(sha256(joined(parts))));
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Parts that follow each other, as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const part of parts) size += part.length;
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
