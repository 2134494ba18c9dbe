import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Visit } from '../../admission/limits/admission.js';
import type { ForwardedRequest } from '../../admission/limits/client-address.js';
import { isHandshake } from './handshake.js';
import type { WebSockets } from './web-sockets.js';
import { CONNECT_NOT_ALLOWED, writeRejection } from '../server/client-error.js';
import { afterResponse, type Connections, type HttpConnection } from '../server/connections.js';
import { ContinuedConnection } from '../server/continued-connection.js';
import { isEncrypted } from '../server/one-port-server.js';
import type { Rejection } from '../../base/http/rejections.js';

/** Lists the dependencies of requests for another protocol. */
export interface UpgradeParts {
  readonly connections: Connections;
  readonly allowPlainHttp: boolean;
  /** Says who sends a request; `undefined` where nobody is limited. */
  readonly visitOf: (request: ForwardedRequest) => Visit | undefined;
}

/**
 * Serves requests for another protocol. A WebSocket handshake at `/` opens a WebSocket. Any other `Upgrade` is ignored
 * (RFC 9110, section 7.8): the request is served, in its turn, as if it had none.
 *
 * Node detaches the connection at such a request, and leaves the rest to these listeners. Responses to earlier requests
 * may still be pending on it then: nothing is written before they are done.
 */
export function serveUpgrades(
  http: Server,
  webSockets: WebSockets,
  { connections, allowPlainHttp, visitOf }: UpgradeParts,
): void {
  http.on('upgrade', (request: IncomingMessage, connection: HttpConnection, head: Buffer) => {
    const pending = connections.handOver(connection);
    if (!isHandshake(request) || !(allowPlainHttp || isEncrypted(connection))) {
      const continued = new ContinuedConnection(connection, Buffer.concat([headOf(request), head]));
      afterResponse(pending, () => serveContinued(http, connection, continued));
      return;
    }
    const rejected = webSockets.accept(request, connection, head, pending !== undefined);
    if (rejected !== undefined) rejectInTurn(connection, pending, rejected);
  });
  http.on('connect', (request: IncomingMessage, connection: HttpConnection) => {
    const visit = visitOf(request);
    visit?.spend(1);
    rejectInTurn(connection, connections.handOver(connection), visit?.limited ?? CONNECT_NOT_ALLOWED);
  });
}

function serveContinued(http: Server, former: HttpConnection, continued: ContinuedConnection): void {
  // The response before may have been the last of the connection.
  if (!former.writable) former.destroySoon();
  else {
    former.setTimeout(0);
    http.emit('connection', continued);
  }
}

/** Rejects what Node gave up a connection for, once the response that is pending on it is done, and closes the connection. */
function rejectInTurn(
  connection: HttpConnection,
  pending: ServerResponse | undefined,
  rejection: Rejection,
): void {
  connection.resume();
  afterResponse(pending, () => writeRejection(connection, rejection));
}

/** Gives the head of a request as it came, without its `Upgrade`. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}:${rawHeaders[at + 1]}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
