import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { WebSocketServer, type ServerOptions } from 'ws';
import type { Dispatch } from '../../json-rpc/dispatch/dispatch.js';
import type { Admission } from '../../admission/limits/admission.js';
import type { OpenRequests } from '../../admission/limits/open-requests.js';
import type { ForwardedRequest } from '../../admission/limits/client-address.js';
import { writeRejection } from '../server/client-error.js';
import type { HttpConnection } from '../server/connections.js';
import { PacedConnection, PIECE_BYTES } from '../server/paced-connection.js';
import type { TurnQueue } from '../server/turn-queue.js';
import { createRejection, type Rejection } from '../../base/http/rejections.js';
import { createRequestIds } from '../../base/http/request-id.js';
import type { GatewaySettings } from '../../settings/settings.js';
import { NotificationFrames } from './notification-frames.js';
import { SubscriberCounts, type SubscriberReport } from '../../base/observe/subscriber-counts.js';
import { WebSocketConnection, type ConnectionParts } from './web-socket-connection.js';

/** Time for a client to respond to its disconnection. */
const CLOSE_TIMEOUT_MS = 5_000;

const MALFORMED_HANDSHAKE = createRejection(400, 'Malformed WebSocket handshake', {
  reason: 'malformed-handshake',
  expected: 'a handshake as in RFC 6455, section 4.1',
});

const HANDSHAKE_IN_ADVANCE = createRejection(
  400,
  'WebSocket handshake sent before the response to an earlier request',
  {
    reason: 'handshake-in-advance',
    expected: 'a handshake after the responses to all earlier requests of the connection',
  },
);

const ORIGIN_NOT_ALLOWED = createRejection(403, 'Origin not allowed', {
  reason: 'origin-not-allowed',
  expected: 'an origin of the setting `ws-origins`',
});

const SHUTTING_DOWN = createRejection(503, 'The gateway is shutting down', {
  reason: 'shutting-down',
  fix: 'Connect again.',
});

/** Describes the WebSockets of a gateway. */
export interface WebSockets {
  /**
   * Makes a WebSocket of a connection that sent a valid handshake.
   * @param isInAdvance whether responses to earlier requests are pending on the connection
   * @returns why not; `undefined` where the connection is dealt with
   */
  accept(
    request: IncomingMessage,
    socket: HttpConnection,
    head: Buffer,
    isInAdvance: boolean,
  ): Rejection | undefined;
  /** Returns the subscribers, for the metrics. */
  report(): SubscriberReport;
  /** Goes on with other settings for connections that come from now on, and other limits and API keys for all. */
  reconfigure(settings: GatewaySettings, admission: Admission | undefined): void;
  /** Answers pending calls, then closes all connections. */
  close(): void;
}

/** Lists the dependencies of the WebSockets of a gateway. */
export interface WebSocketParts {
  readonly dispatch: Dispatch;
  readonly settings: GatewaySettings;
  readonly log: Logger;
  /** Admits clients and limits them; `undefined` where all clients may do everything. */
  readonly admission: Admission | undefined;
  /** Counts what clients hold open. */
  readonly openRequests: OpenRequests;
  /** Starts what clients cause in turns of the event loop. */
  readonly turns: TurnQueue;
  /** Returns whether the sender of a handshake may use the unsigned controls. */
  readonly mayControl: (request: IncomingMessage) => boolean;
}

/** Open connections, each with what its client was admitted by. */
type Handshakes = Map<WebSocketConnection, ForwardedRequest>;

/** Opens the WebSockets of a gateway. */
export function openWebSockets(given: WebSocketParts): WebSockets {
  let { settings, admission } = given;
  let server = handshakes(settings);
  const connections: Handshakes = new Map();
  const requestIdOf = createRequestIds();
  const nextRequestId = (): string => requestIdOf(undefined);
  const counts = new SubscriberCounts();
  let parts: ConnectionParts = { ...given, frames: new NotificationFrames(), counts, nextRequestId };
  let heartbeat = beat();
  let isClosing = false;

  return {
    accept: (request, socket, head, isInAdvance) => {
      // What comes over the connection is charged to who opened it.
      const visit = admission?.admit(request, true);
      const rejected =
        visit?.rejection ??
        (isClosing ? SHUTTING_DOWN : originRejection(request, settings)) ??
        (isInAdvance ? HANDSHAKE_IN_ADVANCE : undefined);
      visit?.spend(1);
      if (rejected) return rejected;
      const client = { visit, mayControl: given.mayControl(request) };
      const paced = new PacedConnection(socket, given.turns);
      server.handleUpgrade(request, paced, head, (webSocket) => {
        const connection = new WebSocketConnection(webSocket, { socket, paced }, parts, client);
        const { remoteAddress } = request.socket;
        connections.set(connection, { headers: request.headers, socket: { remoteAddress } });
        webSocket.on('close', () => connections.delete(connection));
      });
      return undefined;
    },
    report: () => {
      const { subscriptions, notifications, closes } = counts;
      return { connections: connections.size, subscriptions, notifications, closes };
    },
    reconfigure: (next, nextAdmission) => {
      settings = next;
      if (admission !== nextAdmission) readmit(connections, nextAdmission);
      admission = nextAdmission;
      server = handshakes(settings);
      parts = { ...parts, settings };
      clearInterval(heartbeat);
      heartbeat = beat();
    },
    close: () => {
      isClosing = true;
      clearInterval(heartbeat);
      for (const connection of connections.keys()) connection.leave();
    },
  };

  function beat(): NodeJS.Timeout {
    return setInterval(() => {
      for (const connection of connections.keys()) connection.beat();
    }, settings.pingInterval).unref();
  }
}

/** Charges open connections on other limits, and closes those whose API key is not valid any more. */
function readmit(connections: Handshakes, admission: Admission | undefined): void {
  for (const [connection, handshake] of connections) {
    const visit = admission?.admit(handshake, true);
    connection.chargeOn(visit);
    if (visit?.unauthorized !== undefined) connection.reject();
  }
}

function originRejection(
  { headers: { origin } }: IncomingMessage,
  { webSocketOrigins }: GatewaySettings,
): Rejection | undefined {
  const isAllowed = origin === undefined || webSocketOrigins === 'any' || webSocketOrigins.includes(origin);
  return isAllowed ? undefined : ORIGIN_NOT_ALLOWED;
}

/** Limits the fragments of a message: each takes some hundred bytes of memory, however short it is. The client is disconnected beyond (1008). */
const MAX_FRAGMENTS = 1024;

/** Makes WebSockets of connections. */
function handshakes({ maxBodyBytes }: GatewaySettings): WebSocketServer {
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // One message or ping a turn of the event loop: a packet may have thousands.
    allowSynchronousEvents: false,
    maxPayload: maxBodyBytes,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: Math.ceil(maxBodyBytes / PIECE_BYTES) + MAX_FRAGMENTS,
    closeTimeout: CLOSE_TIMEOUT_MS,
  };
  const server = new WebSocketServer(options);
  server.on('wsClientError', (_, socket) => writeRejection(socket, MALFORMED_HANDSHAKE));
  return server;
}
