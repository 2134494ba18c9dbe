import { context, propagation, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';
import type { Metrics } from './metrics.js';
import type { Observer } from './observer.js';

const SERVER_ERRORS = 500;

/**
 * Counts and times what it sees, and makes OpenTelemetry spans of it: request, call, call to a node, each within the other.
 * Without an OpenTelemetry SDK in the process there are no spans.
 */
export function gatewayObserver(metrics: Metrics, clock: () => number = () => performance.now()): Observer {
  const tracer = trace.getTracer('dapikit');
  const secondsSince = (start: number): number => (clock() - start) / 1000;

  function inSpan<T>(
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

  return {
    request: (route, headers, run) =>
      inSpan(
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
    answered: (source) => {
      if (source !== undefined) metrics.answered(source);
    },
    told: (seconds) => metrics.told(seconds),
    upstream: (node, call, run) => {
      const start = clock();
      const counted = (outcome: string): void =>
        metrics.calledUpstream(node, call, outcome, secondsSince(start));
      // Looks at nodes belong to no request: they are many, and tell little each.
      if (trace.getActiveSpan() === undefined) return run(counted);
      return inSpan(call, SpanKind.CLIENT, { 'dapikit.node': node }, context.active(), (ended) =>
        run((outcome) => {
          counted(outcome);
          ended(outcome === 'ok' || outcome === 'refused', { 'dapikit.outcome': outcome });
        }),
      );
    },
  };
}
