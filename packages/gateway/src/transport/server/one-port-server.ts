import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { Http2Server } from 'node:http2';
import type { Server as Acceptor, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { acceptConnections, isHttp2Preface } from './accept-connections.js';
import type { Certificate } from './certificate.js';
import { readInTurns } from './http1-turns.js';
import { Handshakes } from './handshakes.js';
import type { Timeouts } from '../../settings/settings.js';
import { createHttp2Server, serveHttp2 } from './http2-server.js';
import { PacedConnection } from './paced-connection.js';
import { strangersTurns, type TurnQueue } from './turn-queue.js';

/** Represents several servers behind one port. */
export interface OnePortServer {
  /** Accepts connections, and emits each as 'connection'. */
  readonly acceptor: Acceptor;
  /** Serves HTTP/1.1, and emits each connection as 'connection' once it comes to speak it: plain, or what TLS decrypts. */
  readonly http: HttpServer;
  /** Serves HTTP/2, and emits each connection as 'connection' likewise. */
  readonly http2: Http2Server;
  /** Starts what comes over connections in turns of the event loop. */
  readonly turns: TurnQueue;
  /** Serves another certificate to connections that begin from now on. */
  setCertificate(certificate: Certificate): void;
}

/** The first byte of a TLS connection: a record of type "handshake" (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 0x16;

/** A client with a quiet subscription that is gone is noticed after some of these. */
const KEEP_ALIVE_MS = 25_000;

/** Later work of Node for a stream of HTTP/2, in milliseconds. */
const STREAM_MS = 0.1;

const SLOWEST_CHECK_MS = 1000;
const FASTEST_CHECK_MS = 20;

/**
 * Creates servers that speak TLS, HTTP/1.1 and HTTP/2 on one port. The first bytes of a connection show which of them it is for: that one is
 * handed the connection, which nobody has read from yet.
 *
 * Whether plain HTTP is served or rejected is decided by the listener of 'request', with {@link isEncrypted}.
 * @param onFailedHandshake is called with a connection that was closed in the middle of its TLS handshake
 */
export function createOnePortServer(
  { cert, key }: Certificate,
  { headersTimeout, requestTimeout, idleTimeout }: Timeouts,
  onFailedHandshake: (socket: Socket) => void,
): OnePortServer {
  const http = createHttp1Server({ headersTimeout, requestTimeout, idleTimeout });
  const http2 = createHttp2Server({ headersTimeout, requestTimeout, idleTimeout });
  const turns = strangersTurns();
  readInTurns(http, turns);
  http2.on('stream', () => turns.owe(STREAM_MS));

  const tls = createTlsServer({
    cert,
    key,
    handshakeTimeout: headersTimeout,
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  tls.on('tlsClientError', (_, socket) => socket.destroy());
  const handshakes = new Handshakes(onFailedHandshake);
  tls.on('secureConnection', (socket) => {
    handshakes.end(socket);
    socket.on('error', () => socket.destroy());
    if (socket.alpnProtocol === 'h2') serveHttp2(http2, new PacedConnection(socket, turns));
    else http.emit('connection', socket);
  });

  const acceptor = acceptConnections(headersTimeout, turns, handOver);
  // Node checks for slow requests once a server listens. This one never does: it is handed connections that others accepted.
  acceptor.on('listening', () => http.emit('listening'));
  acceptor.on('close', () => http.close());

  /** Hands a paused connection to the server that its first bytes are for. */
  function handOver(socket: Socket, first: Buffer): void {
    if (first[0] === TLS_HANDSHAKE) {
      handshakes.begin(socket);
      // The TLS layer takes the first bytes out of the paused socket, and reads the rest beneath it.
      tls.emit('connection', socket);
    } else if (isHttp2Preface(first)) {
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      serveHttp2(http2, new PacedConnection(socket, turns));
    } else {
      http.emit('connection', socket);
      socket.resume();
    }
  }

  return { acceptor, http, http2, turns, setCertificate: (certificate) => tls.setSecureContext(certificate) };
}

function createHttp1Server({ headersTimeout, requestTimeout, idleTimeout }: Timeouts): HttpServer {
  const http = createHttpServer({
    // Node accepts no headers timeout beyond that of the whole request.
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    keepAliveTimeout: idleTimeout,
    connectionsCheckingInterval: checkingInterval(Math.min(headersTimeout, requestTimeout)),
    // The listener answers a request without one in the form of all its answers.
    requireHostHeader: false,
  });
  // Node drops headers beyond the thousandth without a word. The listener counts them.
  http.maxHeadersCount = 0;
  return http;
}

/** Returns how often Node checks for requests that take too long. */
function checkingInterval(shortestTimeout: number): number {
  return Math.max(FASTEST_CHECK_MS, Math.min(SLOWEST_CHECK_MS, Math.floor(shortestTimeout / 4)));
}

/** Returns whether the connection of a request is TLS. */
export function isEncrypted(connection: Duplex): boolean {
  return connection instanceof TLSSocket || ('encrypted' in connection && connection.encrypted === true);
}
