import { coreMethods } from './core/core-methods.js';
import { Core, Platform } from './generated/dapi_pb.js';
import { Health } from './generated/health_pb.js';
import { healthMethods } from './health/health-methods.js';
import type { GrpcMethod } from './method/grpc-method.js';
import { platformRows } from './platform/platform-service.js';
import { reflectionMethods } from './reflection/reflection-methods.js';

/** Lists every gRPC method: the server, its limits, the documentation and the tests are made of this table. */
export const grpcMethods: readonly GrpcMethod[] = [
  ...coreMethods,
  ...platformRows,
  ...healthMethods,
  ...reflectionMethods([Core, Platform, Health]),
];
