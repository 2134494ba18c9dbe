import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/**
 * Represents a new connection over one that Node's HTTP parser has given up, such as after a request with `Upgrade`. It begins with bytes that
 * were read before. In all else it is the connection beneath: its addresses, its timeouts, its end.
 */
export class ContinuedConnection extends Duplex {
  /** How many of these are on top of each other, this one included. */
  readonly depth: number;
  readonly isEncrypted: boolean;
  readonly #beneath: Socket | ContinuedConnection;

  /** Reads `beneath` from now on. Nobody else may listen to its data. */
  constructor(beneath: Socket | ContinuedConnection, first: Uint8Array) {
    super();
    this.#beneath = beneath;
    const isContinued = beneath instanceof ContinuedConnection;
    this.depth = isContinued ? beneath.depth + 1 : 1;
    this.isEncrypted = isContinued ? beneath.isEncrypted : beneath instanceof TLSSocket;
    this.push(first);
    beneath.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) beneath.pause();
    });
    beneath.on('end', () => this.push(null));
    beneath.on('close', () => this.destroy());
    beneath.on('timeout', () => this.emit('timeout'));
    // The server of this connection may have stopped listening.
    this.on('error', () => this.destroy());
  }

  get remoteAddress(): string | undefined {
    return this.#beneath.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.#beneath.remotePort;
  }

  get localAddress(): string | undefined {
    return this.#beneath.localAddress;
  }

  get localPort(): number | undefined {
    return this.#beneath.localPort;
  }

  /** Emits 'timeout' after so many milliseconds without traffic; 0 for never. */
  setTimeout(milliseconds: number): this {
    this.#beneath.setTimeout(milliseconds);
    return this;
  }

  /** Closes the connection once all that was written has been sent. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  override _read(): void {
    this.#beneath.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#beneath.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#beneath.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#beneath.destroy();
    done(error);
  }
}
