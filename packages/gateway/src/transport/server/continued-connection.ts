import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/**
 * Represents a new connection over one that Node's HTTP parser has given up, such as after a request with `Upgrade`. It begins with bytes that
 * were read before. In all else it is the connection beneath: its addresses, its timeouts, its end.
 */
export class ContinuedConnection extends Duplex {
  /** Number of nested continued connections, this one included. */
  readonly depth: number;
  readonly encrypted: boolean;
  readonly #beneath: Socket | ContinuedConnection;

  /** Reads `beneath` from now on. Nobody else may listen to its data. */
  constructor(beneath: Socket | ContinuedConnection, first?: Uint8Array, readableHighWaterMark?: number) {
    super(readableHighWaterMark === undefined ? {} : { readableHighWaterMark });
    this.#beneath = beneath;
    const isContinued = beneath instanceof ContinuedConnection;
    this.depth = isContinued ? beneath.depth + 1 : 1;
    this.encrypted = isContinued ? beneath.encrypted : beneath instanceof TLSSocket;
    if (first !== undefined) this.push(first);
    beneath.on('data', (chunk: Buffer) => this.receive(chunk));
    beneath.on('end', () => this.receiveEnd());
    beneath.on('close', () => this.receiveClose());
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

  /** Hands over what came. */
  protected receive(chunk: Buffer): void {
    if (!this.push(chunk)) this.pauseBeneath();
  }

  /** Hands over the end of what comes. */
  protected receiveEnd(): void {
    this.push(null);
  }

  /** Closes, as the connection beneath is closed. */
  protected receiveClose(): void {
    this.destroy();
  }

  /** Reads nothing more until somebody reads this connection. */
  protected pauseBeneath(): void {
    this.#beneath.pause();
  }

  override _read(): void {
    this.#beneath.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#beneath.write(chunk, done);
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#beneath.cork();
    for (const [at, { chunk }] of chunks.entries()) {
      if (at === chunks.length - 1) this.#beneath.write(chunk, done);
      else this.#beneath.write(chunk);
    }
    this.#beneath.uncork();
  }

  override _final(done: () => void): void {
    this.#beneath.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#beneath.destroy();
    done(error);
  }
}
