import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Tracer,
} from '@opentelemetry/api';
import type { Metrics } from './metrics.js';
import type { Observer } from './observer.js';

const SERVER_ERRORS = 500;
/** UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL, UNAVAILABLE and DATA_LOSS, as in the semantic conventions of OpenTelemetry. */
const GRPC_SERVER_ERRORS: ReadonlySet<number> = new Set([2, 4, 12, 13, 14, 15]);

/**
 * Counts and times what it sees, and makes OpenTelemetry spans of it: request, call, call to a node, each within the other.
 * Without an OpenTelemetry SDK in the process there are no spans.
 */
export function gatewayObserver(metrics: Metrics, clock: () => number = () => performance.now()): Observer {
  const tracer = trace.getTracer('dapikit');
  const secondsSince = (start: number): number => (clock() - start) / 1000;

  return {
    request: (route, headers, run) =>
      inSpan(
        tracer,
        route,
        SpanKind.SERVER,
        { 'http.route': route },
        propagation.extract(context.active(), headers),
        (ended) =>
          run((status) => {
            metrics.responded(route, status);
            ended(status < SERVER_ERRORS, { 'http.response.status_code': status });
          }),
      ),
    call: (method, run) => {
      const start = clock();
      return inSpan(
        tracer,
        method,
        SpanKind.INTERNAL,
        { 'rpc.system': 'jsonrpc', 'rpc.method': method },
        context.active(),
        (ended) =>
          run((outcome) => {
            metrics.called(method, outcome, secondsSince(start));
            ended(outcome !== 'internalError' && outcome !== 'unavailable', { 'dapikit.outcome': outcome });
          }),
      );
    },
    grpcCall: observeGrpcCalls(metrics, tracer, clock),
    answered: (source) => {
      if (source !== undefined) metrics.answered(source);
    },
    notified: (seconds) => metrics.notified(seconds),
    committed: (seconds) => metrics.committed(seconds),
    proof: (outcome) => metrics.checkedProof(outcome),
    upstream: (node, call, run) => {
      const start = clock();
      const counted = (outcome: string): void =>
        metrics.calledUpstream(node, call, outcome, secondsSince(start));
      // Probes of nodes belong to no request: they are many, and each says little.
      if (trace.getActiveSpan() === undefined) return run(counted);
      return inSpan(tracer, call, SpanKind.CLIENT, { 'dapikit.node': node }, context.active(), (ended) =>
        run((outcome) => {
          counted(outcome);
          ended(outcome === 'ok' || outcome === 'rejected', { 'dapikit.outcome': outcome });
        }),
      );
    },
  };
}

function observeGrpcCalls(metrics: Metrics, tracer: Tracer, clock: () => number): Observer['grpcCall'] {
  return (method, run) => {
    const start = clock();
    const [, service, name = method] = /^\/(.+)\/([^/]+)$/.exec(method) ?? [];
    const attributes = {
      'rpc.system': 'grpc',
      ...(service !== undefined && { 'rpc.service': service }),
      'rpc.method': name,
    };
    return inSpan(tracer, method, SpanKind.INTERNAL, attributes, context.active(), (ended) =>
      run((status) => {
        metrics.calledOverGrpc(method, status, (clock() - start) / 1000);
        ended(!GRPC_SERVER_ERRORS.has(status), { 'rpc.grpc.status_code': status });
      }),
    );
  };
}

function inSpan<T>(
  tracer: Tracer,
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  parent: ReturnType<typeof context.active>,
  run: (ended: (isFine: boolean, more: Attributes) => void) => T,
): T {
  return tracer.startActiveSpan(name, { kind, attributes }, parent, (span) =>
    run((isFine, more) => {
      span.setAttributes(more);
      if (!isFine) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }),
  );
}
