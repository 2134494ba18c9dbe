/**
 * The codes of JSON-RPC 2.0 (section 5.1) and, below -32000, of the official gateway.
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
  /** Of the local platform: the network would refuse the operation. */
  refused: -32050,
  /** Of the local platform: whoever calls may not. */
  forbidden: -32051,
} as const;

export type ErrorCode = (typeof ERROR_CODES)[keyof typeof ERROR_CODES];

/** What an error object's `data` says. `reason` is stable: programs may match on it. */
export interface ErrorData {
  readonly reason: string;
  readonly expected?: unknown;
  readonly found?: unknown;
  /** Where in the request: a JSON pointer, such as `/params/height`. */
  readonly at?: string;
  /** What to do about it. */
  readonly mend?: string;
  /** What the node behind the gateway answered. */
  readonly node?: { readonly code: number; readonly message: string };
  /** Why the database of the platform does not answer, whether that passes, and whether a write may be stored all the same. */
  readonly store?: { readonly reason: string; readonly isPassing: boolean; readonly mayBeStored: boolean };
  /** What a refusal of the platform tells besides: the official number, whether the signer paid for it, and how much in credits. */
  readonly code?: number;
  readonly isPaid?: boolean;
  readonly fee?: unknown;
  /** What the official error carries. */
  readonly payload?: unknown;
  /** The other errors of the same refusal. */
  readonly also?: readonly unknown[];
  /** Everything that is wrong with a contract. */
  readonly diagnostics?: readonly unknown[];
}

/** An answer that is an error object. Thrown by params parsers and handlers; everything else thrown is an internal error. */
export class JsonRpcError extends Error {
  override readonly name = 'JsonRpcError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data?: ErrorData,
    /** For the log: `cause` is not told to the caller. */
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The params are not what the method takes. */
export function invalidParams(message: string, data: ErrorData): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.invalidParams, message, data);
}

const LONGEST_EXCERPT = 80;

/** What was found, short enough to send back: long text is cut, and arrays and objects are only named. */
export function excerpt(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > LONGEST_EXCERPT
      ? `${value.slice(0, LONGEST_EXCERPT)}… (${value.length} characters)`
      : value;
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? 'nothing' : value;
}
