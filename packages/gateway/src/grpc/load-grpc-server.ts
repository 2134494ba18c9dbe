import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GrpcServer, GrpcServerOptions } from './grpc-server.js';

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

/** Loads the gRPC server with its messages, in several turns of the event loop. */
export async function loadGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  for (const part of PARTS) {
    await part();
    await nextTurn();
  }
  const { openGrpcServer } = await import('./grpc-server.js');
  return openGrpcServer(options);
}
