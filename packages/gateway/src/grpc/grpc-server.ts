import type { IncomingMessage, ServerResponse } from 'node:http';
import { createConnectRouter, createContextValues } from '@connectrpc/connect';
import { universalResponseToNodeResponse } from '@connectrpc/connect-node';
import type { UniversalHandler, UniversalServerResponse } from '@connectrpc/connect/protocol';
import { headRejection, isHttp2 } from '../http/head-rejection.js';
import { PROBLEM_TYPE } from '../http/problem.js';
import { createRequestIds } from '../http/request-id.js';
import { createRejection, HTTPS_REQUIRED, methodNotAllowed, type Rejection } from '../http/rejections.js';
import type { Admission, Visit } from '../limits/admission.js';
import type { Observer } from '../observe/observer.js';
import { dropRest } from '../server/drop-rest.js';
import type { GatheredBody } from '../server/gathered-body.js';
import { isClosed, leaveUnreadStream } from '../server/http2-server.js';
import { isEncrypted } from '../server/one-port-server.js';
import type { Pipelines } from '../server/pipelines.js';
import { decodeBase64, encodeBase64 } from './base64-frames.js';
import { COMPRESSIONS } from './compressions.js';
import { withFrames } from './frame-channel.js';
import { GRPC_CALL, GrpcCall } from './grpc-call.js';
import { GRPC_CORS, GRPC_PREFLIGHT } from './grpc-cors.js';
import { grpcMethods } from './grpc-methods.js';
import { grpcPathOf, grpcProtocolOf, type GrpcProtocol } from './grpc-protocol.js';
import { asConnectError, rejectionStatus } from './connect-error.js';
import { GRPC_CODES, GrpcError } from './method/grpc-error.js';
import { MAX_RESPONSE_BYTES, MIN_COMPRESSED_BYTES } from './method/message-batch.js';
import { ServerReflection } from './generated/reflection_pb.js';
import { ALPHA_REFLECTION_PATH } from './reflection/reflection-methods.js';
import { reportingStatus } from './response-status.js';
import type { GrpcMethod, GrpcParts } from './method/grpc-method.js';
import type { UpstreamAddresses } from './method/platform-upstream.js';
import { NodeUpstream } from './upstream/node-upstream.js';
import { implementMethod } from './implement-method.js';
import { universalRequest } from './universal-request.js';

/** Lists the options of a gRPC server. */
export interface GrpcServerOptions {
  readonly parts: Omit<GrpcParts, 'upstream'>;
  /** Returns the node that the Platform service is forwarded to now, if any. */
  readonly upstream: () => UpstreamAddresses | undefined;
  readonly observer: Observer;
  /** Who lets clients in, and limits them; `undefined` where everybody may do everything. */
  readonly admission: Admission | undefined;
  readonly allowPlainHttp: boolean;
  /** Is aborted when the gateway closes: streams end with its reason. */
  readonly closing: AbortSignal;
  /** Of a request message, in bytes. */
  readonly maxBodyBytes: number;
  readonly pipelines: Pick<Pipelines, 'closeUnreadAfter'>;
}

/** Serves gRPC and gRPC-web. */
export interface GrpcServer {
  /** Serves a request that is for gRPC by its path or content type. @param body of the request */
  serve(request: IncomingMessage, response: ServerResponse, body: GatheredBody): void;
}

/** A call whose head was read. */
interface StartedCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: GatheredBody;
  readonly requestId: string;
  readonly visit: Visit | undefined;
  readonly protocol: GrpcProtocol;
  readonly path: string;
  /** `undefined` for an unknown method. */
  readonly handler: UniversalHandler | undefined;
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

/** Opens the services of the table for one gateway. */
export function openGrpcServer(
  options: GrpcServerOptions,
  methods: readonly GrpcMethod[] = grpcMethods,
): GrpcServer {
  return new GrpcServices(options, methods);
}

/** The services of one gateway. */
class GrpcServices implements GrpcServer {
  readonly #requestIdOf = createRequestIds();
  readonly #observer: Observer;
  readonly #admission: Admission | undefined;
  readonly #allowPlainHttp: boolean;
  readonly #maxBodyBytes: number;
  readonly #log: GrpcParts['log'];
  readonly #pipelines: GrpcServerOptions['pipelines'];
  readonly #handlers: ReadonlyMap<string, UniversalHandler>;
  readonly #anyHandler: UniversalHandler;

  constructor(options: GrpcServerOptions, methods: readonly GrpcMethod[]) {
    this.#observer = options.observer;
    this.#admission = options.admission;
    this.#allowPlainHttp = options.allowPlainHttp;
    this.#maxBodyBytes = options.maxBodyBytes;
    this.#log = options.parts.log;
    this.#pipelines = options.pipelines;
    const router = createConnectRouter({
      connect: false,
      acceptCompression: COMPRESSIONS,
      compressMinBytes: MIN_COMPRESSED_BYTES,
      readMaxBytes: options.maxBodyBytes,
      shutdownSignal: options.closing,
      writeMaxBytes: MAX_RESPONSE_BYTES,
    });
    const { parts, upstream: addresses, closing } = options;
    const { layer1, log, now } = parts;
    const upstream = new NodeUpstream({ addresses, now, closing, layer1, log, observer: options.observer });
    for (const method of methods) implementMethod(router, method, { ...parts, upstream });
    const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
    const reflection = router.handlers.find(({ service }) => service === ServerReflection);
    if (reflection !== undefined) handlers.set(ALPHA_REFLECTION_PATH, reflection);
    this.#handlers = handlers;
    const [fallback] = router.handlers;
    if (fallback === undefined) throw new Error('a gRPC server needs a method');
    this.#anyHandler = fallback;
  }

  serve(request: IncomingMessage, response: ServerResponse, body: GatheredBody): void {
    const requestId = this.#requestIdOf(request.headers['x-request-id']);
    const visit = this.#admission?.admit(request, request.method !== 'OPTIONS');
    if (isClosed(response)) {
      // Its client cancelled it while it waited.
      visit?.spend(1);
      return;
    }
    const path = grpcPathOf(request.url ?? '') ?? 'other';
    const handler = this.#handlers.get(path);
    const protocol = grpcProtocolOf(request.headers);
    this.#observer.request(handler === undefined ? 'other' : path, request.headers, (ended) => {
      response.once('close', () => ended(response.statusCode));
      if (request.method === 'OPTIONS') preflight(visit, response, requestId);
      else if (request.method !== 'POST' || protocol === undefined) {
        const rejection = request.method === 'POST' ? NOT_GRPC : methodNotAllowed(['POST', 'OPTIONS']);
        const { limited } = visit ?? {};
        visit?.spend(1);
        rejectHttp(limited ?? rejection, response, requestId);
        this.#leaveUnread(request, response, body, visit);
      } else void this.#call({ request, response, body, requestId, visit, protocol, handler, path });
    });
  }

  async #call(started: StartedCall): Promise<void> {
    const { request, response, requestId, visit, protocol, handler, path } = started;
    const rejection =
      this.#rejectionOf(request, visit) ?? (handler === undefined ? unknownMethod(path) : undefined);
    const grpcCall = new GrpcCall(requestId, visit, started.body, this.#maxBodyBytes);
    const begin = performance.now();
    // A response that is not written to its end is one that its client did not wait for.
    let status: number = GRPC_CODES.cancelled;
    this.#observer.grpcCall(handler === undefined ? 'other' : path, (ended) => {
      // The library's promise of a response that was written stays pending.
      response.once('close', () => {
        grpcCall.end();
        ended(status);
        const milliseconds = performance.now() - begin;
        this.#log.debug({ requestId, method: path, status, milliseconds }, 'gRPC call');
      });
    });
    try {
      const leave = (): void => this.#leaveUnread(request, response, started.body, visit);
      if (rejection !== undefined) leave();
      // The library gives up a body at a second message without a word.
      response.once('finish', leave);
      const body =
        rejection === undefined ? bodyOf(started.body, protocol, grpcCall, leave) : failing(rejection);
      const contextValues = createContextValues().set(GRPC_CALL, grpcCall);
      const answer = await (handler ?? this.#anyHandler)({
        ...universalRequest(request, response, protocol),
        url: path,
        body,
        contextValues,
      });
      if (!grpcCall.isRead) leave();
      const whole =
        handler?.method.methodKind === 'server_streaming' && answer.body !== undefined
          ? { ...answer, body: withFrames(answer.body, grpcCall.frames) }
          : answer;
      const reported = reportingStatus(whole, (code) => {
        status = code;
      });
      for (const [name, value] of CORS) response.setHeader(name, value);
      response.setHeader('x-request-id', requestId);
      await universalResponseToNodeResponse(
        protocol === 'grpc-web-text' ? asText(reported) : reported,
        response,
      );
    } catch (error) {
      // The client is gone, or the response was cut.
      this.#log.debug({ err: error, requestId }, 'gRPC response not finished');
      response.destroy();
    }
  }

  /** Drops what a client still sends of a request that nobody reads any more. A client that sends much loses its connection. */
  #leaveUnread(
    request: IncomingMessage,
    response: ServerResponse,
    body: GatheredBody,
    visit: Visit | undefined,
  ): void {
    if (request.readableEnded || body.isLeft) return;
    body.leave();
    if (isHttp2(request)) leaveUnreadStream(request, response, visit);
    else {
      const givenUp = (): void => this.#pipelines.closeUnreadAfter(response);
      dropRest(request, visit, { ended: doNothing, givenUp });
    }
  }

  #rejectionOf(request: IncomingMessage, visit: Visit | undefined): GrpcError | undefined {
    if (!this.#allowPlainHttp && !isEncrypted(request.socket)) return rejectionStatus(HTTPS_REQUIRED);
    const rejection = headRejection(request) ?? visit?.rejection;
    return rejection === undefined ? undefined : rejectionStatus(rejection);
  }
}

function preflight(visit: Visit | undefined, response: ServerResponse, requestId: string): void {
  // Only the limit applies to a preflight: it has no key.
  const limited = visit?.rejectionOf(1);
  visit?.spend(1);
  response.writeHead(limited?.status ?? 200, { ...GRPC_PREFLIGHT, 'x-request-id': requestId });
  response.end();
}

function rejectHttp(
  { status, problem, headers }: Rejection,
  response: ServerResponse,
  requestId: string,
): void {
  const more = Object.fromEntries(headerPairs(headers));
  response.writeHead(status, {
    ...GRPC_CORS,
    ...more,
    'x-request-id': requestId,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(problem),
  });
  response.end(problem);
}

/** A method that is not in the table. After UNIMPLEMENTED, evo-sdk would call the address no more. */
const unknownMethod = (path: string): GrpcError =>
  new GrpcError('failedPrecondition', `unknown method ${path.slice(0, MAX_PATH_CHARACTERS)}`);
const MAX_PATH_CHARACTERS = 200;

/** Gives a body that is rejected: the library writes the status in the form of the protocol. */
// oxlint-disable-next-line require-yield
async function* failing(error: GrpcError): AsyncIterable<Uint8Array> {
  throw asConnectError(error);
}

/** Yields the body of a request, and calls `leave` where its reader stops before the end. */
async function* bodyOf(
  body: GatheredBody,
  protocol: GrpcProtocol,
  call: GrpcCall,
  leave: () => void,
): AsyncIterable<Uint8Array> {
  call.beginRead();
  try {
    for await (const chunk of protocol === 'grpc-web-text' ? decodeBase64(body) : body) {
      call.countRead(chunk.length);
      yield chunk;
    }
  } catch (error) {
    const known = body.isTooLarge ? call.tooLarge() : error;
    throw known instanceof GrpcError ? asConnectError(known) : known;
  } finally {
    leave();
  }
}

function doNothing(): void {}

const CORS = Object.entries(GRPC_CORS);

/** Returns a response of gRPC-web in Base64. */
function asText(answer: UniversalServerResponse): UniversalServerResponse {
  if (answer.body === undefined) return answer;
  const header = new Headers(answer.header);
  header.set('content-type', 'application/grpc-web-text+proto');
  return { ...answer, header, body: encodeBase64(answer.body) };
}

function headerPairs(headers: readonly string[]): (readonly [string, string])[] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []));
}
