import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { CORS } from './cors.js';
import { methodNotAllowed, refusal, type Refusal } from './refusals.js';

const MALFORMED_REQUEST = refusal(400, 'Malformed HTTP request', { reason: 'malformed-http' });

/** What Node's HTTP parser and timers complain of, by `error.code`. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    refusal(408, 'Request took too long', {
      reason: 'request-timeout',
      expected: 'headers and body within the time allowed',
    }),
  ],
  ['HPE_HEADER_OVERFLOW', refusal(431, 'Request headers are too large', { reason: 'headers-too-large' })],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    refusal(413, 'Chunk extensions are too large', { reason: 'chunk-extensions-too-large' }),
  ],
]);

/** The codes of the HTTP parser. */
const PARSER_ERROR = /^HPE_/;

/**
 * Answers a connection whose bytes are no request, or come too slowly, and closes it.
 * @param latest the answer to the latest request on the connection
 */
export function answerClientError(
  { code = '' }: NodeJS.ErrnoException,
  socket: Duplex,
  latest: ServerResponse | undefined,
): void {
  const answer = REFUSALS.get(code) ?? (PARSER_ERROR.test(code) ? MALFORMED_REQUEST : undefined);
  if (answer === undefined) socket.destroy();
  else if (latest === undefined || latest.writableFinished) writeRefusal(socket, answer);
  // The request before the malformed one is still being answered, and answers come in order.
  else if (latest.req.complete) latest.once('close', () => writeRefusal(socket, answer));
  else if (latest.headersSent) socket.destroy();
  else writeRefusal(socket, answer);
}

const CONNECT_NOT_ALLOWED = methodNotAllowed(['POST']);

/** Answers CONNECT, for which Node gives the bare connection. */
export function answerConnect(socket: Duplex): void {
  writeRefusal(socket, CONNECT_NOT_ALLOWED);
}

/** Answers on the bare connection, and closes it. */
export function writeRefusal(socket: Duplex, { status, headers, body }: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = [
    'date',
    new Date().toUTCString(),
    ...CORS,
    ...headers,
    'content-type',
    'application/json',
    'content-length',
    String(Buffer.byteLength(body)),
    'connection',
    'close',
  ];
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`);
  for (let at = 0; at < lines.length; at += 2) socket.write(`${lines[at]}: ${lines[at + 1]}\r\n`);
  socket.end(`\r\n${body}`, () => socket.destroy());
}
