import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Limits the requests of a connection that may wait behind its first pending response. A packet has thousands of small ones, which Node hands
 * over in one turn of the event loop.
 */
export const MAX_PIPELINED_REQUESTS = 64;

/** The requests behind the last response, and chunks of their bodies, that are read and dropped. Each takes some microseconds. */
const MAX_DROPPED_PIECES = 1000;

/** Limits the time of a client to read the last response of a connection from which nothing more is read: one that is closed before is reset. */
export const LINGER_MS = 1000;

/**
 * Defines the rejections by the rate limit after which a connection is closed: a client that continues opens another
 * one.
 */
export const MAX_LIMITED_REQUESTS = 16;

/** Bounds the requests that clients pipeline: those behind the last response of a connection get none. */
export class Pipelines {
  readonly #waiting = new WeakMap<Duplex, number>();
  /** The position of pipelined requests among those of all connections. */
  readonly #positions = new WeakMap<ServerResponse, number>();
  readonly #last = new WeakMap<Duplex, ServerResponse>();
  readonly #dropped = new WeakMap<Duplex, number>();
  readonly #limited = new WeakMap<Duplex, number>();
  #count = 0;

  /** Returns whether a request is to be served. After many that are not, nothing more is read from their connection. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (this.#last.has(socket)) {
      this.#drop(socket);
      // What nobody reads would wait in the queue of the request.
      request.on('data', () => this.#drop(socket));
      return false;
    }
    if (!isPipelined(response)) return true;
    this.#count += 1;
    this.#positions.set(response, this.#count);
    const waiting = (this.#waiting.get(socket) ?? 0) + 1;
    this.#waiting.set(socket, waiting);
    response.once('close', () => this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1));
    if (waiting === MAX_PIPELINED_REQUESTS) this.#last.set(socket, response);
    return true;
  }

  /** Counts a rejection by the rate limit; returns whether its connection has had too many, or the request came behind another one. */
  isAbused(response: ServerResponse): boolean {
    const { socket } = response.req;
    const limited = (this.#limited.get(socket) ?? 0) + 1;
    this.#limited.set(socket, limited);
    return limited >= MAX_LIMITED_REQUESTS || this.#positions.has(response);
  }

  /** Makes a response the last of its connection. Requests behind it are dropped. */
  end(response: ServerResponse): void {
    if (!this.isBehindLast(response)) this.#last.set(response.req.socket, response);
  }

  /**
   * Reads nothing more from the connection of its last response, all of which was written, and closes it some time later. The
   * request, the rest of its body and the requests behind it cost nothing then.
   */
  closeUnread(response: ServerResponse): void {
    const { socket } = response.req;
    // Chunks that came in the same packet would wait in the queue of the request.
    response.req.resume();
    stopReading(socket);
    const timer = setInterval(() => {
      // Its headers may keep the connection open.
      if (!isPipelined(response)) response.end(() => socket.destroySoon());
    }, LINGER_MS);
    response.once('close', () => clearInterval(timer));
  }

  /** Makes a response that others write the last of its connection, as {@link closeUnread} does once it is sent, which it may be already. */
  closeUnreadAfter(response: ServerResponse): void {
    const { socket } = response.req;
    this.end(response);
    stopReading(socket);
    const close = (): void => {
      const timer = setTimeout(() => socket.destroySoon(), LINGER_MS);
      socket.once('close', () => clearTimeout(timer));
    };
    if (response.writableFinished) close();
    else response.once('finish', close);
  }

  /** Returns whether the connection of a response is closed after it. */
  isLast(response: ServerResponse): boolean {
    return this.#last.get(response.req.socket) === response;
  }

  /**
   * Calls `end`, which ends a response or starts the work for it: at once, but for the last of a connection only after the next poll
   * of the event loop. A connection that is closed with unread requests is reset, and its client may lose the responses before.
   */
  whenRead(response: ServerResponse, end: () => void): void {
    if (!this.isLast(response)) {
      end();
      return;
    }
    const unlessClosed = (): void => {
      if (!response.destroyed) end();
    };
    setImmediate(() => setImmediate(unlessClosed));
  }

  /** Returns whether the connection of a response is closed before its turn. */
  isBehindLast(response: ServerResponse): boolean {
    const last = this.#last.get(response.req.socket);
    return last !== undefined && this.#positionOf(response) > this.#positionOf(last);
  }

  /** Counts a request that is dropped, or a chunk of one. */
  #drop(socket: Duplex): void {
    const dropped = (this.#dropped.get(socket) ?? 0) + 1;
    this.#dropped.set(socket, dropped);
    if (dropped === MAX_DROPPED_PIECES) stopReading(socket);
  }

  #positionOf(response: ServerResponse): number {
    return this.#positions.get(response) ?? 0;
  }
}

/** Returns whether a response waits for earlier ones: Node gives it its connection when they are sent. */
const isPipelined = ({ socket }: ServerResponse): boolean => socket === null;

/** Stops reading from a connection permanently. Node resumes it for each of its requests. */
export function stopReading(socket: Duplex): void {
  socket.pause();
  socket.on('resume', () => socket.pause());
}
