import { isRecord, type JsonRecord, listOf, recordOf, resolved } from './json.ts';

const textsOfFormats: Readonly<Record<string, string>> = {
  date: '2026-01-02',
  'date-time': '2026-01-02T03:04:05Z',
  email: 'ann@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  uuid: '3f2c1b7e-8a4d-4e6f-9b1a-2c3d4e5f6a7b',
};

// Characters that mean something in a URL or a form, which each request must encode.
const plainText = 'a b&c=d/e+ü';

/** A value that a schema accepts; `undefined` where that takes more than a look at the schema. */
export function sampleOf(source: unknown, root: JsonRecord, depth = 3): unknown {
  const schema = resolved(source, root);
  if (!isRecord(schema) || depth === 0) return undefined;
  const values = listOf(schema['enum']);
  if (values.length > 0) return values.find((value) => typeof value === 'string' || typeof value === 'number');
  switch (typeOf(schema)) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'array':
      return sampleList(schema, root, depth);
    case 'object':
      return sampleObject(schema, root, depth);
    default:
      return undefined;
  }
}

function typeOf({ type, properties, allOf, oneOf, anyOf }: JsonRecord): unknown {
  if ([allOf, oneOf, anyOf].some((list) => list !== undefined)) return undefined;
  return type ?? (properties === undefined ? undefined : 'object');
}

function sampleText({ format, pattern, minLength, maxLength }: JsonRecord): string | undefined {
  if (pattern !== undefined || format === 'binary') return undefined;
  const text = typeof format === 'string' ? textsOfFormats[format] : plainText;
  if (text === undefined) return undefined;
  const fits = text.length >= Number(minLength ?? 0) && text.length <= Number(maxLength ?? text.length);
  return fits ? text : undefined;
}

function sampleNumber({ minimum, maximum, exclusiveMinimum, multipleOf }: JsonRecord): number | undefined {
  if (exclusiveMinimum !== undefined || multipleOf !== undefined) return undefined;
  return Math.min(Math.max(7, Number(minimum ?? 7)), Number(maximum ?? 7));
}

function sampleList({ items, minItems, maxItems }: JsonRecord, root: JsonRecord, depth: number): unknown {
  const item = sampleOf(items, root, depth - 1);
  if (item === undefined || Number(minItems ?? 0) > 2) return undefined;
  // Two different items where the type allows them: some lists must not repeat one.
  const other = typeof item === 'string' && item === plainText ? 'z' : undefined;
  return other === undefined || Number(maxItems ?? 2) < 2 ? [item] : [item, other];
}

function sampleObject(schema: JsonRecord, root: JsonRecord, depth: number): JsonRecord | undefined {
  const properties = Object.entries(recordOf(schema['properties']));
  const required = new Set(listOf(schema['required']));
  const optional = properties.filter(([name]) => !required.has(name)).slice(0, 3);
  const chosen = [...properties.filter(([name]) => required.has(name)), ...optional];
  const entries = chosen.flatMap(([name, property]) => {
    if (recordOf(resolved(property, root))['readOnly'] === true) return [];
    const value = sampleOf(property, root, depth - 1);
    return value === undefined ? [] : [[name, value] as const];
  });
  const names = new Set(entries.map(([name]) => name));
  if ([...required].some((name) => !names.has(String(name)))) return undefined;
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
