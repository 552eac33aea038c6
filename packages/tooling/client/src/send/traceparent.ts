import type { ClientSettings } from '../options/client-settings.ts';

const pattern = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/;

/** Returns the trace ID of a W3C `traceparent`, or `undefined` if it is invalid. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  const [, traceId, spanId] = pattern.exec(traceparent ?? '') ?? [];
  const isReal = traceId !== undefined && spanId !== undefined && !/^0+$/.test(traceId) && !/^0+$/.test(spanId);
  return isReal && !traceparent?.startsWith('ff') ? traceId : undefined;
}

/** Returns the current `traceparent`, if it is valid. */
export function traceparentOf(settings: ClientSettings): string | undefined {
  const traceparent = currentTraceparent(settings);
  return traceIdOf(traceparent) === undefined ? undefined : traceparent;
}

function currentTraceparent({ traceparent }: ClientSettings): string | undefined {
  try {
    return traceparent?.();
  } catch {
    // A failed callback must not fail the call, so it has no trace.
    return undefined;
  }
}
