import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
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
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** The real SDK as an application sets it up, but for exporters that keep what they get. */
export interface Sdk {
  readonly tracer: api.Tracer;
  spans(): readonly ReadableSpan[];
  /** All metrics so far, as they would be exported. */
  metrics(): Promise<readonly unknown[]>;
  /** Whether `fetch` makes spans and sends them along; it does from the start. */
  instrumentFetch(on: boolean): void;
  forget(): void;
  stop(): Promise<void>;
}

/** Starts it; `fetch` is instrumented from now on. */
export function startSdk(): Sdk {
  const spanExporter = new InMemorySpanExporter();
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  api.trace.setGlobalTracerProvider(tracers);
  api.metrics.setGlobalMeterProvider(meters);
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
  api.propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
  const fetchInstrumentation = new UndiciInstrumentation();
  return {
    tracer: api.trace.getTracer('test'),
    spans: () => spanExporter.getFinishedSpans(),
    metrics: async () => {
      metricExporter.reset();
      await reader.forceFlush();
      return metricExporter
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics);
    },
    instrumentFetch: (on) => (on ? fetchInstrumentation.enable() : fetchInstrumentation.disable()),
    forget: () => spanExporter.reset(),
    stop: async () => {
      fetchInstrumentation.disable();
      await Promise.all([tracers.shutdown(), meters.shutdown()]);
      for (const part of [api.trace, api.metrics, api.context, api.propagation]) part.disable();
    },
  };
}

/** The names of a span and those above it, from the root down. */
export function pathOf(span: ReadableSpan, spans: readonly ReadableSpan[]): readonly string[] {
  const parentId = span.parentSpanContext?.spanId;
  const parent = spans.find((one) => one.spanContext().spanId === parentId);
  if (parentId !== undefined && parent === undefined) return ['a parent that is not there', span.name];
  return parent === undefined ? [span.name] : [...pathOf(parent, spans), span.name];
}
