import { isObject, present } from '../values/json-values.ts';

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
function isTooLong(id: unknown): boolean {
  return typeof id === 'string' && id.length > maxIdLength;
}

// W3C Trace Context: version, trace, span and flags. Versions after 00 may append fields after a dash. MCP-META-05
const traceparentForm = /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[!-~]*)?$/;

/** The trace ID in a W3C `traceparent`; `undefined` if the value is invalid. */
export function traceIdOf(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' ? traceparentForm.exec(traceparent)?.[1] : undefined;
}

/** The values of a list such as `[{ id, token }]` by their IDs, or why the list is invalid. */
export function readEntries(
  name: string,
  entries: unknown,
  idMember: string,
  valueMember: string,
): readonly (readonly [id: string, value: string])[] | string {
  if (!present(entries)) return [];
  if (!Array.isArray(entries)) return `"${name}" must be an array`;
  const byId = new Map<string, string>();
  for (const entry of entries as readonly unknown[]) {
    const { [idMember]: id, [valueMember]: value } = isObject(entry) ? entry : {};
    if (typeof id !== 'string' || typeof value !== 'string') {
      return `"${name}" must hold objects with a string "${idMember}" and a string "${valueMember}"`;
    }
    if (isTooLong(id)) return `"${name}" must not have an "${idMember}" of more than ${maxIdLength} characters`;
    // Two different values for one ID are ambiguous. E71
    if ((byId.get(id) ?? value) !== value) return `"${name}" holds two different entries with the same "${idMember}"`;
    byId.set(id, value);
  }
  return [...byId];
}
