import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

/** Node's own hashes, which are faster; browsers have none that return at once. */
const { createHash } = globalThis.process?.getBuiltinModule?.('node:crypto') ?? {};

/** Returns the SHA-256 of `bytes`. */
export function sha256(bytes: Uint8Array): Uint8Array {
  if (createHash === undefined) return nobleSha256(bytes);
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}

/** Returns the SHA-256 of the SHA-256 of `bytes`: transaction ids, merkle trees, signature hashes, checksums. In internal order. */
export function sha256d(bytes: Uint8Array): Uint8Array {
  if (createHash === undefined) return nobleSha256(nobleSha256(bytes));
  return new Uint8Array(createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest());
}

/** Returns the RIPEMD-160 of the SHA-256 of `bytes`: key and script hashes. OpenSSL 3 has no RIPEMD-160, so it is not `node:crypto`'s. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}
