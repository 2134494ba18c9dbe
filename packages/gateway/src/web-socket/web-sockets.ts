import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type ServerOptions } from 'ws';
import type { Dispatch } from '../json-rpc/dispatch.js';
import type { Admission } from '../limits/admission.js';
import { writeRefusal } from '../server/client-error.js';
import { refusal } from '../server/refusals.js';
import { createRequestIds } from '../server/request-id.js';
import type { GatewaySettings } from '../settings.js';
import { NotificationFrames } from './notification-frames.js';
import { SubscriberCounts, type SubscriberReport } from './subscriber-counts.js';
import { WebSocketConnection } from './web-socket-connection.js';

/** How long a client gets to answer that it is being disconnected. */
const CLOSE_TIMEOUT_MS = 5_000;

const TOO_MANY_REQUESTS = 429;

const MALFORMED_HANDSHAKE = refusal(400, 'Malformed WebSocket handshake', {
  reason: 'malformed-handshake',
  expected: 'a handshake as in RFC 6455, section 4.1',
});

const UNSUPPORTED_VERSION = refusal(
  426,
  'Expected WebSocket version 13',
  { reason: 'unsupported-websocket-version', expected: '13' },
  ['sec-websocket-version', '13'],
);

const ORIGIN_NOT_ALLOWED = refusal(403, 'Origin not allowed', {
  reason: 'origin-not-allowed',
  expected: 'an origin of the setting `ws-origins`',
});

const SHUTTING_DOWN = refusal(503, 'The gateway is shutting down', {
  reason: 'shutting-down',
  mend: 'Connect again.',
});

/** The WebSockets of a gateway. */
export interface WebSockets {
  /** Makes a WebSocket of a connection whose client asks for one, or refuses. Gives whether the connection is one now. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Who is there, for the metrics. */
  report(): SubscriberReport;
  /** Goes on with other settings and limits: for connections that come from now on. */
  reconfigure(settings: GatewaySettings, admission: Admission | undefined): void;
  /** Answers what is in flight, then closes every one of them. */
  close(): void;
}

/** What the WebSockets of a gateway stand on. */
export interface WebSocketParts {
  readonly dispatch: Dispatch;
  readonly settings: GatewaySettings;
  readonly log: Logger;
  /** Who lets clients in, and limits them; `undefined` where everybody may do everything. */
  readonly admission: Admission | undefined;
}

/** Opens the WebSockets of a gateway. */
export function openWebSockets({ dispatch, log, ...initial }: WebSocketParts): WebSockets {
  let { settings, admission } = initial;
  let server = handshakes(settings);
  const connections = new Set<WebSocketConnection>();
  const requestIdOf = createRequestIds();
  const nextRequestId = (): string => requestIdOf(undefined);
  const counts = new SubscriberCounts();
  let parts = { dispatch, settings, frames: new NotificationFrames(), counts, log, nextRequestId };
  let heartbeat = beat();
  let isClosing = false;

  return {
    accept: (request, socket, head) => {
      // What comes over the connection is charged to who opened it.
      const visit = admission?.admit(request, true);
      const refused = visit?.refusal ?? refusalOf(request);
      if (refused) {
        if (refused.status !== TOO_MANY_REQUESTS) visit?.chargeRefused();
        writeRefusal(socket, refused);
        return false;
      }
      let isAccepted = false;
      server.handleUpgrade(request, socket, head, (webSocket) => {
        isAccepted = true;
        const connection = new WebSocketConnection(webSocket, socket, parts, visit);
        connections.add(connection);
        webSocket.on('close', () => connections.delete(connection));
      });
      return isAccepted;
    },
    report: () => {
      const { subscriptions, notifications, closes } = counts;
      return { connections: connections.size, subscriptions, notifications, closes };
    },
    reconfigure: (next, nextAdmission) => {
      settings = next;
      admission = nextAdmission;
      server = handshakes(settings);
      parts = { ...parts, settings };
      clearInterval(heartbeat);
      heartbeat = beat();
    },
    close: () => {
      isClosing = true;
      clearInterval(heartbeat);
      for (const connection of connections) connection.leave();
    },
  };

  function beat(): NodeJS.Timeout {
    return setInterval(() => {
      for (const connection of connections) connection.beat();
    }, settings.pingInterval).unref();
  }

  function refusalOf({ headers }: IncomingMessage): typeof SHUTTING_DOWN | undefined {
    if (isClosing) return SHUTTING_DOWN;
    const { origin } = headers;
    const { webSocketOrigins } = settings;
    if (origin !== undefined && webSocketOrigins !== 'any' && !webSocketOrigins.includes(origin)) {
      return ORIGIN_NOT_ALLOWED;
    }
    return headers['sec-websocket-version'] === '13' ? undefined : UNSUPPORTED_VERSION;
  }
}

/** Makes WebSockets of connections. */
function handshakes({ maxBodyBytes }: GatewaySettings): WebSocketServer {
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxBodyBytes,
    closeTimeout: CLOSE_TIMEOUT_MS,
  };
  const server = new WebSocketServer(options);
  server.on('wsClientError', (_, socket) => writeRefusal(socket, MALFORMED_HANDSHAKE));
  return server;
}
