import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerSource } from '../provenance.js';
import type { ERROR_CODES, JsonRpcError } from '../messages/json-rpc-error.js';

/** Names how a call ended: with a result, with an error of that name, or because its client disconnected. */
export type CallOutcome = 'ok' | 'cancelled' | keyof typeof ERROR_CODES;

/**
 * Names what was found about the proof of a forwarded response: it proves what the request asks for (`verified`), it is signed, and what it
 * has to prove is not known from the request (`signed`), none was requested (`unproven`), it could not be checked now (`unchecked`), or it
 * is not valid (`invalid`).
 */
export const PROOF_OUTCOMES = ['verified', 'signed', 'unproven', 'unchecked', 'invalid'] as const;
export type ProofOutcome = (typeof PROOF_OUTCOMES)[number];

/** Describes a call that ended, for a log. */
export interface CallDetails {
  readonly requestId: string;
  /** As it was called; absent where the request did not get that far. */
  readonly method: string | undefined;
  /** As they were sent. */
  readonly params: unknown;
  readonly result: unknown;
  readonly error: JsonRpcError | undefined;
  /** True for what a page asks now and then by itself. */
  readonly isPoll: boolean;
}

/**
 * Returns the fields of a message for a log.
 * @param isBrief leaves out everything but numbers and identifiers
 */
export type DescribeMessage = (isBrief: boolean) => Readonly<Record<string, unknown>>;

/** Describes a gRPC call that ended, for a log. */
export interface GrpcCallDetails {
  readonly requestId: string;
  /** Describes the message for a log; absent for a stream of them, and where it was not read. */
  readonly request: DescribeMessage | undefined;
  /** Message of the status; absent for OK. */
  readonly failure: string | undefined;
  /** The outcome of a transition that the response reports, such as `rejected: 40105 DuplicateUniqueIndexError`. */
  readonly outcome?: string | undefined;
}

/**
 * Observes the gateway at work: each method runs the given function, which reports once how it ended.
 *
 * Names come from tables of the gateway, never from a caller, so that there are only so many of them.
 */
export interface Observer {
  /** Observes an HTTP request, by the path of its route, or `other`. */
  request<T>(route: string, headers: IncomingHttpHeaders, run: (ended: (httpStatus: number) => void) => T): T;
  /** Observes a JSON-RPC call, by its method; `other` for an unknown method, `none` where the request did not get that far. */
  call<T>(method: string, run: (ended: (outcome: CallOutcome, details?: CallDetails) => void) => T): T;
  /** Observes a gRPC call, by its path, or `other`; it ends with its status, such as 0 or 14. */
  grpcCall<T>(method: string, run: (ended: (status: number, details?: GrpcCallDetails) => void) => T): T;
  /** Observes the source of a response; `undefined` where layer 1 got no request. */
  answered(source: AnswerSource | undefined): void;
  /** Observes the seconds from the event of a block to its notification of the last subscriber. */
  notified(seconds: number): void;
  /** Observes the seconds of a commit of the platform store: for a small write one turn of the event loop. */
  committed(seconds: number): void;
  /** Observes the proof of a forwarded response. */
  proof(outcome: ProofOutcome): void;
  /** Observes a call to a node, which ends with `ok`, `rejected`, the reason of its unavailability, or `failed`. */
  upstream<T>(node: string, call: string, run: (ended: (outcome: string) => void) => T): T;
}

const ignored = (): void => undefined;

/** Ignores everything. */
export const UNOBSERVED: Observer = {
  request: (_route, _headers, run) => run(ignored),
  call: (_, run) => run(ignored),
  grpcCall: (_, run) => run(ignored),
  answered: ignored,
  notified: ignored,
  committed: ignored,
  proof: ignored,
  upstream: (_node, _call, run) => run(ignored),
};
