import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerSource } from '../provenance.js';
import type { ERROR_CODES } from '../messages/json-rpc-error.js';

/** Names how a call ended: with a result, with an error of that name, or because its client disconnected. */
export type CallOutcome = 'ok' | 'cancelled' | keyof typeof ERROR_CODES;

/**
 * Names what was found about the proof of a forwarded response: it proves what the request asks for (`verified`), it is signed, and what it
 * has to prove is not known from the request (`signed`), none was requested (`unproven`), it could not be checked now (`unchecked`), or it
 * is not valid (`invalid`).
 */
export const PROOF_OUTCOMES = ['verified', 'signed', 'unproven', 'unchecked', 'invalid'] as const;
export type ProofOutcome = (typeof PROOF_OUTCOMES)[number];

/**
 * Observes the gateway at work: each method runs the given function, which reports once how it ended.
 *
 * Names come from tables of the gateway, never from a caller, so that there are only so many of them.
 */
export interface Observer {
  /** An HTTP request, by the path of its route, or `other`. */
  request<T>(route: string, headers: IncomingHttpHeaders, run: (ended: (httpStatus: number) => void) => T): T;
  /** A JSON-RPC call, by its method; `other` where there is no such method, `none` where the request was not that far. */
  call<T>(method: string, run: (ended: (outcome: CallOutcome) => void) => T): T;
  /** A gRPC call, by its path, or `other`; it ends with its status, such as 0 or 14. */
  grpcCall<T>(method: string, run: (ended: (status: number) => void) => T): T;
  /** Where the answers to a request came from; `undefined` where nothing was asked of layer 1. */
  answered(source: AnswerSource | undefined): void;
  /** A block, or that one left, was written to the last of its subscribers so many seconds after its event. */
  notified(seconds: number): void;
  /** A commit of the platform store took so many seconds: for a small write one turn of the event loop. */
  committed(seconds: number): void;
  /** The proof of a response that was forwarded. */
  proof(outcome: ProofOutcome): void;
  /** A call to a node: `ok`, `rejected`, the reason for which it was unavailable, or `failed`. */
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
