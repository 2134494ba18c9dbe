import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { onTestFinished } from 'vitest';

export const SCHEMES = ['http', 'https'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** A response as it came over a connection. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A connection on which a test writes what it likes. */
export interface RawConnection {
  readonly socket: Socket;
  /** When the connection was closed by either side, in milliseconds since it was opened. */
  readonly closed: Promise<number>;
  readonly write: (data: string | Uint8Array) => void;
  /** Closes the connection with a reset. */
  readonly reset: () => void;
  /** The next response; rejects when the connection is closed before it came whole. */
  readonly response: (requestMethod?: string) => Promise<RawResponse>;
}

/** Opens a connection that is cut when the running test ends. */
export async function openConnection(port: number, scheme: Scheme): Promise<RawConnection> {
  const opened = performance.now();
  const beneath = connectPlain(port, '127.0.0.1');
  beneath.setNoDelay(true);
  const socket = scheme === 'http' ? beneath : connectTls({ socket: beneath, rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  const connection = { ...readResponses(socket, opened), reset: () => void beneath.resetAndDestroy() };
  await once(socket, scheme === 'http' ? 'connect' : 'secureConnect');
  return connection;
}

/** Lists the connections that servers of this process accept from now on. */
export function acceptedConnections(): Socket[] {
  const accepted: Socket[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Node documents for this channel
  const add = (message: unknown): void => void accepted.push((message as { socket: Socket }).socket);
  subscribe('net.server.socket', add);
  onTestFinished(() => void unsubscribe('net.server.socket', add));
  return accepted;
}

/** The text of a `POST /` with a JSON body. */
export function postText(body: string, headers: readonly string[] = []): string {
  const lines = [
    'POST / HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function readResponses(socket: Socket, opened: number): Omit<RawConnection, 'reset'> {
  let storage = Buffer.alloc(65_536);
  let received = storage.subarray(0, 0);
  let isClosed = false;
  let wake = doNothing;
  socket.on('data', (chunk: Buffer) => {
    const length = received.length + chunk.length;
    // Twice the space each time: large responses would be copied thousands of times otherwise.
    if (length > storage.length) {
      storage = Buffer.alloc(2 * length);
      received.copy(storage);
    }
    chunk.copy(storage, received.length);
    received = storage.subarray(0, length);
    wake();
  });
  socket.on('error', doNothing);
  const closed = new Promise<number>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      resolve(performance.now() - opened);
      wake();
    });
  });
  return {
    socket,
    closed,
    write: (data) => void socket.write(data),
    response: async (requestMethod = 'POST') => {
      for (;;) {
        const found = parseResponse(received, requestMethod);
        if (found) {
          storage = Buffer.concat(
            [received.subarray(found.length)],
            Math.max(65_536, received.length - found.length),
          );
          received = storage.subarray(0, received.length - found.length);
          return found.response;
        }
        if (isClosed)
          throw new Error(`the connection was closed after ${JSON.stringify(received.toString())}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

function doNothing(): void {}

function parseResponse(
  bytes: Buffer,
  requestMethod: string,
): { response: RawResponse; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(': ');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 2));
  }
  const read = requestMethod === 'HEAD' ? NO_BODY : readSentBody(bytes.subarray(headEnd + 4), headers);
  if (read === undefined) return undefined;
  const response = { status: Number(statusLine.split(' ')[1]), headers, body: read.body.toString('utf8') };
  return { response, length: headEnd + 4 + read.length };
}

const NO_BODY = { body: Buffer.alloc(0), length: 0 };

/** The body that begins `bytes`, and the bytes that it takes; `undefined` where some are missing. */
function readSentBody(
  bytes: Buffer,
  headers: ReadonlyMap<string, string>,
): { readonly body: Buffer; readonly length: number } | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes);
  const length = Number(headers.get('content-length') ?? 0);
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), length };
}

/** Reads chunks without extensions and trailers (RFC 9112, section 7.1). */
function readChunks(bytes: Buffer): { readonly body: Buffer; readonly length: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), length: end };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = end;
  }
}
