import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import type { GrpcMetadata } from './grpc-error.js';

/** Names the servers of a platform's node. */
export interface UpstreamAddresses {
  /** Of Drive's gRPC server, such as `http://127.0.0.1:26670`. */
  readonly driveUrl: string;
  /** Of Tenderdash's RPC server, such as `http://127.0.0.1:26657`; without one, nothing is cached and no state transition is sent. */
  readonly tenderdashUrl: string | undefined;
}

/** Describes what a forwarded call needs of its context. */
export interface ForwardedCall {
  /** Is aborted when the client cancels or its deadline passes. */
  readonly signal: AbortSignal;
  /** Adds metadata to the head of the response. */
  readonly respondWith: (metadata: GrpcMetadata) => void;
}

/** Forwards calls of the Platform service to the node of a platform. */
export interface PlatformUpstream {
  /** Whether the settings name a node now. */
  readonly isSet: boolean;
  /** @throws {GrpcError} (rejects) with the status of the node, DEADLINE_EXCEEDED or UNAVAILABLE */
  readonly forward: (method: DescMethodUnary, request: Message, call: ForwardedCall) => Promise<Message>;
}
