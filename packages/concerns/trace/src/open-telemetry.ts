/**
 * What this package uses of `@opentelemetry/api`; give it the whole module: `import * as api from '@opentelemetry/api'`. Described here,
 * so that whoever does without OpenTelemetry need not install it for its types.
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

/** What a span or a metric is marked with. */
export interface Attributes {
  [name: string]: string | number | boolean | undefined;
}

/** Values that go along with what runs, the active span among them. */
export interface Context {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): Context;
  deleteValue(key: symbol): Context;
}

/** Which span of which trace. */
interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** How a propagator reads what came along. */
interface Getter<Carrier> {
  get(carrier: Carrier, field: string): string | undefined;
  keys(carrier: Carrier): string[];
}

/** What a span begins with. */
export interface SpanOptions {
  readonly kind: number;
  readonly attributes: Attributes;
  readonly links?: Link[];
}

/** Another span that belongs to this one. */
export interface Link {
  readonly context: SpanContext;
}

/** Makes spans. */
interface Tracer {
  startSpan(name: string, options: SpanOptions, context: Context): Span;
}

/** One piece of work in a trace. */
export interface Span {
  isRecording(): boolean;
  spanContext(): SpanContext;
  setAttributes(attributes: Attributes): Span;
  setStatus(status: { code: number }): Span;
  addEvent(name: string, attributes: Attributes): Span;
  updateName(name: string): Span;
  end(): void;
}

/** What counts up, or up and down. */
export interface Counter {
  add(value: number, attributes: Attributes): void;
}

/** What measures. */
export interface Histogram {
  record(value: number, attributes: Attributes): void;
}

/** What tells how something stands. */
export interface Gauge {
  record(value: number, attributes: Attributes): void;
}

/** Makes what counts and measures. */
interface Meter {
  createCounter(name: string, options: MetricOptions): Counter;
  createUpDownCounter(name: string, options: MetricOptions): Counter;
  createHistogram(name: string, options: MetricOptions): Histogram;
  /** Left out by APIs older than 1.9. */
  createGauge?(name: string, options: MetricOptions): Gauge;
}

/** How a metric is described. */
interface MetricOptions {
  description: string;
  unit: string;
  advice?: { explicitBucketBoundaries: number[] };
}
