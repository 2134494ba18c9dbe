import { createServer, type Server, type Socket } from 'node:net';
import { TurnQueue } from './turn-queue.js';

/** First bytes of a client of HTTP/2 with prior knowledge (RFC 9113, section 3.4): no method of HTTP/1.1 begins like that. */
const HTTP2_PREFACE = Buffer.from('PRI * HTTP/2.0');
/** Bytes of it that no other request begins with. */
const PREFACE_START = 4;

/**
 * The first packet of a connection, of 64 KiB, takes some ten milliseconds where it has chunks of a byte, also where its request is rejected: many
 * that come together take turns.
 */
const MAX_BEGUN_PER_TURN = 1;

const NOTHING = Buffer.alloc(0);

/**
 * Creates a server that accepts connections, and hands over each once its first bytes show what it is for: paused, with these bytes still to
 * be read. One that sends none in time is closed.
 */
export function acceptConnections(
  firstBytesTimeout: number,
  handOver: (socket: Socket, first: Buffer) => void,
): Server {
  const turns = new TurnQueue({ maxWorks: MAX_BEGUN_PER_TURN });
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
        socket.unshift(first);
        handOver(socket, first);
      });
    });
  });
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
