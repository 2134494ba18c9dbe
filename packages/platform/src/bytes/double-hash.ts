import { hash } from 'node:crypto';

/** SHA-256 applied twice to parts that follow each other. */
export function doubleHash(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(sha256(sha256(joined(parts))));
}

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** Parts that follow each other, as one. A Buffer, as short ones come out of memory that is there already. */
export function joined(parts: readonly Uint8Array[]): Buffer {
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
