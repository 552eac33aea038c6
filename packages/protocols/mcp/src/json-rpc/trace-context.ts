import type { Fields } from '@toolwire/core/wire';
import { traceIdOf } from '@toolwire/internal';

/** Reads the trace context in the `_meta` of a request, or else in its headers. A separate closure, so that it doesn't retain the request. */
export function readPropagated(
  { traceparent, tracestate, baggage }: Fields,
  header: ((name: string) => string | undefined) | undefined,
): (field: string) => string | undefined {
  const sent: Fields = { traceparent, tracestate, baggage };
  return (field) => {
    const inMessage = sent[field];
    return typeof inMessage === 'string' ? inMessage : header?.(field);
  };
}

/** The trace of a request as a JSON member with a leading comma, for the `_meta` of its result. May be empty. MCP-META-05 */
export function traceMember({ traceparent }: Fields): string {
  return traceIdOf(traceparent) === undefined ? '' : `,"traceparent":${JSON.stringify(traceparent)}`;
}
