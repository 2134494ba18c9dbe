import type { IncomingMessage, ServerResponse } from 'node:http';
import { grpcPathOf, grpcProtocolOf } from './grpc-protocol.js';
import type { GrpcServer, GrpcServerOptions } from './grpc-server.js';

/** Returns whether a request is for gRPC: by its path, or by its content type. */
export function isForGrpc({ url = '', headers }: IncomingMessage): boolean {
  return grpcPathOf(url) !== undefined || grpcProtocolOf(headers) !== undefined;
}

/**
 * Returns a gRPC server that is loaded with its messages when the first request arrives: that takes some hundred
 * milliseconds.
 */
export function lazyGrpcServer(options: GrpcServerOptions): GrpcServer {
  let server: GrpcServer | undefined;
  let loading: Promise<GrpcServer> | undefined;

  async function load(): Promise<GrpcServer> {
    const { openGrpcServer } = await import('./grpc-server.js');
    server = openGrpcServer(options);
    return server;
  }

  async function serveLater(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      (await (loading ??= load())).serve(request, response);
    } catch (error) {
      // The next request tries again.
      loading = undefined;
      options.parts.log.error({ err: error }, 'gRPC server not loaded');
      response.destroy();
    }
  }

  return {
    serve: (request, response) => {
      if (server === undefined) void serveLater(request, response);
      else server.serve(request, response);
    },
  };
}
