import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connections } from './connections.js';
import { DirectReply, keptAliveHeaders, type Reply } from './direct-reply.js';

/**
 * Serves a request once more.
 * @param request one with the same head
 * @returns whether it did: not if it is refused
 */
export type ServeAgain = (request: IncomingMessage, body: Buffer, reply: Reply) => boolean;

/** A request whose head may come again, and the bytes that it came as. */
interface Former {
  readonly request: IncomingMessage;
  readonly head: Buffer;
  /** The length of head and body. */
  readonly length: number;
}

/** A head that stands for one request with a body, however strictly it is read; all of its lines end alike. */
const HEAD = /^POST [!-~]+ HTTP\/1\.1\r\n(?:[!#$%&'*+.^`|~\w-]+:[\t -~]*\r\n)+\r\n/;
const LONGEST_HEAD = 2048;
const KEEP_ALIVE = /^keep-alive$/i;

/**
 * Answers requests whose head is, byte for byte, that of the one before on their connection, as a client's mostly are: it need not be
 * parsed again. All else is left to Node's parser: what comes in pieces or in advance, while an answer is on its way, while a client
 * does not read, and during a shutdown.
 *
 * @returns what is to be told of each request of Node's: whether it was served already, and its answer goes on there
 */
export function serveRepeatedHeads(
  server: Server,
  connections: Connections,
  serveAgain: ServeAgain,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const readers = new WeakMap<Duplex, (chunk: Buffer) => void>();
  let begun: DirectReply | undefined;

  server.on('secureConnection', (socket: Socket) => {
    const parse = socket.listeners('data');
    // A Node that feeds its parser otherwise is left alone.
    if (parse.length === 0) return;
    socket.removeAllListeners('data');
    const reader = readerOf(socket, (chunk) => {
      for (const listener of parse) Reflect.apply(listener, socket, [chunk]);
    });
    socket.on('data', reader);
    readers.set(socket, reader);
  });
  for (const event of ['upgrade', 'connect']) {
    server.prependListener(event, (_, socket: Duplex) => {
      const reader = readers.get(socket);
      if (reader !== undefined) socket.off('data', reader);
      readers.delete(socket);
    });
  }

  return (request, response) => {
    if (begun === undefined) return false;
    begun.continueOn(response);
    begun = undefined;
    request.resume();
    return true;
  };

  function readerOf(socket: Socket, parse: (chunk: Buffer) => void): (chunk: Buffer) => void {
    let former: Former | undefined;
    let isBetweenRequests = true;

    return (chunk) => {
      if (former !== undefined && isRepeated(former, chunk) && connections.isIdle(socket)) {
        const { request, head } = former;
        const reply = new DirectReply(request, socket, keptAliveHeaders(server.keepAliveTimeout));
        if (serveAgain(request, chunk.subarray(head.length), reply)) {
          if (reply.writableFinished || socket.destroyed) return;
          begun = reply;
        }
        parse(chunk);
        begun = undefined;
      } else if (isBetweenRequests) {
        const latest = connections.latestResponse(socket);
        parse(chunk);
        const response = connections.latestResponse(socket);
        former = response === latest ? undefined : formerOf(chunk, response?.req);
        isBetweenRequests = former !== undefined;
      } else parse(chunk);
    };
  }
}

function isRepeated({ head, length }: Former, chunk: Buffer): boolean {
  return chunk.length === length && head.compare(chunk, 0, head.length) === 0;
}

/** The request that a chunk is, if it is exactly one whose head may come again. */
function formerOf(chunk: Buffer, request: IncomingMessage | undefined): Former | undefined {
  if (request?.complete !== true) return undefined;
  const { headers } = request;
  const [head] = HEAD.exec(chunk.toString('latin1', 0, LONGEST_HEAD)) ?? [];
  const isWhole = head !== undefined && Number(headers['content-length']) === chunk.length - head.length;
  const isKept = KEEP_ALIVE.test(headers.connection ?? 'keep-alive') && headers.expect === undefined;
  return isWhole && isKept ? { request, head: Buffer.from(head, 'latin1'), length: chunk.length } : undefined;
}
