import { isObject, own, present } from '../values/json-values.ts';
import { toBase64 } from '../values/text-encoding.ts';

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

/** The headers that repeat parameters marked with `x-mcp-header`, as MCP 2026-07-28 requires. */
export function paramHeaders(schema: unknown, input: unknown): Readonly<Record<string, string>> {
  if (!isObject(schema) || !isObject(schema['properties']) || !isObject(input)) return {};
  const headers = Object.entries(schema['properties']).flatMap(
    ([name, property]): readonly (readonly [string, string])[] => {
      const value = own(input, name);
      const headerName = own(property, 'x-mcp-header');
      const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return typeof headerName === 'string' && isPlain
        ? [[`mcp-param-${headerName.toLowerCase()}`, headerValue(String(value))]]
        : Object.entries(paramHeaders(property, value));
    },
  );
  return Object.fromEntries(headers);
}

/** Plain ASCII stays as it is; MCP encodes the rest in Base64. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${toBase64(new TextEncoder().encode(text))}?=`;
}
