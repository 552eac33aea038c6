import type * as OpenTelemetry from '@opentelemetry/api';

/** What this package uses of `@opentelemetry/api`; give it the whole module: `import * as api from '@opentelemetry/api'`. */
export type OpenTelemetryApi = Pick<
  typeof OpenTelemetry,
  | 'INVALID_SPAN_CONTEXT'
  | 'SpanKind'
  | 'SpanStatusCode'
  | 'context'
  | 'createContextKey'
  | 'createNoopMeter'
  | 'metrics'
  | 'propagation'
  | 'trace'
>;

/** Who makes the spans and metrics, as OpenTelemetry's instrumentation scope names it. */
export const scopeName = '@toolwire/trace';
