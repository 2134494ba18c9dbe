import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RouteAnswer } from '../../http-api/routes/route.js';
import { UnreadResponses } from './unread-responses.js';

/** Bytes that are written at once: the progress of a client shows in such pieces. */
const PIECE_BYTES = 64 * 1024;

/** After so many pieces, others get their turn of the event loop: a client may read as fast as they are written. */
const PIECES_PER_TURN = 16;

/** Ends responses so that it shows how fast their clients read, and bounds what waits for a client. */
export class ResponsePacer {
  readonly #unread: UnreadResponses;

  /** @param maxUnreadBytes where more wait for a client when the next response is there, its connection is closed */
  constructor(maxUnreadBytes: number) {
    this.#unread = new UnreadResponses(maxUnreadBytes);
  }

  /** Ends a response whose head was written. @param length of the body, in bytes */
  end(response: ServerResponse, body: RouteAnswer['body'], length: number): void {
    const { writableLength }: Duplex = response.req.socket;
    const isFirst = response.socket !== null && writableLength <= PIECE_BYTES;
    if (!(isFirst && length <= PIECE_BYTES) && !this.#mayWait(response, length)) return;
    if (typeof body === 'object' && !Buffer.isBuffer(body)) endInPieces(response, body);
    else if (body === undefined || length <= PIECE_BYTES) endAtOnce(response, body, length);
    else endInPieces(response, piecesOf(typeof body === 'string' ? Buffer.from(body) : body));
  }

  #mayWait(response: ServerResponse, length: number): boolean {
    return this.#unread.count(response, length) !== undefined;
  }
}

/** Ends a response with a short body. Node writes text that is known to be ASCII as Latin-1 in less time. */
function endAtOnce(response: ServerResponse, body: string | Buffer | undefined, length: number): void {
  if (typeof body === 'string' && body.length === length) response.end(body, 'latin1');
  else response.end(body);
}

function* piecesOf(body: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
}

function endInPieces(response: ServerResponse, body: Iterable<Buffer>): void {
  const pieces = body[Symbol.iterator]();
  let count = 0;
  const next = (error?: Error | null): void => {
    if (error || response.destroyed) return;
    const piece = pieces.next();
    count += 1;
    if (piece.done) response.end();
    else response.write(piece.value, count % PIECES_PER_TURN === 0 ? nextInTurn : next);
  };
  const nextInTurn = (error?: Error | null): void => void setImmediate(next, error);
  next();
}
