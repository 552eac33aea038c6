import { isObject, mapSubschemas } from '@toolwire/internal';
import type { JsonSchema } from '../offer/model-tool.ts';
import type { ToolChange } from '../offer/tool-report.ts';
import { pointerTo } from './pointer.ts';
import { withWords } from './words.ts';

/** Tells in words what a reader has no keyword for, and which those are. */
export function withKnownKeywords(
  schema: JsonSchema,
  known: ReadonlySet<string>,
  note: (change: ToolChange) => void,
  at = '',
): JsonSchema {
  const inner = mapSubschemas(schema, (subschema, place) =>
    isObject(subschema) ? withKnownKeywords(subschema, known, note, pointerTo(at, place)) : subschema,
  );
  const entries = Object.entries(inner);
  const told = entries.filter(([keyword]) => !known.has(keyword) && !saysNothing(keyword, inner));
  for (const [keyword] of told) {
    note({ code: 'keyword', at, message: `'${keyword}' is told in words, as the interface has no such keyword.` });
  }
  return withWords(Object.fromEntries(entries.filter(([keyword]) => known.has(keyword))), told);
}

function saysNothing(keyword: string, schema: JsonSchema): boolean {
  return keyword.startsWith('$') || (keyword === 'const' && Array.isArray(schema['enum']));
}
