import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import type { GrpcMetadata } from './grpc-error.js';
import type { ProofSubject } from './proof-subject.js';

/** Lists what a gateway does about the proofs of a forwarded platform: nothing, says what it found, or lets only valid ones pass. */
export const PROOF_VERIFICATIONS = ['off', 'mark', 'reject'] as const;
export type ProofVerification = (typeof PROOF_VERIFICATIONS)[number];

/** Names the servers of a platform's nodes. */
export interface UpstreamAddresses {
  /** Addresses of gRPC servers of Drive, such as `http://127.0.0.1:26670`; at least one. */
  readonly driveUrls: readonly string[];
  /** Address of Tenderdash's RPC server, such as `http://127.0.0.1:26657`; without one, nothing is cached and no state transition is sent. */
  readonly tenderdashUrl: string | undefined;
  /** Verification of the proofs of responses. Default: `off`. */
  readonly verifyProofs?: ProofVerification;
}

/** Describes what a forwarded call needs of its context. */
export interface ForwardedCall {
  /** Aborted when the client cancels or its deadline passes. */
  readonly signal: AbortSignal;
  /** Adds metadata to the head of the response. */
  readonly respondWith: (metadata: GrpcMetadata) => void;
  /** Returns what the proof of the response has to prove, as far as the request alone says it. */
  readonly subject?: () => ProofSubject | undefined;
}

/** Forwards calls of the Platform service to the node of a platform. */
export interface PlatformUpstream {
  /** True if the settings name a node now. */
  readonly isSet: boolean;
  /** @throws {GrpcError} (rejects) with the status of the node, DEADLINE_EXCEEDED or UNAVAILABLE */
  readonly forward: (method: DescMethodUnary, request: Message, call: ForwardedCall) => Promise<Message>;
}
