import { setTimeout as sleep } from 'node:timers/promises';
import {
  Health,
  HealthCheckResponse_ServingStatus as ServingStatus,
  type HealthCheckResponseSchema,
} from '../generated/health_pb.js';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { GrpcError } from '../method/grpc-error.js';
import { streamMethod, unaryMethod, type GrpcContext, type GrpcMethod } from '../method/grpc-method.js';

/** Interval at which a watched status is read. */
const WATCH_INTERVAL_MS = 1000;

/** Names of the services: the empty name is the whole server. */
const SERVICES: ReadonlySet<string> = new Set([
  '',
  'grpc.health.v1.Health',
  'grpc.reflection.v1.ServerReflection',
  'org.dash.platform.dapi.v0.Core',
  'org.dash.platform.dapi.v0.Platform',
]);

const check = unaryMethod(Health.method.check, {
  summary: 'Returns whether the server is ready for traffic',
  description: 'SERVING if `/readyz` returns 200, otherwise NOT_SERVING.',
  errors: [{ status: 'notFound', when: 'no service has the name' }],
  handle: async ({ service }, context) => {
    if (!SERVICES.has(service)) throw new GrpcError('notFound', 'unknown service');
    return { status: await servingStatus(context) };
  },
});

const watch = streamMethod(Health.method.watch, {
  summary: 'Streams whether the server is ready for traffic',
  description: 'Sends the current status, then each change; SERVICE_UNKNOWN for an unknown service.',
  cost: 5,
  handle: ({ service }, context) => statuses(service, context),
});

async function* statuses(
  service: string,
  context: GrpcContext,
): AsyncIterable<MessageInitShape<typeof HealthCheckResponseSchema>> {
  let last: ServingStatus | undefined;
  for (;;) {
    const status = SERVICES.has(service) ? await servingStatus(context) : ServingStatus.SERVICE_UNKNOWN;
    if (status !== last) yield { status };
    last = status;
    await sleep(WATCH_INTERVAL_MS, undefined, { signal: context.signal, ref: false });
  }
}

async function servingStatus({ readiness }: GrpcContext): Promise<ServingStatus> {
  const { isReady } = await readiness.check();
  return isReady ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
}

/** Lists the methods of the health check (grpc/doc/health-checking.md). */
export const healthMethods: readonly GrpcMethod[] = [check, watch];
