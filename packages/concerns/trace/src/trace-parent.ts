const traceParent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const onlyTraceId = /^(?!0{32})[\da-f]{32}$/i;
const noSpanId = '0'.repeat(16);

/**
 * E64: reads the `trace_id` of a call as the `traceparent` that it is, or names the trace that it names. A span of the caller's own
 * is not known then, so the parent in that trace is made up, from the id itself.
 */
export function traceParentOf(traceId: string | undefined): string | undefined {
  if (traceId === undefined) return undefined;
  if (traceParent.test(traceId)) return traceId;
  if (!onlyTraceId.test(traceId)) return undefined;
  const id = traceId.toLowerCase();
  const last = id.slice(16);
  return `00-${id}-${last === noSpanId ? id.slice(0, 16) : last}-01`;
}
