import { isFields, type Json, wordOf } from '../json.ts';

/** The parameters that the tool also expects in headers, which proxies can read. */
export function paramHeaders(schema: Json, input: Json): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  collect(schema, input, headers);
  return headers;
}

function collect(schema: Json, value: Json, headers: Record<string, string>): void {
  if (!isFields(schema) || !isFields(value) || !isFields(schema['properties'])) return;
  for (const [name, property] of Object.entries(schema['properties'])) {
    if (!isFields(property) || !Object.hasOwn(value, name)) continue;
    const one = value[name] ?? null;
    const header = property['x-mcp-header'];
    if (typeof header === 'string' && one !== null && typeof one !== 'object') {
      headers[`mcp-param-${header}`] = encodeHeader(wordOf(one));
    }
    collect(property, one, headers);
  }
}

// The protocol encodes values that are not valid in a header.
function encodeHeader(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')) return text;
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join('');
  return `=?base64?${btoa(bytes)}?=`;
}
