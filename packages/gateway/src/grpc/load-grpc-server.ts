import { loadInTurns } from '../base/load-in-turns.js';
import type { GrpcServer, GrpcServerOptions } from './grpc-server.js';

/**
 * Parts of the server, each with its own imports: a module is evaluated with all that it imports in one turn, all at once in
 * some hundred milliseconds.
 */
const PARTS: readonly (() => Promise<unknown>)[] = [
  // Node loads fetch and all that belongs to it with the first use: some thirty milliseconds of the first call.
  async () => new Headers(),
  async () => import('@connectrpc/connect'),
  async () => import('@connectrpc/connect-node'),
  async () => import('./generated/dapi_pb.js'),
  async () => import('./core/core-methods.js'),
  async () => import('@dapikit/protocol'),
  async () => import('@dapikit/proof'),
  async () => import('@dapikit/proof/prover'),
  async () => import('@dapikit/platform'),
  async () => import('./platform/get-documents.js'),
  async () => import('./platform/platform-service.js'),
  async () => import('./grpc-methods.js'),
];

/**
 * Loads the modules of gRPC, in several turns of the event loop of up to some ten milliseconds each. A gateway that starts after it has no such
 * turns while it serves; otherwise it loads them itself a second after its start, or for the first call.
 */
export async function loadGrpcModules(): Promise<void> {
  await loadInTurns(PARTS);
}

/** Opens the gRPC server once its modules are loaded. */
export async function loadGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  await loadGrpcModules();
  const { openGrpcServer } = await import('./grpc-server.js');
  return openGrpcServer(options);
}
