import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Connections } from '../server/connections.js';
import { isEncrypted } from '../server/one-port-server.js';
import { pathOf } from '../server/request-target.js';
import type { WebSockets } from './web-sockets.js';

/**
 * Serves requests for another protocol: a WebSocket at `/` is opened. Anything else that is asked for is not known, and the request
 * is served as if it had not been asked for (RFC 9110, section 7.8); so is one that is refused whatever it asks for.
 */
export function serveUpgrades(
  server: Server,
  webSockets: WebSockets,
  connections: Connections,
  allowPlainHttp: boolean,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isWelcome =
      isForWebSocket(request) &&
      request.headers.host !== undefined &&
      (allowPlainHttp || isEncrypted(request.socket));
    if (!isWelcome) serveAsPlain(server, request, socket, head);
    else if (webSockets.accept(request, socket, head)) connections.handOver(socket);
  });
}

function isForWebSocket({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && pathOf(url) === '/' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Puts the request back in front of what else came on the connection, without its `Upgrade`. */
function serveAsPlain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('secureConnection', socket);
}
