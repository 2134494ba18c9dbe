import { GatewayError } from '../gateway-error.js';

/**
 * Lists the codes of JSON-RPC 2.0 (section 5.1) and, below -32000, of the official gateway.
 *
 * Source: the specification, section 7; `packages/rs-dapi/src/protocol/jsonrpc_translator/error.rs` in dashpay/platform.
 */
export const ERROR_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  unavailable: -32003,
  /** Rejection by the local platform: the network would reject the transition. */
  rejected: -32050,
  /** Rejection by the local platform: the caller lacks the permission. */
  forbidden: -32051,
} as const;

export type ErrorCode = (typeof ERROR_CODES)[keyof typeof ERROR_CODES];

/** Describes `data` of an error object. `reason` is stable: programs may match on it. */
export interface ErrorData {
  readonly reason: string;
  readonly expected?: unknown;
  readonly found?: unknown;
  /** Where in the request: a JSON pointer, such as `/params/height`. */
  readonly at?: string;
  /** Suggested fix. */
  readonly fix?: string;
  /** The page that describes the error. */
  readonly docs?: string;
  /** The error of the node behind the gateway. */
  readonly node?: { readonly code: number; readonly message: string };
  /** Why the database of the platform does not answer, whether that passes, and whether a write may be stored all the same. */
  readonly store?: {
    readonly reason: string;
    readonly isTransient: boolean;
    readonly maybeCommitted: boolean;
  };
  /** Further data of a rejection by the platform: the official number, whether the signer paid for it, and how much in credits. */
  readonly code?: number;
  readonly isPaid?: boolean;
  readonly fee?: unknown;
  /** Payload of the official error. */
  readonly payload?: unknown;
  /** The other errors of the same rejection, or of the same params. */
  readonly also?: readonly unknown[];
  /** Everything that is wrong with a contract. */
  readonly diagnostics?: readonly unknown[];
}

/** Represents a response with an error object. Thrown by params parsers and handlers; everything else thrown is an internal error. */
export class JsonRpcError extends GatewayError {
  override readonly name = 'JsonRpcError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data?: ErrorData,
    /** For the log: `cause` is not in the response. */
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Returns the error of params that the method does not accept. */
export function invalidParams(message: string, data: ErrorData): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.invalidParams, message, data);
}

const MAX_EXCERPT_LENGTH = 80;

/** Shortens the found value for a response: long text is cut, and arrays and objects are only named. */
export function excerpt(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_EXCERPT_LENGTH
      ? `${value.slice(0, MAX_EXCERPT_LENGTH)}… (${value.length} characters)`
      : value;
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'bigint') return String(value);
  return value === undefined ? 'nothing' : value;
}
