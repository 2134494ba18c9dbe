import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GatheredBody } from '../server/gathered-body.js';
import { grpcPathOf, grpcProtocolOf } from './grpc-protocol.js';
import type { GrpcServer, GrpcServerOptions } from './grpc-server.js';

/** Returns whether a request is for gRPC: by its path, or by its content type. */
export function isForGrpc({ url = '', headers }: IncomingMessage): boolean {
  const isOther = url === '/' && headers['content-type'] === 'application/json';
  return !isOther && (grpcPathOf(url) !== undefined || grpcProtocolOf(headers) !== undefined);
}

/** Describes a gRPC server that is loaded later. */
export interface LazyGrpcServer extends GrpcServer {
  /** Loads the server before the first request, in several turns of the event loop. Never fails: the first request tries again. */
  preload(): Promise<void>;
}

/**
 * What the server is made of, each with what it imports itself: a module is evaluated with all that it imports in one turn, all at once in
 * some hundred milliseconds.
 */
const PARTS: readonly (() => Promise<unknown>)[] = [
  async () => import('@connectrpc/connect'),
  async () => import('@connectrpc/connect-node'),
  async () => import('./generated/dapi_pb.js'),
  async () => import('./core/core-methods.js'),
  async () => import('./platform/get-documents.js'),
  async () => import('./platform/platform-service.js'),
  async () => import('./grpc-methods.js'),
];

/** Returns a gRPC server that is loaded with its messages when the first request arrives, unless it is preloaded. */
export function lazyGrpcServer(options: GrpcServerOptions): LazyGrpcServer {
  let server: GrpcServer | undefined;
  let loading: Promise<GrpcServer> | undefined;

  async function load(): Promise<GrpcServer> {
    for (const part of PARTS) {
      await part();
      await nextTurn();
    }
    const { openGrpcServer } = await import('./grpc-server.js');
    server = openGrpcServer(options);
    return server;
  }

  async function serveLater(
    request: IncomingMessage,
    response: ServerResponse,
    body: GatheredBody,
  ): Promise<void> {
    try {
      (await (loading ??= load())).serve(request, response, body);
    } catch (error) {
      // The next request tries again.
      loading = undefined;
      options.parts.log.error({ err: error }, 'gRPC server not loaded');
      response.destroy();
    }
  }

  return {
    preload: async () => {
      try {
        await (loading ??= load());
      } catch {
        loading = undefined;
      }
    },
    serve: (request, response, body) => {
      if (server === undefined) void serveLater(request, response, body);
      else server.serve(request, response, body);
    },
  };
}
