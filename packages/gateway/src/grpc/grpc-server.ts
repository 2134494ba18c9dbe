import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DescMethod } from '@bufbuild/protobuf';
import { createConnectRouter, createContextValues } from '@connectrpc/connect';
import { universalResponseToNodeResponse } from '@connectrpc/connect-node';
import type { UniversalHandler, UniversalServerResponse } from '@connectrpc/connect/protocol';
import { isHttp2 } from '../base/http/head-rejection.js';
import type { Visit } from '../admission/limits/admission.js';
import type { Observer } from '../base/observe/observer.js';
import { dropRest } from '../transport/server/drop-rest.js';
import type { GatheredBody } from '../transport/server/gathered-body.js';
import { leaveUnreadStream } from '../transport/server/http2-server.js';
import type { Pipelines } from '../transport/server/pipelines.js';
import { UnreadResponses } from '../transport/server/unread-responses.js';
import { decodeBase64, encodeBase64 } from './base64-frames.js';
import type { CallHead } from './call-head.js';
import { COMPRESSIONS } from '../base/protobuf/compressions.js';
import { withFrames } from './frame-channel.js';
import { GRPC_CALL, GrpcCall } from './grpc-call.js';
import { GRPC_CORS } from './grpc-cors.js';
import { grpcMethods } from './grpc-methods.js';
import type { GrpcProtocol } from './grpc-protocol.js';
import { asConnectError } from './connect-error.js';
import { GRPC_CODES, GrpcError } from './method/grpc-error.js';
import { MAX_RESPONSE_BYTES, MIN_COMPRESSED_BYTES } from './method/message-batch.js';
import { SharedReads } from './method/shared-reads.js';
import { WorkTurns } from './method/work-turns.js';
import { ServerReflection } from './generated/reflection_pb.js';
import { ALPHA_REFLECTION_PATH } from './reflection/reflection-methods.js';
import { reportingStatus } from './response-status.js';
import type { GrpcMethod, GrpcParts } from './method/grpc-method.js';
import type { PlatformUpstream, UpstreamAddresses } from './method/platform-upstream.js';
import { NodeUpstream } from './upstream/node-upstream.js';
import { implementMethod } from './implement-method.js';
import { universalRequest } from './universal-request.js';
import { limitedMessages } from '../base/protobuf/limited-messages.js';
import { decoderOptions, type MessageLimits } from '@dapikit/light-client/message-limits';

/** Lists the options of a gRPC server. */
export interface GrpcServerOptions {
  /** Without what the server makes itself, which a gateway would have to load before its start. */
  readonly parts: Omit<GrpcParts, 'upstream' | 'reads' | 'turns'>;
  /** Returns the node that the Platform service is forwarded to now, if any. */
  readonly upstream: () => UpstreamAddresses | undefined;
  /** Forwards the Platform service in place of that node. */
  readonly peers?: PlatformUpstream | undefined;
  readonly observer: Observer;
  /** Aborted when the gateway closes: streams end with its reason. */
  readonly closing: AbortSignal;
  /** Maximum size of a request message in bytes. */
  readonly maxBodyBytes: number;
  /** Limits of each message of a request, and of a response of another node. */
  readonly messageLimits: MessageLimits;
  /** The bytes of responses that may wait for a client. */
  readonly maxBufferedBytes: number;
  readonly pipelines: Pick<Pipelines, 'closeUnreadAfter'>;
}

/** Describes a method as one gateway serves it. */
export interface ServedMethod {
  /** The units of a call. */
  readonly cost: number;
  /** Serves a call. @param body of its request */
  serve(head: CallHead, body: GatheredBody): void;
}

/** Serves gRPC and gRPC-web. */
export interface GrpcServer {
  /** Returns the method of a path; `undefined` where there is none. */
  find(path: string): ServedMethod | undefined;
}

/** Opens the services of the table for one gateway. */
export function openGrpcServer(
  options: GrpcServerOptions,
  methods: readonly GrpcMethod[] = grpcMethods,
): GrpcServer {
  return new GrpcServices(options, methods);
}

/** Messages up to this length are not counted: a connection has 128 streams. */
const SMALL_MESSAGE_BYTES = 64 * 1024;

/** The services of one gateway. */
class GrpcServices implements GrpcServer {
  readonly #observer: Observer;
  readonly #maxBodyBytes: number;
  readonly #messageLimits: MessageLimits;
  readonly #unread: UnreadResponses;
  readonly #log: GrpcParts['log'];
  readonly #pipelines: GrpcServerOptions['pipelines'];
  readonly #methods = new Map<string, ServedMethod>();

  constructor(options: GrpcServerOptions, methods: readonly GrpcMethod[]) {
    this.#observer = options.observer;
    this.#maxBodyBytes = options.maxBodyBytes;
    this.#messageLimits = options.messageLimits;
    this.#unread = new UnreadResponses(options.maxBufferedBytes);
    this.#log = options.parts.log;
    this.#pipelines = options.pipelines;
    const router = createConnectRouter({
      connect: false,
      acceptCompression: COMPRESSIONS,
      compressMinBytes: MIN_COMPRESSED_BYTES,
      readMaxBytes: options.maxBodyBytes,
      shutdownSignal: options.closing,
      writeMaxBytes: MAX_RESPONSE_BYTES,
      binaryOptions: decoderOptions(options.messageLimits),
    });
    const { parts, upstream: addresses, closing, observer, messageLimits } = options;
    const { layer1, log, now } = parts;
    const upstream =
      options.peers ?? new NodeUpstream({ addresses, now, closing, layer1, log, observer, messageLimits });
    const all = { ...parts, upstream, reads: new SharedReads(layer1), turns: new WorkTurns() };
    for (const method of methods) implementMethod(router, method, all);
    const costs = new Map<DescMethod, number>(methods.map(({ descriptor, cost = 1 }) => [descriptor, cost]));
    const serve = (path: string, handler: UniversalHandler): void => {
      this.#methods.set(path, {
        cost: costs.get(handler.method) ?? 1,
        serve: (head, body) => this.#serve(handler, head, body),
      });
    };
    for (const handler of router.handlers) serve(handler.requestPath, handler);
    const reflection = router.handlers.find(({ service }) => service === ServerReflection);
    if (reflection !== undefined) serve(ALPHA_REFLECTION_PATH, reflection);
  }

  find(path: string): ServedMethod | undefined {
    return this.#methods.get(path);
  }

  #serve(handler: UniversalHandler, head: CallHead, body: GatheredBody): void {
    const { request, response, path } = head;
    this.#observer.request(path, request.headers, (ended) => {
      response.once('close', () => ended(response.statusCode));
      void this.#call(handler, head, body);
    });
  }

  async #call(handler: UniversalHandler, head: CallHead, gathered: GatheredBody): Promise<void> {
    const { request, response, requestId, visit, protocol, path } = head;
    const grpcCall = new GrpcCall(requestId, visit, gathered, this.#maxBodyBytes);
    // A response that is not written to its end is one that its client did not wait for.
    let status: number = GRPC_CODES.cancelled;
    this.#observer.grpcCall(path, (ended) => {
      // The library's promise of a response that was written stays pending.
      response.once('close', () => {
        grpcCall.end();
        const { request, failure, outcome } = grpcCall;
        ended(status, { requestId, request, failure, outcome });
      });
    });
    try {
      const leave = (): void => this.#leaveUnread(request, response, gathered, visit);
      // The library gives up a body at a second message without a word.
      response.once('finish', leave);
      const answer = await handler({
        ...universalRequest(request, response, protocol),
        url: path,
        body: limitedMessages(bodyOf(gathered, protocol, grpcCall, leave), {
          schema: handler.method.input,
          what: 'request',
          encoding: encodingOf(request),
          maxBytes: this.#maxBodyBytes,
          limits: this.#messageLimits,
        }),
        contextValues: createContextValues().set(GRPC_CALL, grpcCall),
      });
      if (!grpcCall.isRead) leave();
      const whole =
        handler.method.methodKind === 'server_streaming' && answer.body !== undefined
          ? { ...answer, body: withFrames(answer.body, grpcCall.frames) }
          : answer;
      const reported = reportingStatus(
        whole,
        (code) => {
          status = code;
        },
        handler.method.methodKind === 'unary' ? (bytes) => this.#count(response, bytes) : undefined,
      );
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

  /** Counts a large response until the client has read it. @throws {GrpcError} where too much waits for it: the response was cut */
  #count(response: ServerResponse, bytes: number): () => void {
    if (bytes <= SMALL_MESSAGE_BYTES) return doNothing;
    const written = this.#unread.count(response, bytes);
    if (written === undefined) throw new GrpcError('cancelled', 'cancelled');
    return written;
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
      if (body.excess === 'tiny-pieces') givenUp();
      else dropRest(request, visit, { ended: doNothing, givenUp });
    }
  }
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
    const known = body.excess !== undefined ? call.tooLarge() : error;
    throw known instanceof GrpcError ? asConnectError(known) : known;
  } finally {
    leave();
  }
}

function encodingOf({ headers }: IncomingMessage): string | null {
  const encoding = headers['grpc-encoding'];
  return typeof encoding === 'string' ? encoding : null;
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
