import type { IncomingMessage, ServerResponse } from 'node:http';
import { headRejection, isHttp2 } from '../base/http/head-rejection.js';
import { PROBLEM_TYPE } from '../base/http/problem-error.js';
import {
  bodyTooLarge,
  createRejection,
  HTTPS_REQUIRED,
  methodNotAllowed,
  type Rejection,
} from '../base/http/rejections.js';
import { createRequestIds } from '../base/http/request-id.js';
import { loadOnce } from '../base/load-once.js';
import type { Admission } from '../admission/limits/admission.js';
import { CLIENT_FULL, OpenRequest, type OpenRequests } from '../admission/limits/open-requests.js';
import { sizeCost } from '../admission/limits/size-cost.js';
import { excessRejection, isLeftUnread } from '../transport/server/body-rejection.js';
import { maxConnectionBytes } from '../transport/server/connection-share.js';
import { GatheredBody } from '../transport/server/gathered-body.js';
import {
  closeSession,
  connectionOf,
  isClosed,
  leaveUnreadStream,
  limitSession,
  writeHead,
} from '../transport/server/http2-server.js';
import { isEncrypted } from '../transport/server/one-port-server.js';
import type { Pipelines } from '../transport/server/pipelines.js';
import type { RequestListener } from '../transport/server/request-listener.js';
import type { TurnQueue } from '../transport/server/turn-queue.js';
import { declaredBytes, rejectUnread } from '../transport/server/unread-request.js';
import type { CallHead } from './call-head.js';
import { rejectionCode, unknownMethod, writeCallRejection } from './call-rejection.js';
import { GRPC_CORS, GRPC_PREFLIGHT } from './grpc-cors.js';
import { grpcPathOf, grpcProtocolOf } from './grpc-protocol.js';
import type { GrpcServer, GrpcServerOptions } from './grpc-server.js';
import { loadGrpcServer } from './load-grpc-server.js';

/** Returns whether a request is for gRPC: by its path, or by its content type. */
export function isForGrpc({ url = '', headers }: IncomingMessage): boolean {
  const isOther = url === '/' && headers['content-type'] === 'application/json';
  return !isOther && (grpcPathOf(url) !== undefined || grpcProtocolOf(headers) !== undefined);
}

/** Lists the options of the gRPC side of the gateway. */
export interface GrpcListenerOptions extends GrpcServerOptions {
  /** Admits clients and limits them; `undefined` where all clients may do everything. */
  readonly admission: Admission | undefined;
  /** Counts what clients hold open. */
  readonly openRequests: OpenRequests;
  readonly allowPlainHttp: boolean;
  readonly pipelines: Pipelines;
  /** Starts what requests cause in turns of the event loop. */
  readonly turns: TurnQueue;
}

/** A request of any kind. */
interface Received extends Omit<CallHead, 'protocol'> {
  /** `undefined` where it is no call. */
  readonly protocol: CallHead['protocol'] | undefined;
  readonly expectsContinue: boolean;
}

const NOT_GRPC = createRejection(
  415,
  'Expected a gRPC request',
  {
    reason: 'unsupported-media-type',
    expected: 'application/grpc, application/grpc-web or application/grpc-web-text',
  },
  ['accept-post', 'application/grpc, application/grpc-web+proto, application/grpc-web-text+proto'],
);

const NOT_POST = methodNotAllowed(['POST', 'OPTIONS']);

const TOO_MANY_REQUESTS = 429;

/** Assumed cost of a call after it started, in the same turn of the event loop or a later one, in milliseconds. */
const CALL_MS = 1;

/** The memory that an open call takes in addition to its message, with its head. Measured: 52 KB for a stream without anything to send. */
const CALL_BYTES = 64 * 1024;

/** The bytes around a message of gRPC: the head of its frame, and the padding of Base64. */
const MAX_FRAME_BYTES = 64;

/**
 * Serves the requests for gRPC. Those that are rejected by their head or by the rate limit do not come to the library, and cost no more than
 * over JSON-RPC.
 */
export class GrpcListener implements RequestListener {
  readonly #options: GrpcListenerOptions;
  readonly #requestIdOf = createRequestIds();
  readonly #loadServer: () => Promise<GrpcServer>;
  #server: GrpcServer | undefined;

  constructor(options: GrpcListenerOptions) {
    this.#options = options;
    this.#loadServer = loadOnce(() => loadGrpcServer(options));
  }

  /** Loads the server before the first call. Never fails: the first call tries again. */
  async preload(): Promise<void> {
    await this.#load();
  }

  serve(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const { admission, pipelines } = this.#options;
    if (!pipelines.admit(request, response)) return;
    const received: Received = {
      request,
      response,
      expectsContinue,
      requestId: this.#requestIdOf(request.headers['x-request-id']),
      visit: admission?.admit(request, request.method !== 'OPTIONS'),
      protocol: request.method === 'POST' ? grpcProtocolOf(request.headers) : undefined,
      path: grpcPathOf(request.url ?? '') ?? 'other',
    };
    const rejection = this.#rejectionOf(received);
    if (rejection !== undefined) {
      received.visit?.spend(1);
      this.#reject(received, rejection);
    } else if (received.protocol === undefined) this.#allow(received);
    else this.#accept({ ...received, protocol: received.protocol });
  }

  #rejectionOf({ request, visit, protocol }: Received): Rejection | undefined {
    const { allowPlainHttp } = this.#options;
    const rejection = visit?.limited ?? headRejection(request);
    // Only the limit applies to a preflight: it has no key.
    if (rejection !== undefined || request.method === 'OPTIONS') return rejection;
    if (protocol === undefined) return request.method === 'POST' ? NOT_GRPC : NOT_POST;
    return allowPlainHttp || isEncrypted(request.socket) ? visit?.rejection : HTTPS_REQUIRED;
  }

  /** Responds to a preflight. */
  #allow({ request, response, requestId, visit }: Received): void {
    const { observer, pipelines } = this.#options;
    visit?.spend(1);
    observer.request('other', request.headers, (ended) => ended(200));
    if (pipelines.isLast(response)) response.setHeader('connection', 'close');
    response.writeHead(200, { ...GRPC_PREFLIGHT, 'x-request-id': requestId });
    pipelines.whenRead(response, () => response.end());
  }

  /** Serves a call in its turn. One whose body is too large is rejected before that: nothing of its body waits or is read for nothing. */
  #accept(call: Received & CallHead): void {
    const { request, response, visit } = call;
    const { pipelines, maxBodyBytes, openRequests, turns } = this.#options;
    const open = openRequests.begin(visit, declaredBytes(request), CALL_BYTES);
    if (!(open instanceof OpenRequest)) {
      this.#reject(call, open);
      return;
    }
    response.once('close', () => open.end());
    if (call.expectsContinue) response.writeContinue();
    if (pipelines.isLast(response)) response.setHeader('connection', 'close');
    // The bytes of Base64 are more than those that are limited.
    const maxBytes = 2 * maxBodyBytes + MAX_FRAME_BYTES;
    const maxWork = visit?.maxBodyBytes ?? Infinity;
    let isDone = false;
    const first = (serve: () => void): void => {
      if (isDone || pipelines.isBehindLast(response)) return;
      isDone = true;
      // Its client may have cancelled it while it waited, and pays for what was read.
      if (isClosed(response)) visit?.spend(1 + sizeCost(body.work));
      else serve();
    };
    const limits = {
      maxBytes,
      maxWork,
      open,
      turns,
      connection: connectionOf(request),
      maxConnectionBytes: maxConnectionBytes(maxBodyBytes),
    };
    const body = new GatheredBody(request, limits, (excess) =>
      first(() => {
        const cost = 1 + sizeCost(body.work);
        const limited = body.work > maxWork ? visit?.rejectionOf(cost) : undefined;
        visit?.spend(cost);
        this.#rejectGathered(call, body, limited ?? excessRejection(excess, bodyTooLarge(maxBodyBytes)));
      }),
    );
    const start = (server: GrpcServer): void => first(() => this.#start(server, call, body));
    pipelines.whenRead(response, () => void this.#queue(call, start));
  }

  async #queue({ request, response }: CallHead, start: (server: GrpcServer) => void): Promise<void> {
    const server = this.#server ?? (await this.#load());
    if (server === undefined) response.destroy();
    else this.#options.turns.start(connectionOf(request), () => start(server));
  }

  #start(server: GrpcServer, call: Received & CallHead, body: GatheredBody): void {
    const { path, visit } = call;
    this.#options.turns.owe(CALL_MS);
    const method = server.find(path);
    // The calls before it may have used up the limit.
    const limited = visit?.rejectionOf((method?.cost ?? 1) + sizeCost(body.work));
    if (method !== undefined && limited === undefined) {
      method.serve(call, body);
      return;
    }
    if (limited === undefined) visit?.spend(1);
    this.#rejectGathered(call, body, limited ?? unknownMethod(path));
  }

  #rejectGathered(call: Received & CallHead, body: GatheredBody, rejection: Rejection): void {
    body.leave();
    this.#reject({ ...call, expectsContinue: false }, rejection);
  }

  /** Rejects a request whose body may still be on its way. */
  #reject(received: Received, rejection: Rejection): void {
    const { request, response, visit, expectsContinue } = received;
    const { pipelines } = this.#options;
    this.#observe(received, rejection);
    const isLimited = rejection.status === TOO_MANY_REQUESTS;
    if (isHttp2(request)) {
      this.#write(received, rejection);
      response.end();
      if (rejection === CLIENT_FULL) closeSession(response);
      else if (isLimited) limitSession(response);
      leaveUnreadStream(request, response, visit);
    } else
      rejectUnread(
        response,
        { isLimited, isLeft: isLeftUnread(rejection), visit, expectsContinue },
        pipelines,
        () => {
          this.#write(received, rejection);
          response.flushHeaders();
        },
      );
  }

  #write({ response, requestId, protocol }: Received, rejection: Rejection): void {
    const lines = ['x-request-id', requestId];
    // A call does not get the headers of its rejection.
    const isClosing = protocol === undefined && rejection.headers.includes('close');
    if (this.#options.pipelines.isLast(response) && !isClosing) lines.push('connection', 'close');
    if (protocol === undefined) writeProblem(response, rejection, lines);
    else writeCallRejection(response, protocol, rejection, lines);
  }

  #observe({ request, requestId, protocol, path }: Received, rejection: Rejection): void {
    const { observer } = this.#options;
    const name = this.#server?.find(path) === undefined ? 'other' : path;
    const httpStatus = protocol === undefined ? rejection.status : 200;
    observer.request(name, request.headers, (ended) => ended(httpStatus));
    if (protocol === undefined) return;
    const status = rejectionCode(rejection);
    observer.grpcCall(name, (ended) => ended(status, { requestId, request: undefined, failure: undefined }));
  }

  async #load(): Promise<GrpcServer | undefined> {
    try {
      this.#server = await this.#loadServer();
    } catch (error) {
      this.#options.parts.log.error({ err: error }, 'gRPC server not loaded');
    }
    return this.#server;
  }
}

/** Writes the rejection of a request that is no call. */
function writeProblem(
  response: ServerResponse,
  { status, problem, headers }: Rejection,
  lines: readonly string[],
): void {
  writeHead(response, status, [
    ...lines,
    ...Object.entries(GRPC_CORS).flat(),
    ...headers,
    'content-type',
    PROBLEM_TYPE,
    'content-length',
    String(Buffer.byteLength(problem)),
  ]);
  response.write(problem);
}
