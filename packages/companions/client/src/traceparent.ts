const pattern = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/;

/** The trace id of a W3C `traceparent`; nothing where the text is not one, so that it is not sent either. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  const [, traceId, spanId] = pattern.exec(traceparent ?? '') ?? [];
  const isReal = traceId !== undefined && spanId !== undefined && !/^0+$/.test(traceId) && !/^0+$/.test(spanId);
  return isReal && !traceparent?.startsWith('ff') ? traceId : undefined;
}
