import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Eventually } from '@dapikit/chain';
import type { Admission, Visit } from '../../admission/limits/admission.js';
import { CLIENT_FULL, OpenRequest, type OpenRequests } from '../../admission/limits/open-requests.js';
import { RequestRejectedError } from '../../admission/limits/meter.js';
import { sizeCost } from '../../admission/limits/size-cost.js';
import { recovering, whenKnown } from '../../base/messages/eventually.js';
import type { Observer } from '../../base/observe/observer.js';
import { ProblemError } from '../../base/http/problem-error.js';
import type { Route, RouteAnswer, RouteContext } from '../../http-api/routes/route.js';
import { readBody, type BodyExcess } from './body.js';
import { excessRejection, isLeftUnread } from './body-rejection.js';
import { maxConnectionBytes } from './connection-share.js';
import { CORS, PREFLIGHT } from '../../base/http/cors.js';
import { headRejection, isHttp2 } from '../../base/http/head-rejection.js';
import { ExchangeWriter, formOf, TOO_MANY_REQUESTS, type Exchange } from './exchange-writer.js';
import { closeSession, connectionOf, endStream, isClosed, limitSession } from './http2-server.js';
import { isEncrypted } from './one-port-server.js';
import { bodyRejectionOf, NO_HEADERS, openPaths, type Path, type Served } from './path-table.js';
import type { Pipelines } from './pipelines.js';
import { ReadRequest } from './read-request.js';
import type { TurnQueue } from './turn-queue.js';
import { declaredBytes, rejectUnread } from './unread-request.js';
import { HTTPS_REQUIRED, INTERNAL_ERROR, pathNotFound, type Rejection } from '../../base/http/rejections.js';
import { createRequestIds } from '../../base/http/request-id.js';
import { pathOf } from '../../base/http/request-target.js';

/** Lists the options of the HTTP side of the gateway. */
export interface RequestListenerOptions {
  readonly routes: readonly Route[];
  readonly context: RouteContext;
  readonly observer: Observer;
  /** Admits clients and limits them; `undefined` where all clients may do everything. */
  readonly admission: Admission | undefined;
  /** Counts what clients hold open. */
  readonly openRequests: OpenRequests;
  /** Returns why a request is rejected on every path; absent where nothing but the route decides. */
  readonly access?: (request: IncomingMessage) => Rejection | undefined;
  /** True if pages of all origins may read the responses of routes that are not for their own origin only. */
  readonly isForAllOrigins: boolean;
  readonly allowPlainHttp: boolean;
  /** The bytes of responses that may wait for a client. */
  readonly maxBufferedBytes: number;
  /** Returns whether the connection of a response is closed after it. */
  readonly isLast: (response: ServerResponse) => boolean;
  /** Starts what requests cause in turns of the event loop. */
  readonly turns: TurnQueue;
  /** The pipelined requests of the connections, also of those that others serve. */
  readonly pipelines: Pipelines;
}

/** Serves requests. */
export interface RequestListener {
  /** @param expectsContinue whether the client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1) */
  readonly serve: (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => void;
}

/** Beginnings of paths that evo-sdk sends where its URL of the quorums ends with a slash. */
const REPEATED_SLASHES = /^\/{2,}/;

/** A request that is rejected before its body was read. */
interface RejectedRequest {
  readonly requestId: string;
  readonly rejection: Rejection;
  readonly path?: Path | undefined;
  readonly visit: Visit | undefined;
  readonly expectsContinue?: boolean;
}

/** A request whose body is read. */
interface BegunRequest {
  readonly requestId: string;
  readonly served: Served;
  readonly path: Path | undefined;
  readonly visit: Visit | undefined;
  readonly open: OpenRequest;
}

/** A body, or why it was read no further. */
interface ReadBody {
  readonly body: Buffer | BodyExcess;
  /** The work for what came, and what the client could pay of it when the request began, in bytes. */
  readonly work: number;
  readonly maxWork: number;
}

/** Describes the target of the head of a request. */
interface Lookup {
  readonly path: Path | undefined;
  readonly served: Served | undefined;
  readonly visit: Visit | undefined;
  readonly rejection: Rejection | undefined;
}

/** Serves HTTP requests by a table of routes. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const listener = new RouteListener(options);
  return {
    serve: (request, response, expectsContinue) => listener.serve(request, response, expectsContinue),
  };
}

/** Serves the requests of one listener. */
class RouteListener {
  readonly #admission: Admission | undefined;
  readonly #openRequests: OpenRequests;
  readonly #observer: Observer;
  readonly #access: RequestListenerOptions['access'];
  readonly #allowPlainHttp: boolean;
  readonly #log: RouteContext['log'];
  readonly #writer: ExchangeWriter;
  readonly #pipelines: Pipelines;
  readonly #turns: TurnQueue;
  readonly #requestIdOf = createRequestIds();
  readonly #listenerCors: readonly string[];
  readonly #paths: ReadonlyMap<string, Path>;
  readonly #root: Path | undefined;
  readonly #notFound: Rejection;

  constructor(options: RequestListenerOptions) {
    this.#admission = options.admission;
    this.#openRequests = options.openRequests;
    this.#observer = options.observer;
    this.#access = options.access;
    this.#allowPlainHttp = options.allowPlainHttp;
    this.#pipelines = options.pipelines;
    this.#turns = options.turns;
    this.#log = options.context.log;
    this.#writer = new ExchangeWriter({ ...options, log: options.context.log });
    this.#listenerCors = options.isForAllOrigins ? CORS : NO_HEADERS;
    this.#paths = openPaths(options.routes, options.context, this.#listenerCors);
    this.#root = this.#paths.get('/');
    const listed = [...this.#paths.values()].filter((path) => path.notAllowed !== undefined);
    this.#notFound = pathNotFound(listed.map(({ path }) => path));
  }

  serve(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    if (!this.#pipelines.admit(request, response)) return;
    const requestId = this.#requestIdOf(request.headers['x-request-id']);
    if (this.#log.isLevelEnabled('debug')) this.#logWhenAnswered(response, requestId);
    const isPreflight =
      request.method === 'OPTIONS' && (this.#pathFor(request)?.cors ?? this.#listenerCors).length > 0;
    if (isPreflight && headRejection(request) === undefined) {
      const visit = this.#admission?.admit(request, false);
      // Only the limit applies to a preflight: it has no key.
      const limited = visit?.rejectionOf(1);
      if (limited !== undefined) {
        this.#reject(response, { requestId, rejection: limited, visit, expectsContinue });
        return;
      }
      visit?.spend(1);
      this.#writer.sendHeaders({ response, requestId, visit, cors: NO_HEADERS }, 200, PREFLIGHT);
      return;
    }
    const { path, served, visit, rejection } = this.#lookUp(request);
    const open =
      rejection ??
      (served === undefined ? this.#notFound : this.#openRequests.begin(visit, declaredBytes(request)));
    if (!(open instanceof OpenRequest) || served === undefined) {
      if (rejection !== undefined || served === undefined) visit?.spend(1);
      this.#reject(response, {
        requestId,
        rejection: open instanceof OpenRequest ? this.#notFound : open,
        path,
        visit,
        expectsContinue,
      });
      return;
    }
    if (expectsContinue) response.writeContinue();
    this.#read(request, response, { requestId, served, path, visit, open });
  }

  #read(request: IncomingMessage, response: ServerResponse, begun: BegunRequest): void {
    const { served, visit, open } = begun;
    const { maxBodyBytes: maxBytes } = served;
    const maxWork = visit?.maxBodyBytes ?? Infinity;
    const connection = {
      connection: connectionOf(request),
      maxConnectionBytes: maxConnectionBytes(maxBytes),
    };
    readBody(
      request,
      { maxBytes, maxWork, open },
      {
        done: (body, work) =>
          this.#turns.start(request.socket, () => this.#serve({ body, work, maxWork }, response, begun)),
        aborted: (work) => visit?.spend(1 + sizeCost(work)),
      },
      isHttp2(request) ? connection : undefined,
    );
  }

  /** Serves a request that was read, or read no further. */
  #serve(
    { body, work, maxWork }: ReadBody,
    response: ServerResponse,
    { requestId, served, path, visit, open }: BegunRequest,
  ): void {
    if (this.#pipelines.isBehindLast(response)) {
      open.end();
      return;
    }
    if (isClosed(response)) {
      // Its client disconnected while it waited, and pays for what was read.
      open.end();
      visit?.spend(1 + sizeCost(work));
      return;
    }
    if (Buffer.isBuffer(body)) {
      visit?.spend(sizeCost(work) - sizeCost(body.length));
      this.#answer(body, response, { requestId, served, path, visit, open });
      return;
    }
    const cost = 1 + sizeCost(work);
    const limited = work > maxWork ? visit?.rejectionOf(cost) : undefined;
    visit?.spend(cost);
    this.#reject(response, {
      requestId,
      rejection: limited ?? excessRejection(body, served.tooLarge),
      path,
      visit,
    });
  }

  #pathFor({ url = '' }: IncomingMessage): Path | undefined {
    return url === '/' ? this.#root : this.#paths.get(pathOf(url).replace(REPEATED_SLASHES, '/'));
  }

  /** Looks up the path, the route and the client of a request, and why it is rejected. */
  #lookUp(request: IncomingMessage): Lookup {
    const { method = '' } = request;
    const path = this.#pathFor(request);
    const there = path?.byMethod.get(method);
    const served = there?.route.isFor?.(request) === false ? undefined : there;
    const visit = this.#admission?.admit(request, served?.route.isPublic !== true);
    const rejection =
      visit?.limited ??
      this.#rejectionOf(request) ??
      visit?.rejection ??
      (path === undefined ? this.#notFound : undefined) ??
      (served === undefined
        ? path?.notAllowed
        : (served.route.access?.(request) ??
          bodyRejectionOf(request, served) ??
          visit?.rejectionOf(1 + sizeCost(declaredBytes(request)))));
    return { path, served, visit, rejection };
  }

  #answer(body: Buffer, response: ServerResponse, { requestId, served, visit, open }: BegunRequest): void {
    const { route, handle, cors: routeCors } = served;
    const { cost = 1 } = route;
    open.charged();
    const cors = isCorsNeeded(response.req) ? routeCors : NO_HEADERS;
    const exchange: Exchange = { response, requestId, visit, cors };
    const handled = (): Eventually<RouteAnswer> => handle(new ReadRequest(response, body, requestId, visit));
    const sent = this.#observer.request(route.path, response.req.headers, (ended) =>
      recovering(
        () =>
          whenKnown(
            cost === 'by-call' || visit === undefined
              ? handled()
              : whenKnown(visit.charge(cost + sizeCost(body.length)), handled),
            (known) => {
              open.end();
              this.#writer.send(exchange, known);
              ended(known.status);
            },
          ),
        (error) => {
          open.end();
          if (error instanceof ProblemError) this.#writer.sendProblem(exchange, error);
          else if (error instanceof RequestRejectedError)
            this.#writer.sendRejection(exchange, error, route.errors);
          else this.#writer.fail(exchange, route, error);
          ended(statusOf(error));
        },
      ),
    );
    void sent;
  }

  #rejectionOf(request: IncomingMessage): Rejection | undefined {
    if (!this.#allowPlainHttp && !isEncrypted(request.socket)) return HTTPS_REQUIRED;
    return headRejection(request) ?? this.#access?.(request);
  }

  /** Rejects a request whose body may still be on its way. */
  #reject(response: ServerResponse, rejected: RejectedRequest): void {
    const { requestId, rejection, path, visit, expectsContinue = false } = rejected;
    const { status, headers } = rejection;
    const { req: request } = response;
    const cors = path?.cors ?? this.#listenerCors;
    this.#observer.request(path?.path ?? 'other', request.headers, (ended) => ended(status));
    const [body, type] = formOf(rejection, path?.errors);
    const isLimited = status === TOO_MANY_REQUESTS;
    const exchange: Exchange = { response, requestId, visit, cors };
    const write = (): void => this.#writer.write(exchange, status, [...cors, ...headers], body, type);
    if (isHttp2(request)) {
      write();
      if (rejection === CLIENT_FULL) closeSession(response);
      else if (isLimited) limitSession(response);
      endStream(response, body);
      return;
    }
    rejectUnread(
      response,
      { isLimited, isLeft: isLeftUnread(rejection), visit, expectsContinue },
      this.#pipelines,
      () => {
        write();
        response.write(body);
      },
    );
  }

  #logWhenAnswered(response: ServerResponse, requestId: string): void {
    const started = performance.now();
    response.once('close', () => {
      const milliseconds = performance.now() - started;
      this.#log.debug({ requestId, status: response.statusCode, milliseconds }, 'request');
    });
  }
}

/** Returns whether the response to a request has CORS headers: caches may give that of a GET to a page of another origin later. */
function isCorsNeeded({ method, headers }: IncomingMessage): boolean {
  return method !== 'POST' || headers.origin !== undefined;
}

/** Returns the HTTP status for a thrown error. */
function statusOf(error: unknown): number {
  if (error instanceof RequestRejectedError) return error.rejection.status;
  return error instanceof ProblemError ? error.status : INTERNAL_ERROR.status;
}
