import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Answer, Dispatch } from '../json-rpc/dispatch.js';
import { recovering, whenKnown } from '../json-rpc/eventually.js';
import type { Method } from '../methods/method.js';
import { readBody } from './body.js';
import { CORS, PREFLIGHT } from './cors.js';
import { isEncrypted } from './one-port-server.js';
import {
  bodyTooLarge,
  HOST_MISSING,
  HTTPS_REQUIRED,
  METHOD_NOT_ALLOWED,
  PATH_NOT_FOUND,
  UNSUPPORTED_ENCODING,
  UNSUPPORTED_MEDIA_TYPE,
  type Refusal,
} from './refusals.js';
import { createRequestIds } from './request-id.js';

/** What the HTTP side of the gateway may be told. */
export interface RequestListenerOptions {
  readonly dispatch: Dispatch;
  readonly maxBodyBytes: number;
  readonly allowPlainHttp: boolean;
  /** How long a client may take nothing of an answer that waits for it, in milliseconds. */
  readonly idleTimeout: number;
  readonly log: Logger;
  /** Whether the connection of a response is closed after it. */
  readonly isLast: (response: ServerResponse) => boolean;
}

/**
 * Serves a request.
 * @param isBodyHeldBack whether the client waits to be told to send the body (RFC 9110, section 10.1.1)
 */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  isBodyHeldBack: boolean,
) => void;

const JSON_TYPE = /^application\/(?:json|[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;
/** The path `/`, with or without a query, also behind a scheme and host (RFC 9112, section 3.2.2). */
const ROOT = /^(?:https?:\/\/[^/?#]*)?(?:\/?(?:\?|$))/i;

/** What stands for a body that is not UTF-8: JSON text is (RFC 8259, section 8.1), so this is a parse error as well. */
const NOT_JSON = '\ufffd';

/** Turns HTTP requests into JSON-RPC requests: `POST /` with a JSON body, and nothing else. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { dispatch, maxBodyBytes, allowPlainHttp, idleTimeout, log, isLast } = options;
  const requestIdOf = createRequestIds();
  const tooLarge = bodyTooLarge(maxBodyBytes);
  const deprecationsLogged = new Set<string>();

  return (request, response, isBodyHeldBack) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    if (log.isLevelEnabled('debug')) logWhenAnswered(response, requestId);
    if (request.method === 'OPTIONS') {
      write(response, requestId, 200, PREFLIGHT);
      response.end();
      return;
    }
    const refusal = refusalOf(request);
    if (refusal) {
      refuse(request, response, requestId, refusal, isBodyHeldBack);
      return;
    }
    if (isBodyHeldBack) response.writeContinue();
    readBody(request, maxBodyBytes, (body) => {
      if (body === undefined) refuse(request, response, requestId, tooLarge, false);
      else answer(body, response, requestId);
    });
  };

  function answer(body: Buffer, response: ServerResponse, requestId: string): void {
    const text = isUtf8(body) ? body.toString() : NOT_JSON;
    const sent = recovering(
      () => whenKnown(dispatch(text, requestId), (known) => send(known, response, requestId)),
      (error) => fail(response, requestId, error),
    );
    void sent;
  }

  function send({ body: text, deprecated }: Answer, response: ServerResponse, requestId: string): void {
    const headers = deprecated.length > 0 ? [...CORS, ...deprecationHeaders(deprecated)] : CORS;
    if (text === undefined) write(response, requestId, 204, headers);
    else write(response, requestId, 200, headers, text);
    response.end(text);
    const { socket } = response.req;
    if (socket.writableNeedDrain) socket.setTimeout(idleTimeout);
  }

  function refusalOf({
    url = '',
    method,
    headers,
    httpVersion,
    socket,
  }: IncomingMessage): Refusal | undefined {
    if (!allowPlainHttp && !isEncrypted(socket)) return HTTPS_REQUIRED;
    if (headers.host === undefined && httpVersion === '1.1') return HOST_MISSING;
    if (url !== '/' && !ROOT.test(url)) return PATH_NOT_FOUND;
    if (method !== 'POST') return METHOD_NOT_ALLOWED;
    if (!JSON_TYPE.test(headers['content-type'] ?? '')) return UNSUPPORTED_MEDIA_TYPE;
    if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return UNSUPPORTED_ENCODING;
    if (Number(headers['content-length'] ?? 0) > maxBodyBytes) return tooLarge;
    return undefined;
  }

  /**
   * Refuses a request whose body may still be on its way. The answer goes out at once and ends when all of the body was
   * read and dropped: a connection that is closed before that can be reset, and the client never reads the answer.
   */
  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    { status, headers, body }: Refusal,
    isBodyHeldBack: boolean,
  ): void {
    if (isBodyHeldBack) {
      write(response, requestId, status, [...CORS, ...headers, 'connection', 'close'], body);
      response.end(body);
      return;
    }
    write(response, requestId, status, [...CORS, ...headers], body);
    response.write(body);
    request.resume().once('end', () => response.end());
  }

  /** Only a mistake in the gateway itself leads here. */
  function fail(response: ServerResponse, requestId: string, error: unknown): void {
    log.error({ err: error, requestId }, 'request failed');
    response.destroy();
  }

  function write(
    response: ServerResponse,
    requestId: string,
    status: number,
    headers: readonly string[],
    body?: string,
  ): void {
    const lines = ['x-request-id', requestId, ...headers];
    if (body !== undefined) {
      lines.push('content-type', 'application/json', 'content-length', String(Buffer.byteLength(body)));
    }
    if (isLast(response)) lines.push('connection', 'close');
    response.writeHead(status, lines);
  }

  function deprecationHeaders(methods: readonly Method[]): string[] {
    const dates: number[] = [];
    for (const { name, deprecated } of methods) {
      if (deprecated === undefined) continue;
      dates.push(deprecated.date);
      if (deprecationsLogged.has(name)) continue;
      deprecationsLogged.add(name);
      log.warn({ method: name, ...deprecated }, 'deprecated method called');
    }
    return ['deprecation', `@${Math.min(...dates)}`];
  }

  function logWhenAnswered(response: ServerResponse, requestId: string): void {
    const started = performance.now();
    response.once('close', () => {
      const milliseconds = performance.now() - started;
      log.debug({ requestId, status: response.statusCode, milliseconds }, 'request');
    });
  }
}
