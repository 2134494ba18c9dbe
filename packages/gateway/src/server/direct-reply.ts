import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What of Node's response an answer is written to. */
export interface Reply {
  readonly req: IncomingMessage;
  readonly statusCode: number;
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
  /** @param headers names and values by turns */
  writeHead(status: number, headers: string[]): unknown;
  end(body?: string | Buffer): unknown;
  destroy(): unknown;
  /** Once the answer was sent, or will not be. */
  once(event: 'close', listener: () => void): unknown;
}

/**
 * The answer to a request that Node's parser has not seen: given at once, it goes to the socket in one piece, byte for byte as Node
 * would write it on a connection that is kept. One that is not given at once goes to Node's response instead: {@link continueOn}.
 */
export class DirectReply implements Reply {
  readonly req: IncomingMessage;
  readonly #socket: Socket;
  readonly #keptAlive: string;
  #response: ServerResponse | undefined;
  #closed: (() => void)[] = [];
  #head = '';
  #status = 200;
  #isDone = false;

  /**
   * @param request one with the same head
   * @param keptAlive what {@link keptAliveHeaders} gives
   */
  constructor(request: IncomingMessage, socket: Socket, keptAlive: string) {
    this.req = request;
    this.#socket = socket;
    this.#keptAlive = keptAlive;
  }

  /** Node's response, which the answer goes to; `undefined` while there is none. */
  get response(): ServerResponse | undefined {
    return this.#response;
  }

  get statusCode(): number {
    return this.#response?.statusCode ?? this.#status;
  }

  get headersSent(): boolean {
    return this.#response?.headersSent ?? this.#isDone;
  }

  get destroyed(): boolean {
    return this.#response?.destroyed ?? this.#socket.destroyed;
  }

  get writableFinished(): boolean {
    return this.#response?.writableFinished ?? this.#isDone;
  }

  /** Sends the answer, which has not been given yet, as that of a request that Node's parser has read now. */
  continueOn(response: ServerResponse): void {
    this.#response = response;
    for (const listener of this.#closed) response.once('close', listener);
  }

  writeHead(status: number, headers: string[]): void {
    if (this.#response !== undefined) {
      this.#response.writeHead(status, headers);
      return;
    }
    this.#status = status;
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
    this.#head = head;
  }

  end(body: string | Buffer = ''): void {
    if (this.#response !== undefined) {
      this.#response.end(body);
      return;
    }
    const head = this.#head + this.#keptAlive;
    this.#socket.write(typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head), body]));
    this.#done();
  }

  destroy(): void {
    if (this.#response !== undefined) {
      this.#response.destroy();
      return;
    }
    this.#socket.destroy();
    this.#done();
  }

  once(event: 'close', listener: () => void): void {
    if (this.#response === undefined) this.#closed.push(listener);
    else this.#response.once(event, listener);
  }

  #done(): void {
    this.#isDone = true;
    for (const listener of this.#closed) listener();
  }
}

let second = Number.NaN;
let timeout = Number.NaN;
let written = '';

/** The headers that Node itself adds to an answer, and the end of them. */
export function keptAliveHeaders(keepAliveTimeout: number): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second || timeout !== keepAliveTimeout) {
    second = now;
    timeout = keepAliveTimeout;
    written =
      `Date: ${new Date(now * 1000).toUTCString()}\r\nConnection: keep-alive\r\n` +
      `Keep-Alive: timeout=${Math.floor(timeout / 1000)}\r\n\r\n`;
  }
  return written;
}
