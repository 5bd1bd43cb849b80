import { type LoggerService } from '@nestjs/common';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { type TracingSettings } from '../config/settings.js';

/** A collector that hangs must not keep the service from stopping. */
const EXPORT_TIMEOUT_MS = 3_000;
/** How often a missing collector is logged. */
const COMPLAINT_MS = 60 * 60_000;

/**
 * From now on, the spans of this process are sent to an OTLP collector, as JSON over HTTP.
 * @returns a function that stops it
 */
export function startTracing(
  { url, headers, serviceName, ratio }: TracingSettings,
  logger: LoggerService,
): () => Promise<void> {
  complainSeldom(logger);
  const chosen = new TraceIdRatioBasedSampler(ratio);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // A caller may continue its trace here, but does not decide how much is recorded.
    sampler: new ParentBasedSampler({ root: chosen, remoteParentSampled: chosen }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS }), {
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  provider.register();
  return () => provider.shutdown().catch(() => undefined);
}

function complainSeldom(logger: LoggerService): void {
  let saidAt = -Infinity;
  const complain = () => {
    if (performance.now() - saidAt < COMPLAINT_MS) return;
    saidAt = performance.now();
    logger.warn('Traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT', 'Tracing');
  };
  const silent = () => undefined;
  const logged = { error: complain, warn: silent, info: silent, debug: silent, verbose: silent };
  diag.setLogger(logged, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}
