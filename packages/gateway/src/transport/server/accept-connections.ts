import { createServer, type Server, type Socket } from 'node:net';
import type { TurnQueue } from './turn-queue.js';

/** First bytes of a client of HTTP/2 with prior knowledge (RFC 9113, section 3.4): no method of HTTP/1.1 begins like that. */
const HTTP2_PREFACE = Buffer.from('PRI * HTTP/2.0');
/** Bytes of it that no other request begins with. */
const PREFACE_START = 4;

/** The first packet of a connection is handed over in pieces of this size: those behind the first request can wait for their turn. */
export const FIRST_PIECE_BYTES = 4 * 1024;

const NOTHING = Buffer.alloc(0);

/**
 * Creates a server that accepts connections, and hands over each once its first bytes show what it is for: paused, with these bytes still to
 * be read. One that sends none in time is closed.
 */
export function acceptConnections(
  firstBytesTimeout: number,
  turns: TurnQueue,
  handOver: (socket: Socket, first: Buffer) => void,
): Server {
  return createServer({ noDelay: true }, (socket) => {
    socket.on('error', cut);
    socket.once('end', cut);
    socket.setTimeout(firstBytesTimeout, cut);
    let first: Buffer = NOTHING;
    socket.on('data', function begin(chunk: Buffer) {
      first = first.length === 0 ? chunk : Buffer.concat([first, chunk]);
      if (isUndecided(first)) return;
      socket.off('data', begin);
      socket.pause();
      turns.start(socket, () => {
        if (socket.destroyed) return;
        socket.setTimeout(0);
        socket.off('timeout', cut);
        socket.off('end', cut);
        unshiftInPieces(socket, first);
        handOver(socket, first);
      });
    });
  });
}

/** Puts bytes back into a socket, which emits them piece by piece and can be paused between them. */
function unshiftInPieces(socket: Socket, bytes: Buffer): void {
  const last = bytes.length - 1;
  for (let from = last - (last % FIRST_PIECE_BYTES); from >= 0; from -= FIRST_PIECE_BYTES)
    socket.unshift(bytes.subarray(from, from + FIRST_PIECE_BYTES));
}

/** Returns whether the first bytes of a connection are those of HTTP/2 with prior knowledge. */
export const isHttp2Preface = (first: Buffer): boolean =>
  HTTP2_PREFACE.subarray(0, PREFACE_START).equals(first.subarray(0, PREFACE_START));

/** Returns whether bytes may still become the preface of HTTP/2. */
function isUndecided(first: Buffer): boolean {
  return first.length < PREFACE_START && HTTP2_PREFACE.subarray(0, first.length).equals(first);
}

function cut(this: Socket): void {
  this.destroy();
}
