import type { IncomingMessage } from 'node:http';

/**
 * The body of a request, or why there is none: it is larger than `maxBytes`, or the client went away.
 *
 * The first byte too many settles it; the bytes after it are read and dropped.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too-large' | 'aborted'> {
  return new Promise((resolve) => {
    let body: Buffer = NOTHING;
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      if (length + chunk.length > maxBytes) {
        body = NOTHING;
        length = maxBytes;
        resolve('too-large');
        return;
      }
      body = appended(body, length, chunk);
      length += chunk.length;
    });
    request.on('end', () => resolve(body.subarray(0, length)));
    request.on('close', () => resolve('aborted'));
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
