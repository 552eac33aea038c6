// W3C Trace Context: version, trace, span and flags. Versions after 00 may append fields after a dash. MCP-META-05
const traceparentForm = /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[!-~]*)?$/;

/** The trace ID in a W3C `traceparent`; `undefined` if the value is invalid. */
export function traceIdOf(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' ? traceparentForm.exec(traceparent)?.[1] : undefined;
}
