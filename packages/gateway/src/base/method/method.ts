import type { Eventually, Layer1 } from '@dapikit/chain';
import type { Params } from '../messages/request.js';
import type { MethodDocs } from './method-docs.js';
import type { TracedCall } from '../provenance.js';
import type { ParamList } from './param-list.js';
import type { Session } from '../messages/session.js';
import type { PlatformStatusSource } from '../platform-status/platform-status.js';
import type { StatusEncoding } from '../platform-status/encode-status.js';

/** Lists what a method's handler may use. */
export interface MethodContext {
  readonly layer1: Layer1;
  readonly platformStatus: PlatformStatusSource;
  readonly statusEncoding: StatusEncoding;
}

/** Describes the caller of a method. Goes with each call to layer 1 whose response is the result. */
export interface Caller extends TracedCall {
  /** The connection of the call, if it can receive notifications. */
  readonly session?: Session | undefined;
  /** True if the call came with a known API key. */
  readonly hasKey?: boolean;
}

/** Describes a JSON-RPC method: its documentation, and how it is called. */
export interface Method extends MethodDocs {
  /** True if the calls of a batch that calls it run in their order. */
  readonly runsInOrder?: boolean;
  /**
   * Carries out a call.
   * @returns a value that `JSON.stringify` writes
   * @throws {JsonRpcError} (or rejects with it) for every outcome that the documentation lists
   */
  call(params: Params, context: MethodContext, caller: Caller): Eventually<unknown>;
}

/** Defines a method: its documentation, its params and what it does with them. */
export interface MethodDefinition<P> extends Omit<MethodDocs, 'params'> {
  readonly params: ParamList<P>;
  readonly handle: (params: P, context: MethodContext, caller: Caller) => Eventually<unknown>;
}

/** Defines a method. */
export function defineMethod<P>({ params, handle, ...docs }: MethodDefinition<P>): Method {
  return {
    ...docs,
    ...(params.schema && { params: params.schema }),
    call: (given, context, caller) => handle(params.read(given), context, caller),
  };
}
