import { ConnectError, encodeBinaryHeader } from '@connectrpc/connect';
import type { GrpcError, GrpcMetadata } from './method/grpc-error.js';
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
