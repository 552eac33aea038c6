import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** The spans and metrics that the OpenTelemetry SDK exports, as text. */
export interface Telemetry {
  readonly spans: () => string;
  readonly metrics: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts the SDK with in-memory exporters. */
export function startTelemetry(): Telemetry {
  const spanExporter = new InMemorySpanExporter();
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  api.trace.setGlobalTracerProvider(tracers);
  api.metrics.setGlobalMeterProvider(meters);
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return {
    spans: () =>
      JSON.stringify(
        spanExporter
          .getFinishedSpans()
          .map(({ name, attributes, events, status, links, resource }) => [
            name,
            attributes,
            events,
            status,
            links,
            resource.attributes,
          ]),
      ),
    metrics: async () => {
      metricExporter.reset();
      await reader.forceFlush();
      return JSON.stringify(metricExporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics));
    },
    stop: async () => {
      await Promise.all([tracers.shutdown(), meters.shutdown()]);
      for (const part of [api.trace, api.metrics, api.context]) part.disable();
    },
  };
}
