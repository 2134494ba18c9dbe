/** Size of the memory that is allocated at once. */
const POOL_BYTES = 16 * 1024;

/** Larger bytes have memory of their own. */
const MAX_POOLED_BYTES = 2 * 1024;

let pool = new Uint8Array(POOL_BYTES);
let used = 0;

/**
 * Returns zeros whose memory others share, as Node's `Buffer` does: a Uint8Array of more than 64 bytes with memory of its own takes ten times
 * as long. For bytes that no caller of a public function gets, who may transfer their `buffer`.
 */
export function pooledBytes(length: number): Uint8Array {
  if (length > MAX_POOLED_BYTES) return new Uint8Array(length);
  if (used + length > POOL_BYTES) {
    pool = new Uint8Array(POOL_BYTES);
    used = 0;
  }
  const start = used;
  used += length;
  return pool.subarray(start, used);
}
