import type { Fields } from '../rpc/json-shape.ts';

// MCP-META-05, W3C Trace Context: version, trace, span, flags, and in versions to come more after a dash.
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/;

/** The id of the trace that a request brings along in `_meta`. */
export function traceIdOf({ traceparent: sent }: Fields): string | undefined {
  return typeof sent === 'string' ? traceparent.exec(sent)?.[1] : undefined;
}

/** The fields of a request's `_meta` that make up its trace context, and nothing else of it. */
export function traceContextOf({ traceparent: parent, tracestate, baggage }: Fields): Fields {
  return { traceparent: parent, tracestate, baggage };
}

/** The trace of a request, for the `_meta` of its result: a JSON member after a comma, or nothing. */
export function traceMember({ traceparent: sent }: Fields): string {
  return typeof sent === 'string' && traceparent.test(sent) ? `,"traceparent":${JSON.stringify(sent)}` : '';
}
