import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** A point of a metric, without what the SDK adds. */
export interface MetricPoint {
  readonly name: string;
  readonly attributes: api.Attributes;
  readonly value: unknown;
}

/** The real SDK with exporters in memory. */
export interface Sdk {
  readonly tracer: api.Tracer;
  spans(): readonly ReadableSpan[];
  metrics(): Promise<readonly MetricPoint[]>;
  /** Forgets everything, and takes the SDK out of the API. */
  stop(): Promise<void>;
}

/** Starts the SDK, as an application does before anything else. */
export function startSdk(sampler?: Sampler): Sdk {
  const spanExporter = new InMemorySpanExporter();
  const tracers = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(spanExporter)],
    ...(sampler && { sampler }),
  });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  api.trace.setGlobalTracerProvider(tracers);
  api.metrics.setGlobalMeterProvider(meters);
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
  api.propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
  return {
    tracer: api.trace.getTracer('test'),
    spans: () => spanExporter.getFinishedSpans(),
    metrics: async () => {
      metricExporter.reset();
      await reader.forceFlush();
      return metricExporter
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics)
        .flatMap(({ descriptor, dataPoints }) =>
          dataPoints.map(({ attributes, value }) => ({ name: descriptor.name, attributes, value })),
        );
    },
    stop: async () => {
      await Promise.all([tracers.shutdown(), meters.shutdown()]);
      api.trace.disable();
      api.metrics.disable();
      api.context.disable();
      api.propagation.disable();
    },
  };
}
