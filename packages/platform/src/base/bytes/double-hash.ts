import { concatBytes } from './concat-bytes.js';
import { hash } from 'node:crypto';

/** Returns the double SHA-256 of the concatenated parts. */
export function doubleHash(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(sha256(sha256(concatBytes(parts))));
}

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
