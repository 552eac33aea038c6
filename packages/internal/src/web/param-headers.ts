import { isObject, own } from '../values/json-values.ts';
import { toBase64 } from '../values/text-encoding.ts';

/** The headers that repeat parameters marked with `x-mcp-header`, as MCP 2026-07-28 requires. */
export function paramHeaders(schema: unknown, input: unknown): Readonly<Record<string, string>> {
  if (!isObject(schema) || !isObject(schema['properties']) || !isObject(input)) return {};
  const headers: Record<string, string> = {};
  for (const [name, property] of Object.entries(schema['properties'])) {
    const value = own(input, name);
    const headerName = own(property, 'x-mcp-header');
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (typeof headerName === 'string' && isPlain) {
      headers[`mcp-param-${headerName.toLowerCase()}`] = headerValue(String(value));
    } else {
      Object.assign(headers, paramHeaders(property, value));
    }
  }
  return headers;
}

/** Plain ASCII stays as it is; MCP encodes the rest in Base64. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${toBase64(new TextEncoder().encode(text))}?=`;
}
