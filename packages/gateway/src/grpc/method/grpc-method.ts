import {
  create,
  toBinary,
  type DescMessage,
  type DescMethodBiDiStreaming,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { Eventually, Layer1 } from '@dapikit/chain';
import type { Logger } from 'pino';
import { whenKnown } from '../../base/messages/eventually.js';
import type { TracedCall } from '../../base/provenance.js';
import type { ReadinessCheck } from '../../http-api/health/readiness.js';
import type { PlatformSource } from '../../controls/platform/platform-method.js';
import type { PlatformStatusSource } from '../../base/platform-status/platform-status.js';
import type { MasternodeDiffs } from '../../json-rpc/subscriptions/masternode-diffs.js';
import { sizeCost } from '../../admission/limits/size-cost.js';
import type { NotifiedChain } from '../../json-rpc/subscriptions/notified-chain.js';
import type { PlatformUpstream } from './platform-upstream.js';
import type { ProofSubject } from './proof-subject.js';
import type { MessageBatch } from './message-batch.js';
import type { SharedReads } from './shared-reads.js';
import type { WorkTurns } from './work-turns.js';
import type { GatewaySettings } from '../../settings/settings.js';
import { GrpcError, type GrpcMetadata } from './grpc-error.js';

/** Lists the dependencies of the handlers of a gateway. */
export interface GrpcParts {
  readonly layer1: Layer1;
  /** The local platform; `undefined` where there is none. */
  readonly platform: PlatformSource | undefined;
  /** Which state transitions the local platform takes. */
  readonly platformTransitions: GatewaySettings['platformTransitions'];
  readonly platformStatus: PlatformStatusSource;
  /** The node of a platform, which serves the Platform service where the settings name one. */
  readonly upstream: PlatformUpstream;
  /** The best chain, followed without gaps and duplicates. */
  readonly chain: NotifiedChain;
  readonly masternodeDiffs: MasternodeDiffs;
  readonly reads: SharedReads;
  /** Those of long work of streams. */
  readonly turns: WorkTurns;
  readonly readiness: Pick<ReadinessCheck, 'check'>;
  readonly log: Logger;
  /** Returns the present in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Describes what a handler may use for one call. */
export interface GrpcContext extends GrpcParts, TracedCall {
  /** Aborted when the client cancels, its deadline passes, or its connection is closed. */
  readonly signal: AbortSignal;
  /**
   * Charges the client units of its rate limit in addition to the cost of the method.
   * @throws {RequestRejectedError} (rejects with it) when the client has not so many left
   */
  readonly charge: (units: number) => Promise<void>;
  /** Adds metadata to the head of the response. */
  readonly respondWith: (metadata: GrpcMetadata) => void;
  /** Says for a log how the transition ended that a response with status OK reports: in numbers and names of errors alone. */
  readonly noteOutcome: (outcome: string) => void;
}

/** One documented status of a method. */
export interface DocumentedStatus {
  readonly status: GrpcError['status'];
  readonly when: string;
}

/** Describes what the documentation says of a gRPC method, and how it is limited. */
export interface GrpcMethodDocs {
  readonly summary: string;
  readonly description?: string;
  /** The statuses of its own; those of every method are not repeated. */
  readonly errors?: readonly DocumentedStatus[];
  /** The units of its rate limit that a call takes of a client; 1 when left out. */
  readonly cost?: number;
}

/** Describes a method that responds with one message. */
export interface UnaryMethod extends GrpcMethodDocs {
  readonly kind: 'unary';
  /** Responder: this gateway, or none. */
  readonly served: 'here' | 'rejected';
  readonly descriptor: DescMethodUnary;
  /**
   * Returns what the proof of a response has to prove; `undefined` where the request alone does not say it.
   * @throws {GrpcError} for a request that is not valid
   */
  readonly subject?: (request: never) => ProofSubject | undefined;
  /** @throws {GrpcError} (or rejects with it) for every outcome other than OK that is documented */
  readonly handle: (request: never, context: GrpcContext) => Eventually<Message>;
}

/** Describes a method that responds with a stream of messages. */
export interface StreamMethod extends GrpcMethodDocs {
  readonly kind: 'server-stream';
  readonly served: 'here' | 'rejected';
  readonly descriptor: DescMethodServerStreaming;
  /**
   * Yields what the responses are made of, or several of them to be sent together. The stream ends with the thrown error. It is closed
   * when the caller is gone.
   */
  readonly handle: (
    request: never,
    context: GrpcContext,
  ) => AsyncIterable<MessageInitShape<DescMessage> | MessageBatch>;
}

/** Describes a method that responds to each message of a stream. HTTP/1.1 has no such streams. */
export interface DialogMethod extends GrpcMethodDocs {
  readonly kind: 'bidi-stream';
  readonly served: 'here';
  readonly descriptor: DescMethodBiDiStreaming;
  readonly handle: (requests: AsyncIterable<never>, context: GrpcContext) => AsyncIterable<Message>;
}

/** Describes a gRPC method: its messages, documentation and handler. */
export type GrpcMethod = UnaryMethod | StreamMethod | DialogMethod;

/** Defines a unary method that this gateway serves. */
export function unaryMethod<I extends DescMessage, O extends DescMessage>(
  descriptor: DescMethodUnary<I, O>,
  definition: GrpcMethodDocs & {
    readonly subject?: (request: MessageShape<I>) => ProofSubject | undefined;
    readonly handle: (request: MessageShape<I>, context: GrpcContext) => Eventually<MessageInitShape<O>>;
  },
): UnaryMethod {
  const { handle, ...docs } = definition;
  return {
    kind: 'unary',
    served: 'here',
    descriptor,
    ...docs,
    handle: (request, context) =>
      whenKnown(handle(request, context), (response) => create(descriptor.output, response)),
  };
}

/** Defines a method with a stream of responses that this gateway serves. */
export function streamMethod<I extends DescMessage, O extends DescMessage>(
  descriptor: DescMethodServerStreaming<I, O>,
  definition: GrpcMethodDocs & {
    readonly handle: (
      request: MessageShape<I>,
      context: GrpcContext,
    ) => AsyncIterable<MessageInitShape<O> | MessageBatch>;
  },
): StreamMethod {
  return { kind: 'server-stream', served: 'here', descriptor, ...definition };
}

/**
 * Defines a method that responds to each message of a stream. A message costs the client a unit, and one for each started 16 KiB of its
 * response.
 */
export function dialogMethod<I extends DescMessage, O extends DescMessage>(
  descriptor: DescMethodBiDiStreaming<I, O>,
  definition: GrpcMethodDocs & { readonly respond: (request: MessageShape<I>) => MessageInitShape<O> },
): DialogMethod {
  const { respond, ...docs } = definition;
  return {
    kind: 'bidi-stream',
    served: 'here',
    descriptor,
    ...docs,
    handle: async function* dialog(requests, context) {
      for await (const request of requests) {
        await context.charge(1);
        const response = create(descriptor.output, respond(request));
        await context.charge(sizeCost(toBinary(descriptor.output, response).length));
        yield response;
      }
    },
  };
}

/**
 * Defines a method that is known and not served. Its status is FAILED_PRECONDITION: after UNIMPLEMENTED, evo-sdk calls the address no more.
 * @param reason says why, to the caller and in the documentation
 */
export function rejectedMethod(
  descriptor: DescMethodUnary,
  { reason, ...docs }: GrpcMethodDocs & { readonly reason: string },
): UnaryMethod {
  return {
    kind: 'unary',
    served: 'rejected',
    descriptor,
    ...docs,
    errors: [{ status: 'failedPrecondition', when: reason }],
    handle: () => {
      throw new GrpcError('failedPrecondition', `${descriptor.name}: ${reason}`);
    },
  };
}
