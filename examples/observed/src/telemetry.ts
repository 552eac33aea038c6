import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { NodeSDK, tracing } from '@opentelemetry/sdk-node';

/** The SDK at work. */
export interface Telemetry {
  /** Sends what there is now, instead of when the time comes. */
  readonly flush: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Sets OpenTelemetry up, as in any Node program: where to send what, and that `fetch` joins in. */
export function startTelemetry(collectorUrl: string): Telemetry {
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${collectorUrl}/v1/metrics` }),
  });
  // At once rather than in batches, so that there is something to see.
  const processor = new tracing.SimpleSpanProcessor(new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` }));
  const sdk = new NodeSDK({
    serviceName: 'weather-tools',
    spanProcessors: [processor],
    metricReaders: [reader],
    instrumentations: [new UndiciInstrumentation()],
  });
  sdk.start();
  return {
    flush: async () => {
      await Promise.all([processor.forceFlush(), reader.forceFlush()]);
    },
    stop: () => sdk.shutdown(),
  };
}
