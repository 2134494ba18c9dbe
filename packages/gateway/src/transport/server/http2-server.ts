import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Visit } from '../../admission/limits/admission.js';
import { isHttp2 } from '../../base/http/head-rejection.js';
import {
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { dropRest } from './drop-rest.js';
import type { PacedConnection } from './paced-connection.js';
import { MAX_LIMITED_REQUESTS } from './pipelines.js';
import type { Timeouts } from '../../settings/settings.js';

/** The streams of a connection. Source: Envoy of dashmate allows 10, which is too few for wallets on one connection. */
const MAX_STREAMS = 128;
const MAX_SESSION_MEMORY_MB = 10;
/** Clients learn it when they connect. A stream with more is reset with ENHANCE_YOUR_CALM, as in other servers on Node: its headers are not decoded. */
const MAX_HEADER_LIST_BYTES = 64 * 1024;
const NGHTTP2_CANCEL = 8;

/**
 * Creates the server for connections that speak HTTP/2: after TLS chose `h2`, or with prior knowledge. Its requests and responses have
 * the interface of those of HTTP/1.1.
 */
export function createHttp2Server({ headersTimeout, requestTimeout, idleTimeout }: Timeouts): Http2Server {
  const server = createServer({
    maxSessionMemory: MAX_SESSION_MEMORY_MB,
    settings: {
      maxConcurrentStreams: MAX_STREAMS,
      maxHeaderListSize: MAX_HEADER_LIST_BYTES,
      enablePush: false,
    },
  });
  server.on('session', (session) => closeWhenIdle(session, idleTimeout, headersTimeout));
  server.on('request', ({ stream }) => {
    const timer = setTimeout(() => stream.close(NGHTTP2_CANCEL), requestTimeout).unref();
    const stop = (): void => clearTimeout(timer);
    stream.once('end', stop);
    stream.once('close', stop);
  });
  return server;
}

/** The connections of sessions. */
const connections = new WeakMap<object, PacedConnection>();

/** Serves HTTP/2 on a connection. */
export function serveHttp2(server: Http2Server, connection: PacedConnection): void {
  server.prependOnceListener('session', (session: ServerHttp2Session) =>
    connections.set(session, connection),
  );
  // Emits 'session' at once.
  server.emit('connection', connection);
}

/** Returns the connection of a session. */
export const connectionOfSession = (session: ServerHttp2Session): PacedConnection | undefined =>
  connections.get(session);

/** Closes a connection without streams: clients with a quiet subscription stay. */
function closeWhenIdle(session: ServerHttp2Session, idleTimeout: number, headersTimeout: number): void {
  let open = 0;
  let timer = setTimeout(close, idleTimeout).unref();
  let cut: NodeJS.Timeout | undefined;
  session.on('stream', (stream) => {
    open += 1;
    clearTimeout(timer);
    stream.once('close', () => {
      open -= 1;
      if (open > 0) return;
      clearTimeout(timer);
      timer = setTimeout(close, idleTimeout).unref();
    });
  });
  session.once('close', () => clearTimeout(timer));
  session.once('close', () => clearTimeout(cut));
  // A connection that fails is closed: its streams report to their requests.
  session.on('error', () => session.destroy());

  function close(): void {
    session.close();
    // The session waits for the end of headers that have begun.
    cut = setTimeout(() => {
      if (open === 0) session.destroy();
    }, headersTimeout).unref();
  }
}

/**
 * Gives a request and its response to a listener of HTTP/1.1, with `:authority` as its `Host`. The compatibility API of
 * node:http2 has the members that listeners use.
 */
export function asHttp1(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): readonly [IncomingMessage, ServerResponse] {
  if (request.authority !== '') request.headers.host ??= request.authority;
  const { session } = request.stream;
  // A stream that is closed already has left its connection.
  const socket = session && connections.get(session);
  if (socket !== undefined) Object.defineProperty(request, 'socket', { value: socket });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return [request, response] as unknown as readonly [IncomingMessage, ServerResponse];
}

/** Returns the connection of a request, the same object for all that come on it. */
export function connectionOf(request: IncomingMessage): object {
  return request.socket;
}

/** Returns whether a response was closed, by its client or at its end. That of HTTP/2 has no `destroyed`. */
export function isClosed(response: ServerResponse): boolean {
  if (!isHttp2(response.req)) return response.destroyed;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in `asHttp1`
  const { stream } = response as unknown as Http2ServerResponse;
  return stream.closed || stream.destroyed;
}

/** ENHANCE_YOUR_CALM, which gRPC clients read as RESOURCE_EXHAUSTED (grpc/doc/PROTOCOL-HTTP2.md). */
export const NGHTTP2_ENHANCE_YOUR_CALM = 11;

/** Cuts a response at once: with its connection, over HTTP/2 only its stream. */
export function cutResponse(response: ServerResponse): void {
  if (!isHttp2(response.req)) {
    response.req.socket.destroy();
    return;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in `asHttp1`
  const { stream } = response as unknown as Http2ServerResponse;
  stream.close(NGHTTP2_ENHANCE_YOUR_CALM);
}

const NGHTTP2_NO_ERROR = 0;

/** Ends a response of HTTP/2 and closes its stream, whatever of its request is unread (RFC 9113, section 8.1). */
export function endStream(response: ServerResponse, body: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in `asHttp1`
  const { stream } = response as unknown as Http2ServerResponse;
  response.end(body, () => stream.close(NGHTTP2_NO_ERROR));
}

/** Maximum of bytes that are read and dropped of the body of a rejected request before its stream is closed, and the time for its client to end it. */
const MAX_DROPPED_STREAM_BYTES = 1024 * 1024;
const UNREAD_STREAM_MS = 500;

/**
 * Drops what a client sends of a request that nobody reads. Its stream is closed once the response is sent, where the client does not end
 * the request soon. A request that ends is read to its end: Node would reset its stream behind the response, and nginx fails the next
 * request on a connection where such a frame comes.
 */
export function leaveUnreadStream(
  request: IncomingMessage,
  response: ServerResponse,
  visit: Visit | undefined,
): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in `asHttp1`
  const { stream } = response as unknown as Http2ServerResponse;
  const reset = (): void => void setImmediate(() => stream.close(NGHTTP2_NO_ERROR));
  // A stream is finished before its trailers are sent, which are lost when it is closed then.
  const close = (): void => {
    if (stream.sentTrailers === undefined) stream.once('wantTrailers', reset);
    else reset();
  };
  const timer = setTimeout(close, UNREAD_STREAM_MS).unref();
  const stop = (): void => clearTimeout(timer);
  stream.once('close', stop);
  dropRest(request, visit, { ended: stop, givenUp: close, maxBytes: MAX_DROPPED_STREAM_BYTES });
}

const limitedStreams = new WeakMap<object, number>();

/** Counts a rejection by the rate limit. After many, the connection of a response takes no more streams. */
export function limitSession(response: ServerResponse): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in `asHttp1`
  const { session } = (response as unknown as Http2ServerResponse).stream;
  if (session === undefined) return;
  const limited = (limitedStreams.get(session) ?? 0) + 1;
  limitedStreams.set(session, limited);
  if (limited === MAX_LIMITED_REQUESTS) session.close();
}

/** Takes no more streams on the connection of a response, which is closed once those that are open end. */
export function closeSession(response: ServerResponse): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in `asHttp1`
  (response as unknown as Http2ServerResponse).stream.session?.close();
}

/** Headers of a connection of HTTP/1.1, which HTTP/2 does not have (RFC 9113, section 8.2.2). */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'upgrade', 'transfer-encoding']);

/** Writes the head of a response, in either version of HTTP. @param lines names and values by turns */
export function writeHead(response: ServerResponse, status: number, lines: string[]): void {
  if (!isHttp2(response.req)) {
    response.writeHead(status, lines);
    return;
  }
  const headers: Record<string, string> = {};
  for (let at = 0; at < lines.length; at += 2) {
    const name = lines[at] ?? '';
    if (!CONNECTION_HEADERS.has(name)) headers[name] = lines[at + 1] ?? '';
  }
  response.writeHead(status, headers);
}
