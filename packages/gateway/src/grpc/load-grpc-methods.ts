import type { GrpcMethod } from './method/grpc-method.js';

/** Loads the table of gRPC methods with their messages: that takes some hundred milliseconds. */
export async function loadGrpcMethods(): Promise<readonly GrpcMethod[]> {
  const { grpcMethods } = await import('./grpc-methods.js');
  return grpcMethods;
}
