import { GatewayError } from '../../base/gateway-error.js';

/** Defines the status codes of gRPC. Source: `doc/statuscodes.md` of grpc/grpc. */
export const GRPC_CODES = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const;

/** Describes the name of a status other than OK. */
export type GrpcStatusName = keyof typeof GRPC_CODES;

/** Describes a key of metadata and its value: text, or bytes for a key that ends in `-bin`. */
export type GrpcMetadata = Readonly<Record<string, string | Uint8Array>>;

/** Ends a call with a status other than OK. */
export class GrpcError extends GatewayError {
  override readonly name = 'GrpcError';

  /**
   * @param message for the caller: nothing internal is in it
   * @param metadata goes with the status, as trailers
   */
  constructor(
    readonly status: GrpcStatusName,
    message: string,
    readonly metadata: GrpcMetadata = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Returns the number of the status. */
  get code(): (typeof GRPC_CODES)[GrpcStatusName] {
    return GRPC_CODES[this.status];
  }
}
