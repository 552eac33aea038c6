/**
 * The part of `@opentelemetry/api` that this package uses; pass the whole module: `import * as api from '@opentelemetry/api'`.
 * The types are declared here, so that the package type-checks without OpenTelemetry, which is an optional peer dependency.
 */
export interface OpenTelemetryApi {
  readonly SpanKind: { readonly INTERNAL: number; readonly SERVER: number };
  readonly SpanStatusCode: { readonly ERROR: number };
  readonly INVALID_SPAN_CONTEXT: SpanContext;
  readonly context: { active(): Context; with<Result>(context: Context, run: () => Result): Result };
  readonly propagation: { extract<Carrier>(context: Context, carrier: Carrier, getter: Getter<Carrier>): Context };
  readonly trace: {
    getTracer(name: string, version?: string): Tracer;
    getSpanContext(context: Context): SpanContext | undefined;
    setSpan(context: Context, span: Span): Context;
  };
  readonly metrics: { getMeter(name: string, version?: string): Meter };
  createContextKey(description: string): symbol;
  createNoopMeter(): Meter;
}

/** Attributes of a span or metric. */
export interface Attributes {
  [name: string]: string | number | boolean | undefined;
}

/** Context values, for example the active span. */
export interface Context {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): Context;
  deleteValue(key: symbol): Context;
}

/** The IDs of a span. */
interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** Reads the fields of a carrier for a propagator. */
interface Getter<Carrier> {
  get(carrier: Carrier, field: string): string | undefined;
  keys(carrier: Carrier): string[];
}

/** Options of a span. */
export interface SpanOptions {
  readonly kind: number;
  readonly attributes: Attributes;
  readonly links: Link[];
}

/** A link to another span. */
export interface Link {
  readonly context: SpanContext;
}

interface Tracer {
  startSpan(name: string, options: SpanOptions, context: Context): Span;
}

export interface Span {
  isRecording(): boolean;
  spanContext(): SpanContext;
  setAttributes(attributes: Attributes): Span;
  setStatus(status: { code: number }): Span;
  addEvent(name: string, attributes: Attributes): Span;
  updateName(name: string): Span;
  end(): void;
}

export interface Counter {
  add(value: number, attributes: Attributes): void;
}

export interface Histogram {
  record(value: number, attributes: Attributes): void;
}

export interface Gauge {
  record(value: number, attributes: Attributes): void;
}

/** Creates instruments. */
export interface Meter {
  createCounter(name: string, options: MetricOptions): Counter;
  createUpDownCounter(name: string, options: MetricOptions): Counter;
  createHistogram(name: string, options: MetricOptions): Histogram;
  /** Missing in versions before 1.9. */
  createGauge?(name: string, options: MetricOptions): Gauge;
}

interface MetricOptions {
  description: string;
  unit: string;
  advice?: { explicitBucketBoundaries: number[] };
}
