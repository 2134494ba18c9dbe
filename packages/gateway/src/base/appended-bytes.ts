export const NOTHING = Buffer.alloc(0);

/**
 * Returns a buffer that has `chunk` after the first `length` bytes of `body`, which has room for more or is replaced.
 *
 * One chunk, the common case, is taken as it is. Many small ones are gathered as they come: a buffer of its own for each
 * byte would take a hundred times the memory of the body.
 */
export function appended(body: Buffer, length: number, chunk: Buffer): Buffer {
  if (length === 0) return chunk;
  const needed = length + chunk.length;
  let gathered = body;
  if (needed > body.length) {
    gathered = Buffer.allocUnsafeSlow(Math.max(needed, 2 * body.length));
    body.copy(gathered, 0, 0, length);
  }
  chunk.copy(gathered, length);
  return gathered;
}
