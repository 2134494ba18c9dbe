import type { IncomingMessage } from 'node:http';
import { appended, NOTHING } from '../../base/appended-bytes.js';
import { isHttp2 } from '../../base/http/head-rejection.js';
import type { Rejection } from '../../base/http/rejections.js';
import type { OpenRequest } from '../../admission/limits/open-requests.js';
import { BodyCount } from './body-count.js';
import { accountFor } from './paced-connection.js';
import { ConnectionShare, type ConnectionLimit } from './connection-share.js';

/**
 * Lists why a body is read no further: its size or the work for it, tiny pieces, the bodies of its connection together, or the rejection of
 * what its client or all clients hold open.
 */
export type BodyExcess = 'too-large' | 'tiny-pieces' | 'connection-full' | Rejection;

/** Limits the body of a request: its bytes, and the work for it as if it were so many bytes in large pieces. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxWork: number;
  /** Counts what came until the reader ends it. It is over where the body is read no further, or its client goes away. */
  readonly open: OpenRequest;
}

/** Receives the body of a request, or why it is read no further, and the work for what came, in bytes. */
export interface BodyReader {
  readonly done: (body: Buffer | BodyExcess, work: number) => void;
  /** Called instead when the client disconnects before the end. */
  readonly aborted: (work: number) => void;
}

/**
 * Gives the body of a request to its reader, or why it exceeds limits: as soon as it does, and what follows is read only if somebody
 * else does.
 * @param connection absent where only one body of the connection is read at a time
 */
export function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  reader: BodyReader,
  connection?: ConnectionLimit,
): void {
  // Chunks are read as they come: thousands of them would wait otherwise, and nobody would count them.
  if (isHttp2(request) || request.headers['transfer-encoding'] !== undefined) {
    readPieces(request, limits, reader, connection);
    return;
  }
  // By then, Node has parsed all of a short request, which needs no listeners of a stream: bench/README.md has what they cost.
  setImmediate(() => {
    if (request.destroyed) abort(limits, reader, 0);
    else if (request.complete) readPiece(request, limits, reader);
    else readPieces(request, limits, reader, connection);
  });
}

function abort({ open }: BodyLimits, { aborted }: BodyReader, work: number): void {
  open.end();
  aborted(work);
}

function readPiece(request: IncomingMessage, limits: BodyLimits, { done }: BodyReader): void {
  const count = new BodyCount();
  const body: Buffer = request.read() ?? NOTHING;
  if (body.length > 0) count.add(body);
  const isTooLarge = body.length > limits.maxBytes || count.work > limits.maxWork;
  const excess = isTooLarge ? 'too-large' : limits.open.add(body.length, count.work);
  if (excess !== undefined) limits.open.end();
  done(excess ?? body, count.work);
}

function readPieces(
  request: IncomingMessage,
  limits: BodyLimits,
  reader: BodyReader,
  connection: ConnectionLimit | undefined,
): void {
  const { done } = reader;
  const count = new BodyCount();
  const share = connection === undefined ? undefined : new ConnectionShare(connection);
  let body: Buffer = NOTHING;
  let isDone = false;
  request.on('data', (chunk: Buffer) => {
    if (isDone) return;
    const { length } = count;
    const work = count.add(chunk);
    accountFor(request, work);
    const isWithinConnection = share?.add(chunk.length) ?? true;
    const excess =
      excessOf(count, limits) ??
      (isWithinConnection ? limits.open.add(chunk.length, work) : 'connection-full');
    if (excess === undefined) {
      body = appended(body, length, chunk);
      return;
    }
    isDone = true;
    body = NOTHING;
    share?.release();
    limits.open.end();
    done(excess, count.work);
  });
  request.on('end', () => {
    if (isDone) return;
    isDone = true;
    done(body.subarray(0, count.length), count.work);
  });
  request.on('close', () => {
    share?.release();
    if (isDone) return;
    isDone = true;
    body = NOTHING;
    abort(limits, reader, count.work);
  });
}

/** Returns why a body is read no further. */
export function excessOf(
  count: BodyCount,
  { maxBytes, maxWork }: Pick<BodyLimits, 'maxBytes' | 'maxWork'>,
): BodyExcess | undefined {
  if (count.length > maxBytes || count.work > maxWork) return 'too-large';
  return count.isInTinyPieces ? 'tiny-pieces' : undefined;
}

/**
 * Reads and drops the rest of a body. Calls `more` after each piece with what was dropped so far. Once that returns false, it is called no
 * more. Calls `end` when all of the body was read: at once where others did.
 */
export function dropBody(
  request: IncomingMessage,
  more: (dropped: BodyCount) => boolean,
  end: () => void,
): void {
  if (request.readableEnded) {
    end();
    return;
  }
  const dropped = new BodyCount();
  let isGivenUp = false;
  request.on('data', (chunk: Buffer) => {
    accountFor(request, dropped.add(chunk));
    isGivenUp ||= !more(dropped);
  });
  request.once('end', () => {
    if (!isGivenUp) end();
  });
  request.resume();
}
