import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.js';

/** When a connection that is too slow is cut. All in milliseconds. */
export interface Timeouts {
  /** To the first byte, then to the end of the TLS handshake, then to the end of a request's headers. */
  readonly headersTimeout: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeout: number;
  /** Without a request, on a connection that has had one; Node grants a second more than is announced to the client. */
  readonly idleTimeout: number;
}

/** The first byte of a TLS connection: a record of type "handshake" (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 0x16;

const SLOWEST_CHECK_MS = 1000;
const FASTEST_CHECK_MS = 20;

/**
 * A server that speaks HTTPS and HTTP on one port: what a connection is shows in its first byte.
 *
 * Whether plain HTTP is served or refused is for those who listen to 'request': {@link isEncrypted} tells them.
 * Every connection is emitted as 'connection' when it is accepted, and as 'secureConnection' when it comes to speak HTTP.
 */
export function createOnePortServer(
  { cert, key }: Certificate,
  { headersTimeout, requestTimeout, idleTimeout }: Timeouts,
): Server {
  const server = createServer({
    cert,
    key,
    handshakeTimeout: headersTimeout,
    // Node takes no headers timeout beyond that of the whole request.
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    keepAliveTimeout: idleTimeout,
    connectionsCheckingInterval: checkingInterval(Math.min(headersTimeout, requestTimeout)),
    // A request without one is answered by the listener, in the form of all its answers.
    requireHostHeader: false,
  });

  // An HTTPS server takes connections in the TLS layer, and hands what it decrypted to the HTTP layer as
  // 'secureConnection'. A plain connection goes there directly, so both have the same timeouts and the same shutdown.
  const tlsListeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    socket.on('error', cut);
    socket.once('end', cut);
    socket.setTimeout(headersTimeout, cut);
    socket.once('data', (first) => {
      socket.setTimeout(0);
      socket.off('timeout', cut);
      socket.off('end', cut);
      socket.pause();
      socket.unshift(first);
      if (first[0] === TLS_HANDSHAKE) {
        // The TLS layer takes the first bytes out of the paused socket, and reads the rest beneath it.
        for (const listener of tlsListeners) Reflect.apply(listener, server, [socket]);
      } else {
        server.emit('secureConnection', socket);
        socket.resume();
      }
    });
  });
  return server;
}

function cut(this: Socket): void {
  this.destroy();
}

/** How often Node is to look for requests that take too long. */
function checkingInterval(shortestTimeout: number): number {
  return Math.max(FASTEST_CHECK_MS, Math.min(SLOWEST_CHECK_MS, Math.floor(shortestTimeout / 4)));
}

/** Whether the connection of a request is TLS. */
export function isEncrypted(socket: Socket): boolean {
  return socket instanceof TLSSocket;
}
