import { present } from '../values/json-values.ts';

/** The maximum length of IDs that callers send: of calls, users, providers and secrets. */
export const maxIdLength = 256;

/** Why an optional string of a request is invalid; `undefined` if it is valid. Null counts as absent. */
export function textProblem(name: string, value: unknown): string | undefined {
  return present(value) && typeof value !== 'string' ? `"${name}" must be a string` : undefined;
}

/** Why an optional ID of a request is invalid; `undefined` if it is valid. */
export function idProblem(name: string, value: unknown): string | undefined {
  if (isTooLong(value)) return `"${name}" must be at most ${maxIdLength} characters long`;
  return textProblem(name, value);
}

/** Whether a value is an ID that is too long. */
export function isTooLong(id: unknown): boolean {
  return typeof id === 'string' && id.length > maxIdLength;
}

// W3C Trace Context: version, trace, span and flags. Versions after 00 may append fields after a dash. MCP-META-05
const traceparentForm = /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[!-~]*)?$/;

/** The trace ID in a W3C `traceparent`; `undefined` if the value is invalid. */
export function traceIdOf(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' ? traceparentForm.exec(traceparent)?.[1] : undefined;
}
