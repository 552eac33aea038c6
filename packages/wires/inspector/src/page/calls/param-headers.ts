import { isFields, type Json, wordOf } from '../json.ts';

/** The parameters that a tool wants to be repeated in headers, for proxies to see. */
export function paramHeaders(schema: Json, input: Json): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  collect(schema, input, found);
  return found;
}

function collect(schema: Json, value: Json, found: Record<string, string>): void {
  if (!isFields(schema) || !isFields(value) || !isFields(schema['properties'])) return;
  for (const [name, property] of Object.entries(schema['properties'])) {
    if (!isFields(property) || !Object.hasOwn(value, name)) continue;
    const one = value[name] ?? null;
    const header = property['x-mcp-header'];
    if (typeof header === 'string' && one !== null && typeof one !== 'object') {
      found[`mcp-param-${header}`] = encodeHeader(wordOf(one));
    }
    collect(property, one, found);
  }
}

// As the protocol writes what no header can hold.
function encodeHeader(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')) return text;
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join('');
  return `=?base64?${btoa(bytes)}?=`;
}
