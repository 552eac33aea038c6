import { traceIdOf } from '@toolwire/internal';
import type { Context, Link, OpenTelemetryApi } from './open-telemetry.ts';

/** The trace context of a caller. */
export interface TraceCarrier {
  /** Returns a field of the trace context, for example `traceparent`. */
  readonly propagated?: ((field: string) => string | undefined) | undefined;
  /** The caller's trace ID; used without a `traceparent` if its format is valid. */
  readonly traceId?: string | undefined;
}

/** Which context has priority: the one in the message, or the active one of the transport. */
export type ContextPriority = 'message' | 'transport';

/**
 * Returns `'message'` for an MCP message with a trace ID. `traceId` is `undefined` for all other messages and protocols: then the
 * transport has priority.
 */
export function priorityOf(traceId: string | undefined): ContextPriority {
  return traceId === undefined ? 'transport' : 'message';
}

/** The context of a new span, and its links. */
export interface ParentContext {
  readonly context: Context;
  readonly links: Link[];
}

const getter = {
  get: (carrier: TraceCarrier, field: string): string | undefined => {
    const value = carrier.propagated?.(field);
    if (field !== 'traceparent') return value;
    return value === undefined ? traceParentOf(carrier.traceId) : lastMember(value);
  },
  keys: (): string[] => ['traceparent', 'tracestate', 'baggage'],
};

/** An instrumented `fetch` appends its own span to the client's header, so the last span is the closest parent. */
function lastMember(header: string): string {
  return header.slice(header.lastIndexOf(',') + 1).trim();
}

/**
 * Returns the parent of a span. If the app traces HTTP requests, the request's span is the parent. A context inside the
 * message has priority, and the new span links to the request's span.
 */
export function parentContext(carrier: TraceCarrier, priority: ContextPriority, api: OpenTelemetryApi): ParentContext {
  const active = api.context.active();
  const activeSpan = api.trace.getSpanContext(active);
  const isTransportTraced = activeSpan !== undefined && priority === 'transport';
  if (isTransportTraced && carrier.propagated?.('traceparent') !== undefined) return { context: active, links: [] };
  const extracted = api.propagation.extract(active, carrier, getter);
  const extractedSpan = api.trace.getSpanContext(extracted);
  if (activeSpan === undefined || extractedSpan === undefined || extractedSpan.spanId === activeSpan.spanId) {
    return { context: extracted, links: [] };
  }
  return { context: extracted, links: [{ context: activeSpan }] };
}

const traceIdOnly = /^(?!0{32})[\da-f]{32}$/i;
const invalidSpanId = '0'.repeat(16);

/**
 * Converts the `trace_id` of a call to a `traceparent`, unless it is one already. The caller's span is unknown, so its ID is
 * derived from the trace ID (E64).
 */
export function traceParentOf(traceId: string | undefined): string | undefined {
  if (traceId === undefined) return undefined;
  if (traceIdOf(traceId) !== undefined) return traceId;
  if (!traceIdOnly.test(traceId)) return undefined;
  const id = traceId.toLowerCase();
  const spanId = id.endsWith(invalidSpanId) ? id.slice(0, 16) : id.slice(16);
  return `00-${id}-${spanId}-01`;
}
