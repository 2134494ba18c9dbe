import type { IncomingMessage } from 'node:http';
import { isHttp2 } from '../http/head-rejection.js';

/** What a piece of a body counts for at least, in bytes: a chunk of one byte takes as long as one of some hundred. */
const MIN_PIECE_BYTES = 64;

/**
 * Gives the body of a request to `done`; `undefined` when it is larger than `maxBytes`, or takes more work than a body of `maxWork`
 * bytes in large pieces: as soon as it is, and what follows is read only if somebody else does. When the client goes away before the
 * end, `aborted` is called instead. Both get the work, in bytes.
 */
export function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  done: (body: Buffer | undefined, work: number) => void,
  aborted: (work: number) => void,
): void {
  if (isHttp2(request)) {
    readPieces(request, limits, done, aborted);
    return;
  }
  // By then, Node has parsed all of a short request, which needs no listeners of a stream: bench/README.md has what they cost.
  setImmediate(() => {
    if (request.destroyed) aborted(0);
    else if (isInOnePiece(request)) readPiece(request, limits, done);
    else readPieces(request, limits, done, aborted);
  });
}

/** Limits the body of a request: its bytes, and the work for it as if it were so many bytes in large pieces. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxWork: number;
}

/** Returns whether all of a request came, and its body is no sequence of chunks. */
function isInOnePiece(request: IncomingMessage): boolean {
  return request.complete && request.headers['transfer-encoding'] === undefined;
}

function readPiece(
  request: IncomingMessage,
  { maxBytes, maxWork }: BodyLimits,
  done: (body: Buffer | undefined, work: number) => void,
): void {
  const body: Buffer = request.read() ?? NOTHING;
  const work = body.length === 0 ? 0 : workOf(body);
  done(body.length > maxBytes || work > maxWork ? undefined : body, work);
}

function readPieces(
  request: IncomingMessage,
  { maxBytes, maxWork }: BodyLimits,
  done: (body: Buffer | undefined, work: number) => void,
  aborted: (work: number) => void,
): void {
  let body: Buffer = NOTHING;
  let length = 0;
  let work = 0;
  let isDone = false;
  request.on('data', (chunk: Buffer) => {
    if (isDone) return;
    work += workOf(chunk);
    isDone = length + chunk.length > maxBytes || work > maxWork;
    if (isDone) {
      body = NOTHING;
      done(undefined, work);
    } else {
      body = appended(body, length, chunk);
      length += chunk.length;
    }
  });
  request.on('end', () => {
    if (!isDone) done(body.subarray(0, length), work);
  });
  request.on('close', () => {
    if (!isDone && !request.complete) aborted(work);
  });
}

/**
 * Reads and drops the rest of a body. Calls `more` after each piece with what was dropped so far, in bytes: its length, and the work
 * for it. Once that returns false, it is called no more. Calls `end` when all of the body was read: at once where others did.
 */
export function dropBody(
  request: IncomingMessage,
  more: (length: number, work: number) => boolean,
  end: () => void,
): void {
  if (request.readableEnded) {
    end();
    return;
  }
  let [length, work] = [0, 0];
  let isGivenUp = false;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    work += workOf(chunk);
    isGivenUp ||= !more(length, work);
  });
  request.once('end', () => {
    if (!isGivenUp) end();
  });
  request.resume();
}

/** Returns what a chunk counts for, in bytes. */
export const workOf = ({ length }: Buffer): number => Math.max(length, MIN_PIECE_BYTES);

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
