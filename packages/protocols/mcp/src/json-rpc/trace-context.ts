import type { Fields } from '@toolwire/core/wire';
import { traceIdOf } from '@toolwire/internal';
import type { MessageContext } from './message-context.ts';

/** Reads the trace context in the `_meta` of a request, or else in its headers. A separate closure, so that it doesn't retain the request. */
export function readPropagated(
  { traceparent, tracestate, baggage }: Fields,
  header: MessageContext['header'],
): (field: string) => string | undefined {
  const sent: Fields = { traceparent, tracestate, baggage };
  return (field) => {
    const inMessage = sent[field];
    return typeof inMessage === 'string' ? inMessage : header?.(field);
  };
}

/** Reads the ID of the trace in the `_meta` of a request. */
export function readTraceId({ traceparent }: Fields): string | undefined {
  return traceIdOf(traceparent);
}

/** The trace of a request as a JSON member with a leading comma, for the `_meta` of its result. May be empty. MCP-META-05 */
export function traceMember(meta: Fields): string {
  return readTraceId(meta) === undefined ? '' : `,"traceparent":${JSON.stringify(meta['traceparent'])}`;
}
