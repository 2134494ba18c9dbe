import type { Json } from '../messages/json.js';

/** Describes a JSON Schema, for the documentation. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Describes one documented error of a method. */
export interface DocumentedError {
  readonly code: number;
  /** `data.reason` of the error object. */
  readonly reason: string;
  readonly when: string;
}

/** Says that a method is deprecated, since when, and what to call instead. */
export interface Deprecation {
  readonly since: string;
  /** When it was deprecated, in seconds since the epoch: the value of the `Deprecation` header (RFC 9745). */
  readonly date: number;
  readonly replacedBy: string;
}

/** Describes a chain to make example calls on. */
export interface ExampleChain {
  readonly genesis: string;
  readonly tip: string;
  /** A transaction that the mempool accepts, in hex. */
  readonly transaction: string;
}

/** Documents a method. */
export interface MethodDocs {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** The schema of the whole `params`; absent where the method takes none. */
  readonly params?: JsonSchema;
  readonly result: JsonSchema;
  readonly errors: readonly DocumentedError[];
  /** Returns the params of a call that succeeds on the given chain; `undefined` where the method takes none. */
  readonly exampleParams: (chain: ExampleChain) => Json | undefined;
  readonly deprecated?: Deprecation;
  /** True if it needs a connection that can receive notifications; over HTTP it is rejected. */
  readonly needsWebSocket?: true;
  /** The schema of `params.result` of its notifications; absent where there are none. */
  readonly notification?: JsonSchema;
  /** The units of its rate limit that a call takes of a client; 1 when left out. */
  readonly cost?: number;
  /** Callers who may call it; absent where all admitted clients may. */
  readonly permission?: MethodPermission;
}

/** Describes the callers who may call a method. */
export interface MethodPermission {
  readonly changesState: boolean;
  /** In words. */
  readonly callers: string;
}

/** Defines the schema of a hash: 64 lower-case hexadecimal digits, in display order. */
export const HASH_SCHEMA: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
