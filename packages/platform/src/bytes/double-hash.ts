import { sha256 } from '@noble/hashes/sha2.js';

/** SHA-256 applied twice to parts that follow each other. */
export function doubleHash(...parts: readonly Uint8Array[]): Uint8Array {
  return sha256(sha256(joined(parts)));
}

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
