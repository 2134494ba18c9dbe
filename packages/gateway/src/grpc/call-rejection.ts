import type { ServerResponse } from 'node:http';
import { createRejection, type Rejection } from '../base/http/rejections.js';
import { writeHead } from '../transport/server/http2-server.js';
import { GRPC_CORS } from './grpc-cors.js';
import type { GrpcProtocol } from './grpc-protocol.js';
import { GRPC_CODES, GrpcError, type GrpcStatusName } from './method/grpc-error.js';
import { statusText, wellFormed } from './status-text.js';

/** The status for each HTTP status of a rejection. */
const STATUSES: ReadonlyMap<number, GrpcStatusName> = new Map([
  [401, 'unauthenticated'],
  [403, 'permissionDenied'],
  // After UNIMPLEMENTED, evo-sdk would call the address no more.
  [404, 'failedPrecondition'],
  [413, 'resourceExhausted'],
  [426, 'failedPrecondition'],
  [429, 'resourceExhausted'],
  [431, 'resourceExhausted'],
  [503, 'unavailable'],
]);

const statusNameOf = ({ status }: Rejection): GrpcStatusName => STATUSES.get(status) ?? 'invalidArgument';

/** Returns the code of the status that a rejection is for a gRPC client. */
export const rejectionCode = (rejection: Rejection): number => GRPC_CODES[statusNameOf(rejection)];

/** Converts the rejection of a request to a status. */
export function rejectionStatus(rejection: Rejection): GrpcError {
  return new GrpcError(statusNameOf(rejection), rejection.error.message, metadataOf(rejection));
}

/** The headers of a rejection that a gRPC client may read as metadata. */
const METADATA = new Set(['retry-after', 'ratelimit', 'ratelimit-policy']);

function metadataOf({ headers }: Rejection): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (METADATA.has(name)) metadata[name] = headers[at + 1] ?? '';
  }
  return metadata;
}

const MAX_PATH_CHARACTERS = 200;

/** Returns the rejection of a method that is not in the table. */
export const unknownMethod = (path: string): Rejection =>
  createRejection(404, `unknown method ${path.slice(0, MAX_PATH_CHARACTERS)}`, { reason: 'path-not-found' });

const CORS = Object.entries(GRPC_CORS).flat();

const CONTENT_TYPES: Readonly<Record<GrpcProtocol, string>> = {
  grpc: 'application/grpc+proto',
  'grpc-web': 'application/grpc-web+proto',
  'grpc-web-text': 'application/grpc-web-text+proto',
};

/**
 * Writes a response without a message, but does not end it: its status is in the trailers, in gRPC-web among the headers ("Trailers-Only" in
 * `doc/PROTOCOL-WEB.md` of grpc/grpc).
 * @param more further headers, names and values by turns
 */
export function writeCallRejection(
  response: ServerResponse,
  protocol: GrpcProtocol,
  rejection: Rejection,
  more: readonly string[],
): void {
  const lines = [...more, ...CORS, 'content-type', CONTENT_TYPES[protocol]];
  const status = {
    ...metadataOf(rejection),
    'grpc-status': String(rejectionCode(rejection)),
    'grpc-message': statusText(encodeURIComponent(wellFormed(rejection.error.message))),
  };
  if (protocol === 'grpc') {
    writeHead(response, 200, lines);
    response.addTrailers(status);
  } else {
    lines.push(...Object.entries(status).flat(), 'content-length', '0');
    writeHead(response, 200, lines);
  }
}
