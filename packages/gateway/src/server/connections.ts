import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DirectReply, type Reply } from './direct-reply.js';

/** The open connections of a server, for those who must know what still happens on them. */
export interface Connections {
  /** How many are open. */
  count(): number;
  /** The answer to the latest request on a connection, written or not. */
  latestResponse(socket: Duplex): ServerResponse | undefined;
  /** Whether nothing is on its way over a connection, and more may be: not while they are drained. */
  isIdle(socket: Socket): boolean;
  /** Whether a connection is closed after this answer: while they are drained, and no request came after it. */
  isLast(reply: Reply): boolean;
  /** Leaves a connection, which speaks no HTTP any more, to whoever took it over; {@link Connections.cut} still closes it. */
  handOver(socket: Duplex): void;
  /** Closes the connections on which nothing is in flight now, and the others as soon as their latest answer is sent. */
  drain(): void;
  /** Closes all of them at once. */
  cut(): void;
}

/** Watches the connections of a server that `createOnePortServer` made; to be called before anyone serves its requests. */
export function watchConnections(server: Server): Connections {
  const accepted = new Set<Socket>();
  let isDraining = false;
  const latest = new Map<Socket, ServerResponse | undefined>();
  const handedOver = new Set<Socket>();
  const queued = new Map<Socket, Set<ServerResponse>>();

  // One listener for all of them: one each would be a large part of what an idle connection takes.
  function forget(this: Socket): void {
    accepted.delete(this);
    latest.delete(this);
    handedOver.delete(this);
    for (const response of queued.get(this) ?? []) endWaiting(response);
    queued.delete(this);
  }

  /** Answers to requests that came in advance wait for their turn. */
  function queue(socket: Socket, response: ServerResponse): void {
    const waiting = queued.get(socket) ?? new Set();
    queued.set(socket, waiting.add(response));
    response.once('close', () => waiting.delete(response));
  }

  server.on('connection', (socket: Socket) => {
    accepted.add(socket);
    socket.on('close', forget);
  });
  server.on('secureConnection', (socket: Socket) => {
    latest.set(socket, undefined);
    if (!accepted.has(socket)) socket.on('close', forget);
  });
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, ({ socket }: IncomingMessage, response: ServerResponse) => {
      latest.set(socket, response);
      if (response.socket === null) queue(socket, response);
    });
  }

  return {
    count: () => accepted.size,
    latestResponse: (socket) => (socket instanceof Socket ? latest.get(socket) : undefined),
    isIdle: (socket) =>
      !isDraining && !socket.writableNeedDrain && latest.get(socket)?.writableFinished !== false,
    isLast: (reply) =>
      isDraining && latest.get(reply.req.socket) === (reply instanceof DirectReply ? reply.response : reply),
    handOver: (socket) => {
      if (!(socket instanceof Socket)) return;
      latest.delete(socket);
      handedOver.add(socket);
    },
    drain: () => {
      isDraining = true;
      const spoken = new Set([...latest.keys(), ...handedOver].map(remoteEnd));
      for (const socket of accepted) {
        if (!spoken.has(remoteEnd(socket))) socket.destroy();
      }
      for (const [socket, response] of latest) {
        if (response === undefined || response.writableFinished) closeOnceSent(socket);
        else response.once('finish', () => socket.destroySoon());
      }
    },
    cut: () => {
      for (const socket of accepted) socket.destroy();
    },
  };
}

/** Node says of the answer whose turn it is that its connection was closed, and forgets those that wait behind it. */
function endWaiting(response: ServerResponse): void {
  if (response.socket !== null) return;
  response.destroy();
  response.emit('close');
}

/** An answer may still wait for its client to read. */
function closeOnceSent(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroySoon();
  else socket.destroy();
}

/** What a TLS connection and the socket beneath it have in common. */
function remoteEnd({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
