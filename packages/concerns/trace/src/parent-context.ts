import type { Context, Link, OpenTelemetryApi } from './open-telemetry.ts';
import { traceParentOf } from './trace-parent.ts';

/** What a caller sent of the trace it is in. */
export interface TraceCarrier {
  /** Reads a field of the trace context, such as `traceparent`. */
  readonly propagated?: ((field: string) => string | undefined) | undefined;
  /** An id of the caller's choice; it counts where there is no `traceparent` and it looks like one. */
  readonly traceId?: string | undefined;
}

/** Whose context goes first: that of the message, or the one that the transport has put around us already. */
export type ContextOwner = 'message' | 'transport';

/** The context of a new span, and the spans that it is linked to. */
export interface ParentContext {
  readonly context: Context;
  readonly links?: Link[];
}

const getter = {
  get: (carrier: TraceCarrier, field: string): string | undefined => {
    const value = carrier.propagated?.(field);
    if (field !== 'traceparent') return value;
    return value === undefined ? traceParentOf(carrier.traceId) : lastOf(value);
  },
  keys: (): string[] => ['traceparent', 'tracestate', 'baggage'],
};

/** Two come where a client names its trace and an instrumented `fetch` adds its own span: that one is closer, and stands behind. */
function lastOf(header: string): string {
  return header.slice(header.lastIndexOf(',') + 1).trim();
}

/**
 * Finds the parent of a span. Where the app traces its HTTP requests, the span of the request has read the headers already, and is the
 * parent; what came inside the message goes before it, and links to it.
 */
export function parentContext(carrier: TraceCarrier, owner: ContextOwner, api: OpenTelemetryApi): ParentContext {
  const around = api.context.active();
  const spanAround = api.trace.getSpanContext(around);
  const known = spanAround !== undefined && owner === 'transport';
  if (known && carrier.propagated?.('traceparent') !== undefined) return { context: around };
  const sent = api.propagation.extract(around, carrier, getter);
  const spanSent = api.trace.getSpanContext(sent);
  if (spanAround === undefined || spanSent === undefined || spanSent.spanId === spanAround.spanId) {
    return { context: sent };
  }
  return { context: sent, links: [{ context: spanAround }] };
}
