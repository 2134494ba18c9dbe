import { ConnectError, encodeBinaryHeader } from '@connectrpc/connect';
import type { Rejection } from '../http/rejections.js';
import { GrpcError, type GrpcMetadata, type GrpcStatusName } from './method/grpc-error.js';
import { wellFormed } from './status-text.js';

/** Converts a status to the error of the library that writes it. */
export function asConnectError(error: GrpcError): ConnectError {
  return new ConnectError(wellFormed(error.message), error.code, headersOf(error.metadata));
}

/** Returns metadata as headers: bytes in Base64. */
export const headersOf = (metadata: GrpcMetadata): [name: string, value: string][] =>
  Object.entries(metadata).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : encodeBinaryHeader(value),
  ]);

/** The status for each HTTP status of a rejection. */
const STATUSES: ReadonlyMap<number, GrpcStatusName> = new Map([
  [401, 'unauthenticated'],
  [403, 'permissionDenied'],
  [413, 'resourceExhausted'],
  [426, 'failedPrecondition'],
  [429, 'resourceExhausted'],
  [431, 'resourceExhausted'],
]);

/** The headers of a rejection that a gRPC client may read as metadata. */
const METADATA = new Set(['retry-after', 'ratelimit', 'ratelimit-policy']);

/** Converts the rejection of a request to a status. */
export function rejectionStatus({ status, error, headers }: Rejection): GrpcError {
  const metadata = headers.flatMap((name, at) =>
    at % 2 === 0 && METADATA.has(name) ? [[name, headers[at + 1] ?? ''] as const] : [],
  );
  return new GrpcError(
    STATUSES.get(status) ?? 'invalidArgument',
    error.message,
    Object.fromEntries(metadata),
  );
}
