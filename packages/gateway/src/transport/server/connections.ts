import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ContinuedConnection } from './continued-connection.js';
import { remoteEnd } from './handshakes.js';
import { connectionOfSession } from './http2-server.js';
import type { OnePortServer } from './one-port-server.js';
import { MAX_PIPELINED_REQUESTS } from './pipelines.js';

/** Describes a connection that Node's HTTP server has been given. */
export type HttpConnection = Socket | ContinuedConnection;

export function isHttpConnection(connection: Duplex): connection is HttpConnection {
  return connection instanceof Socket || connection instanceof ContinuedConnection;
}

/** Describes the open connections of a server, for those who must know what still happens on them. */
export interface Connections {
  /** Returns the number of open connections. */
  count(): number;
  /** Begins a request of HTTP/1.1. To be called for each, before anyone serves it. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** Returns the latest response of a connection, while it is pending. */
  pending(connection: HttpConnection): ServerResponse | undefined;
  /** Calls `next` when it is the turn of a response: at once, or when the one before it on its connection is done. */
  whenItsTurn(response: ServerResponse, next: () => void): void;
  /** Returns whether a connection is closed after this response. */
  isLast(response: ServerResponse): boolean;
  /**
   * Leaves a connection to the handler of its upgrade, as Node no longer serves it; {@link Connections.cut} still closes it.
   * @returns the latest response, while it is pending
   */
  handOver(connection: HttpConnection): ServerResponse | undefined;
  /** Closes the connections on which nothing is in flight now, and the others as soon as their latest response is sent. */
  drain(): void;
  /** Closes all of them at once. */
  cut(): void;
}

/** After so many requests for an unknown protocol on a connection, which each cost memory, it is closed. */
const MAX_CONTINUATIONS = 16;

/** Watches the connections of a server. */
export function watchConnections(server: OnePortServer): Connections {
  return new OpenConnections(server);
}

class OpenConnections implements Connections {
  readonly #accepted = new Set<Socket>();
  readonly #latest = new Map<HttpConnection, ServerResponse | undefined>();
  readonly #handedOver = new Set<HttpConnection>();
  readonly #queued = new Map<HttpConnection, Set<ServerResponse>>();
  readonly #before = new WeakMap<ServerResponse, ServerResponse>();
  readonly #sessions = new Set<ServerHttp2Session>();
  #isDraining = false;

  constructor({ acceptor, http, http2 }: OnePortServer) {
    const [accepted, latest, handedOver, queued] = [
      this.#accepted,
      this.#latest,
      this.#handedOver,
      this.#queued,
    ];

    // One listener for all of them: one each would be a large part of what an idle connection takes.
    function forget(this: HttpConnection): void {
      latest.delete(this);
      handedOver.delete(this);
      for (const response of queued.get(this) ?? []) endWaiting(response);
      queued.delete(this);
    }

    function forgetAccepted(this: Socket): void {
      accepted.delete(this);
    }

    acceptor.on('connection', (socket) => {
      accepted.add(socket);
      socket.on('close', forgetAccepted);
    });
    http.on('connection', (connection: HttpConnection) => {
      latest.set(connection, undefined);
      connection.on('close', forget);
    });
    http2.on('session', (session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
    });
  }

  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    if (response.socket === null) {
      // Those that are too many are dropped.
      if ((this.#queued.get(socket)?.size ?? 0) > MAX_PIPELINED_REQUESTS) return;
      this.#queue(socket, response);
    }
    this.#latest.set(socket, response);
  }

  count(): number {
    return this.#accepted.size;
  }

  pending(connection: HttpConnection): ServerResponse | undefined {
    const response = this.#latest.get(connection);
    return isPending(response) ? response : undefined;
  }

  whenItsTurn(response: ServerResponse, next: () => void): void {
    const former = this.#before.get(response);
    afterResponse(isPending(former) ? former : undefined, next);
  }

  isLast(response: ServerResponse): boolean {
    const connection: HttpConnection = response.req.socket;
    if (this.#isDraining && this.#latest.get(connection) === response) return true;
    return connection instanceof ContinuedConnection && connection.depth >= MAX_CONTINUATIONS;
  }

  handOver(connection: HttpConnection): ServerResponse | undefined {
    const response = this.pending(connection);
    this.#latest.delete(connection);
    this.#handedOver.add(connection);
    return response;
  }

  drain(): void {
    this.#isDraining = true;
    const spoken = new Set([...this.#latest.keys(), ...this.#handedOver].map(remoteEnd));
    for (const session of this.#sessions) {
      const connection = connectionOfSession(session);
      if (connection !== undefined) spoken.add(remoteEnd(connection));
      // Its streams go on to their ends.
      session.close();
    }
    for (const socket of this.#accepted) {
      if (!spoken.has(remoteEnd(socket))) socket.destroy();
    }
    for (const [connection, response] of this.#latest) {
      if (isPending(response)) response.once('finish', () => closeOnceSent(connection));
      else closeOnceSent(connection);
    }
  }

  cut(): void {
    for (const socket of this.#accepted) socket.destroy();
  }

  /** Responses to requests that came in advance wait for their turn. */
  #queue(connection: HttpConnection, response: ServerResponse): void {
    const former = this.#latest.get(connection);
    if (former !== undefined) this.#before.set(response, former);
    const waiting = this.#queued.get(connection) ?? new Set();
    this.#queued.set(connection, waiting.add(response));
    response.once('close', () => waiting.delete(response));
  }
}

function isPending(response: ServerResponse | undefined): response is ServerResponse {
  return response !== undefined && !response.destroyed;
}

/** Calls `next` when a pending response was sent or given up; at once where there is none. */
export function afterResponse(pending: ServerResponse | undefined, next: () => void): void {
  if (pending === undefined) next();
  else pending.once('close', next);
}

/** Ends a response that waits behind another one. Node reports a closed connection only to the response whose turn it is. */
function endWaiting(response: ServerResponse): void {
  if (response.socket !== null) return;
  response.destroy();
  response.emit('close');
}

/** Closes a connection once its response is sent, which may still wait for its client to read. */
function closeOnceSent(connection: Duplex): void {
  if (connection.writableLength > 0) connection.end(() => connection.destroy());
  else connection.destroy();
}
