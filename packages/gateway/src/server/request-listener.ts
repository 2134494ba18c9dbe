import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Eventually } from '@dapikit/chain';
import type { Admission, Visit } from '../limits/admission.js';
import { Refused } from '../limits/meter.js';
import { recovering, whenKnown } from '../json-rpc/eventually.js';
import type { Observer } from '../observe/observer.js';
import { Problem, PROBLEM_TYPE, writeProblem } from '../routes/problem.js';
import type { Route, RouteAnswer, RouteContext, RouteHandler } from '../routes/route.js';
import { readBody } from './body.js';
import { CORS, PREFLIGHT } from './cors.js';
import type { Reply } from './direct-reply.js';
import { isEncrypted } from './one-port-server.js';
import { ReadRequest } from './read-request.js';
import {
  bodyTooLarge,
  HOST_MISSING,
  HTTPS_REQUIRED,
  INTERNAL_ERROR,
  methodNotAllowed,
  pathNotFound,
  UNSUPPORTED_ENCODING,
  type Refusal,
} from './refusals.js';
import { createRequestIds } from './request-id.js';
import type { ServeAgain } from './repeated-head.js';
import { pathOf } from './request-target.js';

/** What the HTTP side of the gateway may be told. */
export interface RequestListenerOptions {
  readonly routes: readonly Route[];
  readonly context: RouteContext;
  readonly observer: Observer;
  /** Who lets clients in, and limits them; `undefined` where everybody may do everything. */
  readonly admission: Admission | undefined;
  readonly allowPlainHttp: boolean;
  /** How long a client may take nothing of an answer that waits for it, in milliseconds. */
  readonly idleTimeout: number;
  /** Whether the connection of an answer is closed after it. */
  readonly isLast: (reply: Reply) => boolean;
}

/** Serves requests. */
export interface RequestListener {
  /** @param isBodyHeldBack whether the client waits to be told to send the body (RFC 9110, section 10.1.1) */
  readonly serve: (request: IncomingMessage, response: ServerResponse, isBodyHeldBack: boolean) => void;
  readonly serveAgain: ServeAgain;
}

const JSON_TEXT = 'application/json';
const NO_HEADERS: readonly string[] = [];

/** A route as one gateway serves it. */
interface Served {
  readonly route: Route;
  readonly handle: RouteHandler;
  readonly maxBodyBytes: number;
  readonly tooLarge: Refusal;
}

/** A path, and what it serves by verb. */
interface Path {
  readonly path: string;
  readonly errors: Route['errors'];
  readonly byMethod: ReadonlyMap<string, Served>;
  /** The answer to other verbs; absent where the path is not told of. */
  readonly notAllowed: Refusal | undefined;
}

/** What a request is for, as far as its head says. */
interface Look {
  readonly path: Path | undefined;
  readonly served: Served | undefined;
  readonly visit: Visit | undefined;
  readonly refusal: Refusal | undefined;
}

/** Serves HTTP requests by a table of routes. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { routes, context, admission, observer, allowPlainHttp, idleTimeout, isLast } = options;
  const { log } = context;
  const requestIdOf = createRequestIds();
  const paths = openPaths(routes, context);
  const notFound = pathNotFound(
    [...paths.values()].filter((path) => path.notAllowed !== undefined).map(({ path }) => path),
  );

  return { serve, serveAgain };

  function serve(request: IncomingMessage, response: ServerResponse, isBodyHeldBack: boolean): void {
    const requestId = requestIdOf(request.headers['x-request-id']);
    if (log.isLevelEnabled('debug')) logWhenAnswered(response, requestId);
    if (request.method === 'OPTIONS') {
      write(response, requestId, 200, PREFLIGHT);
      response.end();
      return;
    }
    const { path, served, visit, refusal } = look(request);
    if (refusal !== undefined || served === undefined) {
      if (refusal?.status !== 429) visit?.chargeRefused();
      refuse(request, response, requestId, refusal ?? notFound, path, isBodyHeldBack);
      return;
    }
    if (isBodyHeldBack) response.writeContinue();
    readBody(request, served.maxBodyBytes, (body) => {
      if (body === undefined) {
        visit?.chargeRefused();
        refuse(request, response, requestId, served.tooLarge, path, false);
      } else answer(served, body, response, requestId, visit);
    });
  }

  function serveAgain(request: IncomingMessage, body: Buffer, reply: Reply): boolean {
    const { served, visit, refusal } = look(request);
    if (refusal !== undefined || served === undefined) return false;
    const requestId = requestIdOf(request.headers['x-request-id']);
    if (log.isLevelEnabled('debug')) logWhenAnswered(reply, requestId);
    answer(served, body, reply, requestId, visit);
    return true;
  }

  /** Who asks for what, and why it is refused. */
  function look(request: IncomingMessage): Look {
    const { url = '', method = '' } = request;
    const path = paths.get(url === '/' ? url : pathOf(url));
    const there = path?.byMethod.get(method);
    const served = there?.route.isFor?.(request) === false ? undefined : there;
    const visit = admission?.admit(request, served?.route.isPublic !== true);
    const refusal =
      refusalOf(request) ??
      visit?.refusal ??
      (path === undefined ? notFound : undefined) ??
      (served === undefined
        ? path?.notAllowed
        : (served.route.access?.(request) ?? bodyRefusalOf(request, served)));
    return { path, served, visit, refusal };
  }

  function answer(
    { route, handle }: Served,
    body: Buffer,
    response: Reply,
    requestId: string,
    visit: Visit | undefined,
  ): void {
    const { cost = 1 } = route;
    const handled = (): Eventually<RouteAnswer> => handle(new ReadRequest(response, body, requestId, visit));
    const sent = observer.request(route.path, response.req.headers, (ended) =>
      recovering(
        () =>
          whenKnown(
            cost === 'by-call' || visit === undefined ? handled() : whenKnown(visit.charge(cost), handled),
            (known) => {
              send(known, response, requestId, visit);
              ended(known.status);
            },
          ),
        (error) => {
          if (error instanceof Problem) sendProblem(error, response, requestId, visit);
          else if (error instanceof Refused) sendRefusal(error, route.errors, response, requestId);
          else fail(route, response, requestId, error);
          ended(statusOf(error));
        },
      ),
    );
    void sent;
  }

  function send(
    { status, headers, body, type }: RouteAnswer,
    response: Reply,
    requestId: string,
    visit: Visit | undefined,
  ): void {
    const limits = visit?.headers ?? NO_HEADERS;
    const isPlain = headers.length + limits.length === 0;
    write(response, requestId, status, isPlain ? CORS : [...CORS, ...headers, ...limits], body, type);
    response.end(body);
    const { socket } = response.req;
    if (socket.writableNeedDrain) socket.setTimeout(idleTimeout);
  }

  function sendProblem(
    { status, message, data }: Problem,
    response: Reply,
    requestId: string,
    visit: Visit | undefined,
  ): void {
    const body = writeProblem(status, message, data);
    write(response, requestId, status, [...CORS, ...(visit?.headers ?? NO_HEADERS)], body, PROBLEM_TYPE);
    response.end(body);
  }

  /** Refuses a request that was read. */
  function sendRefusal(
    { refusal, answer }: Refused,
    errors: Route['errors'],
    response: Reply,
    requestId: string,
  ): void {
    const [body, type] = errors === 'problem' ? formOf(refusal, errors) : [answer ?? refusal.body, JSON_TEXT];
    write(response, requestId, refusal.status, [...CORS, ...refusal.headers], body, type);
    response.end(body);
  }

  function refusalOf({ headers, httpVersion, socket }: IncomingMessage): Refusal | undefined {
    if (!allowPlainHttp && !isEncrypted(socket)) return HTTPS_REQUIRED;
    if (headers.host === undefined && httpVersion === '1.1') return HOST_MISSING;
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
    refusal: Refusal,
    path: Path | undefined,
    isBodyHeldBack: boolean,
  ): void {
    const { status, headers } = refusal;
    observer.request(path?.path ?? 'other', request.headers, (ended) => ended(status));
    const [body, type] = formOf(refusal, path?.errors);
    if (isBodyHeldBack) {
      write(response, requestId, status, [...CORS, ...headers, 'connection', 'close'], body, type);
      response.end(body);
      return;
    }
    write(response, requestId, status, [...CORS, ...headers], body, type);
    response.write(body);
    request.resume().once('end', () => response.end());
  }

  /** Only a mistake in the gateway itself leads here. */
  function fail({ errors }: Route, response: Reply, requestId: string, error: unknown): void {
    log.error({ err: error, requestId }, 'request failed');
    if (errors === 'json-rpc' || response.headersSent) {
      response.destroy();
      return;
    }
    const { status, problem } = INTERNAL_ERROR;
    write(response, requestId, status, CORS, problem, PROBLEM_TYPE);
    response.end(problem);
  }

  function write(
    response: Reply,
    requestId: string,
    status: number,
    headers: readonly string[],
    body?: string | Buffer,
    type = JSON_TEXT,
  ): void {
    const lines = ['x-request-id', requestId, ...headers];
    if (body !== undefined) {
      lines.push('content-type', type, 'content-length', String(Buffer.byteLength(body)));
    }
    if (isLast(response)) lines.push('connection', 'close');
    response.writeHead(status, lines);
  }

  function logWhenAnswered(response: Reply, requestId: string): void {
    const started = performance.now();
    response.once('close', () => {
      const milliseconds = performance.now() - started;
      log.debug({ requestId, status: response.statusCode, milliseconds }, 'request');
    });
  }
}

function formOf(refusal: Refusal, errors: Route['errors'] | undefined): [body: string, type: string] {
  return errors === 'problem' ? [refusal.problem, PROBLEM_TYPE] : [refusal.body, JSON_TEXT];
}

/** The HTTP status that what was thrown is answered with. */
function statusOf(error: unknown): number {
  if (error instanceof Refused) return error.refusal.status;
  return error instanceof Problem ? error.status : INTERNAL_ERROR.status;
}

/** Opens the routes for one gateway, by path and verb. */
function openPaths(routes: readonly Route[], context: RouteContext): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>();
  for (const path of new Set(routes.map((route) => route.path))) {
    const byMethod = new Map<string, Served>();
    const ofPath = routes.filter((route) => route.path === path);
    for (const route of ofPath) {
      const served = serve(route, context);
      byMethod.set(route.method, served);
      if (route.method === 'GET') byMethod.set('HEAD', served);
    }
    const errors = ofPath.every((route) => route.errors === 'json-rpc') ? 'json-rpc' : 'problem';
    const told = [...byMethod].filter(([, { route }]) => route.isFor === undefined).map(([verb]) => verb);
    const notAllowed = told.length === 0 ? undefined : methodNotAllowed(told);
    paths.set(path, { path, errors, byMethod, notAllowed });
  }
  return paths;
}

function serve(route: Route, context: RouteContext): Served {
  const { settings } = context;
  const maxBodyBytes = route.body?.maxBytes(settings) ?? settings.maxBodyBytes;
  const tooLarge = (route.body?.tooLarge ?? bodyTooLarge)(maxBodyBytes);
  return { route, handle: route.open(context), maxBodyBytes, tooLarge };
}

function bodyRefusalOf(
  { headers }: IncomingMessage,
  { route, maxBodyBytes, tooLarge }: Served,
): Refusal | undefined {
  const { body } = route;
  if (body !== undefined && !body.type.test(headers['content-type'] ?? '')) return body.unsupported;
  if (body !== undefined && (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    return UNSUPPORTED_ENCODING;
  return Number(headers['content-length'] ?? 0) > maxBodyBytes ? tooLarge : undefined;
}
