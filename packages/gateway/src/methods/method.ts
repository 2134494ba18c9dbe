import type { IncomingMessage } from 'node:http';
import type { Eventually, Layer1 } from '@dapikit/chain';
import type { Json, Params } from '../json-rpc/request.js';
import type { TracedCall } from '../memory/provenance.js';
import type { Session } from '../json-rpc/session.js';
import type { PlatformStatusSource } from '../platform-status/platform-status.js';
import type { StatusEncoding } from '../platform-status/encode-status.js';

/** What a method's handler may use. */
export interface MethodContext {
  readonly layer1: Layer1;
  readonly platformStatus: PlatformStatusSource;
  readonly statusEncoding: StatusEncoding;
}

/** A JSON Schema, for the documentation. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** One documented error of a method. */
export interface DocumentedError {
  readonly code: number;
  /** `data.reason` of the error object. */
  readonly reason: string;
  readonly when: string;
}

/** That a method is deprecated, since when, and what to call instead. */
export interface Deprecation {
  readonly since: string;
  /** When it was deprecated, in seconds since the epoch: the value of the `Deprecation` header (RFC 9745). */
  readonly date: number;
  readonly replacedBy: string;
}

/** A chain to make example calls on. */
export interface ExampleChain {
  readonly genesis: string;
  readonly tip: string;
  /** A transaction that the mempool accepts, in hex. */
  readonly transaction: string;
}

/** What is said of a method in its documentation. */
export interface MethodDocs {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** The schema of the whole `params`; absent where the method takes none. */
  readonly params?: JsonSchema;
  readonly result: JsonSchema;
  readonly errors: readonly DocumentedError[];
  /** The params of a call that succeeds on the chain given; `undefined` where the method takes none. */
  readonly exampleParams: (chain: ExampleChain) => Json | undefined;
  readonly deprecated?: Deprecation;
  /** Whether it needs a connection that can be told things later; over HTTP it is refused. */
  readonly needsWebSocket?: true;
  /** The schema of what its notifications tell, their `params.result`; absent where there are none. */
  readonly notification?: JsonSchema;
  /** The units of its rate limit that a call takes of a client; 1 when left out. */
  readonly cost?: number;
  /** Who may call it; absent where everybody may whom the gateway answers. */
  readonly permission?: MethodPermission;
}

/** Who may call a method. */
export interface MethodPermission {
  readonly changesState: boolean;
  /** In words. */
  readonly callers: string;
}

/** Who calls a method. Goes to layer 1 with each question whose answer is the result. */
export interface Caller extends TracedCall {
  /** The connection that the call came over, where it can be told things later. */
  readonly session?: Session | undefined;
  /** The request that the call came with, where that is one of HTTP. */
  readonly request?: IncomingMessage | undefined;
  /** Whether the call came with an API key that is known. */
  readonly hasKey?: boolean;
}

/** A JSON-RPC method: its documentation, and how it is called. */
export interface Method extends MethodDocs {
  /**
   * Carries out a call.
   * @returns a value that `JSON.stringify` writes
   * @throws {JsonRpcError} (or rejects with it) for every outcome that the documentation lists
   */
  call(params: Params, context: MethodContext, caller: Caller): Eventually<unknown>;
}

/** The parts of a method that depend on the type of its parsed params. */
export interface MethodBehaviour<P> {
  /** @throws {JsonRpcError} -32602 when the params are of no documented shape. */
  readonly parse: (params: Params) => P;
  readonly handle: (params: P, context: MethodContext, caller: Caller) => Eventually<unknown>;
}

/** A method from its documentation and behaviour. */
export function defineMethod<P>(method: MethodDocs & MethodBehaviour<P>): Method {
  const { parse, handle, ...docs } = method;
  return { ...docs, call: (params, context, caller) => handle(parse(params), context, caller) };
}

/** The schema of a hash: 64 lower-case hexadecimal digits, in display order. */
export const HASH_SCHEMA: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
