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
  /** The next response; rejects when the connection is closed before it came whole. */
  readonly response: (requestMethod?: string) => Promise<RawResponse>;
}

/** Opens a connection that is cut when the running test ends. */
export async function openConnection(port: number, scheme: Scheme): Promise<RawConnection> {
  const opened = performance.now();
  const socket =
    scheme === 'http'
      ? connectPlain(port, '127.0.0.1')
      : connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  socket.setNoDelay(true);
  const connection = readResponses(socket, opened);
  await once(socket, scheme === 'http' ? 'connect' : 'secureConnect');
  return connection;
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

function readResponses(socket: Socket, opened: number): RawConnection {
  let received = Buffer.alloc(0);
  let isClosed = false;
  let wake = doNothing;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
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
          received = received.subarray(found.length);
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
  const bodyLength = requestMethod === 'HEAD' ? 0 : Number(headers.get('content-length') ?? 0);
  const length = headEnd + 4 + bodyLength;
  if (bytes.length < length) return undefined;
  const body = bytes.toString('utf8', headEnd + 4, length);
  return { response: { status: Number(statusLine.split(' ')[1]), headers, body }, length };
}
