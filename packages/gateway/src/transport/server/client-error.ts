import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterResponse, isHttpConnection, type Connections } from './connections.js';
import type { Visit } from '../../admission/limits/admission.js';
import { LINGER_MS, stopReading } from './pipelines.js';
import type { ForwardedRequest } from '../../admission/limits/client-address.js';
import { CORS } from '../../base/http/cors.js';
import { UNSUPPORTED_VERSION } from '../../base/http/head-rejection.js';
import { methodNotAllowed, createRejection, type Rejection } from '../../base/http/rejections.js';

const MALFORMED_REQUEST = createRejection(400, 'Malformed HTTP request', { reason: 'malformed-http' });

/** Rejections for errors of Node's HTTP parser and timers, by `error.code`. */
const REJECTIONS: ReadonlyMap<string, Rejection> = new Map([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    createRejection(408, 'Request took too long', {
      reason: 'request-timeout',
      expected: 'headers and body within the time allowed',
    }),
  ],
  ['HPE_INVALID_VERSION', UNSUPPORTED_VERSION],
  // The preface of HTTP/2 after a request of HTTP/1.1.
  ['HPE_PAUSED_H2_UPGRADE', UNSUPPORTED_VERSION],
  [
    'HPE_HEADER_OVERFLOW',
    createRejection(431, 'Request headers are too large', { reason: 'headers-too-large' }),
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    createRejection(413, 'Chunk extensions are too large', { reason: 'chunk-extensions-too-large' }),
  ],
]);

/** The codes of the HTTP parser. */
const PARSER_ERROR = /^HPE_/;

/** Creates the listener for connections whose bytes are no request, or come too slowly: it answers each once, and closes it. */
export function clientErrorListener(
  connections: Connections,
  visitOf: (request: ForwardedRequest) => Visit | undefined,
): (error: NodeJS.ErrnoException, connection: Duplex) => void {
  const answered = new WeakSet<Duplex>();
  const charged = new WeakSet<Duplex>();
  return ({ code = '' }, connection) => {
    // Node reports every piece that comes after the malformed one.
    if (!charged.has(connection) && isHttpConnection(connection)) {
      charged.add(connection);
      visitOf({ headers: {}, socket: connection })?.spend(1);
    }
    const answer = REJECTIONS.get(code) ?? (PARSER_ERROR.test(code) ? MALFORMED_REQUEST : undefined);
    if (answer === undefined || !isHttpConnection(connection)) {
      connection.destroy();
      return;
    }
    if (answered.has(connection)) return;
    answered.add(connection);
    const pending = connections.pending(connection);
    if (pending === undefined || pending.req.complete)
      afterResponse(pending, () => writeRejection(connection, answer));
    else {
      // The request itself is malformed: this is the answer to it, unless there is one on its way.
      connections.whenItsTurn(pending, () => {
        if (pending.headersSent) connection.destroySoon();
        else writeRejection(connection, answer);
      });
    }
  };
}

/** Answers CONNECT, for which Node detaches the connection. */
export const CONNECT_NOT_ALLOWED = methodNotAllowed(['POST']);

/** Writes a last response on the bare connection, and closes it. */
export function writeRejection(connection: Duplex, { status, headers, body }: Rejection): void {
  if (!connection.writable) {
    connection.destroy();
    return;
  }
  const fields = [
    ['date', new Date().toUTCString()],
    ...pairs(CORS),
    ...pairs(headers).filter(([name]) => name !== 'connection'),
    ['content-type', 'application/json'],
    ['content-length', Buffer.byteLength(body)],
    ['connection', 'close'],
  ];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...fields.map((field) => field.join(': ')),
  ];
  // A flood of malformed requests costs no more than its first packet.
  stopReading(connection);
  connection.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => {
    const timer = setTimeout(() => connection.destroy(), LINGER_MS);
    connection.once('close', () => clearTimeout(timer));
  });
}

function pairs(headers: readonly string[]): (readonly string[])[] {
  const names = headers.filter((_, at) => at % 2 === 0);
  return names.map((name, at) => [name, headers[2 * at + 1] ?? '']);
}
