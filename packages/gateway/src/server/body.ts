import type { IncomingMessage } from 'node:http';

/**
 * Gives the body of a request to `done`; `undefined` when it is larger than `maxBytes`: as soon as it is, and the rest is
 * read and dropped. When the client goes away before the end, `done` is not called.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (body: Buffer | undefined) => void,
): void {
  let body: Buffer = NOTHING;
  let length = 0;
  let isTooLarge = false;
  request.on('data', (chunk: Buffer) => {
    if (isTooLarge) return;
    isTooLarge = length + chunk.length > maxBytes;
    if (isTooLarge) {
      body = NOTHING;
      done(undefined);
    } else {
      body = appended(body, length, chunk);
      length += chunk.length;
    }
  });
  request.on('end', () => {
    if (!isTooLarge) done(body.subarray(0, length));
  });
}

const NOTHING = Buffer.alloc(0);

/**
 * A buffer that has `chunk` after the first `length` bytes of `body`, which has room for more or is replaced.
 *
 * One chunk, the common case, is taken as it is. Many small ones are gathered as they come: a buffer of its own for each
 * byte would take a hundred times the memory of the body.
 */
function appended(body: Buffer, length: number, chunk: Buffer): Buffer {
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
