import type { IncomingHttpHeaders } from 'node:http';

/** Names how a request carries gRPC: over HTTP/2 with trailers, as gRPC-web with a last frame, or as that in Base64. */
export type GrpcProtocol = 'grpc' | 'grpc-web' | 'grpc-web-text';

const CONTENT_TYPE = /^application\/(grpc|grpc-web|grpc-web-text)(?:\+proto)?\s*(?:;|$)/i;

/** Returns the protocol of a content type; `undefined` for any other one. Source: `doc/PROTOCOL-WEB.md` of grpc/grpc. */
export function grpcProtocolOf({ 'content-type': type }: IncomingHttpHeaders): GrpcProtocol | undefined {
  switch (CONTENT_TYPE.exec(type ?? '')?.[1]?.toLowerCase()) {
    case 'grpc':
      return 'grpc';
    case 'grpc-web':
      return 'grpc-web';
    case 'grpc-web-text':
      return 'grpc-web-text';
    default:
      return undefined;
  }
}

/** The services that have paths of their own: all others are routes of HTTP. */
const SERVICE_PATH = /^\/(?:org\.dash\.platform\.|grpc\.)/;

const LEADING_SLASHES = /^\/{2,}/;

/** Returns the path of a gRPC method: without the leading slashes that evo-sdk repeats, and without a query; `undefined` for other paths. */
export function grpcPathOf(target: string): string | undefined {
  const path = target.replace(LEADING_SLASHES, '/');
  if (!SERVICE_PATH.test(path)) return undefined;
  const query = path.indexOf('?');
  return query < 0 ? path : path.slice(0, query);
}
