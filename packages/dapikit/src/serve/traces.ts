import { loadOptional } from '@dapikit/chain';
import { VERSION } from '../program/version.js';

/** Sends the remaining spans. */
export type StopTraces = () => Promise<void>;

const PACKAGES =
  '@opentelemetry/sdk-trace-node@2 @opentelemetry/resources@2 @opentelemetry/exporter-trace-otlp-http@0.223';

const loadSdk = () =>
  Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);

/**
 * Sends OpenTelemetry spans where the environment says so (`OTEL_EXPORTER_OTLP_ENDPOINT` or that of traces), as the
 * specification of its variables has it. The SDK is loaded only then.
 *
 * @throws {MissingPackageError} (rejects) where it is not installed
 */
export async function startTraces(env: NodeJS.ProcessEnv): Promise<StopTraces> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ofTraces = '',
    OTEL_SDK_DISABLED: isDisabled,
  } = env;
  if ((endpoint === '' && ofTraces === '') || isDisabled === 'true') return async () => undefined;
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await loadOptional(
    loadSdk,
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    PACKAGES,
  );
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'dapikit', 'service.version': VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => provider.shutdown();
}
