import type { ListedTool } from '../../client/listing.ts';

/** The schemas of the parameters and the output of a listed tool. */
export function schemasOf(tool: ListedTool): readonly object[] {
  const { parameters } = Object(tool.input_schema) as { parameters?: unknown };
  // Other cases report schemas that are not objects.
  return [parameters, tool.output_schema].filter((schema): schema is object => Object(schema) === schema);
}

const keywordsWithNames = ['properties', 'patternProperties'];
const keywordsWithData = ['const', 'enum', 'default', 'examples', 'example'];

/** Returns the keywords of a JSON Schema, without names of properties and data. */
export function keywordsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn);
  return Object.entries(schema).flatMap(([keyword, part]) => [keyword, ...keywordsBelow(keyword, part)]);
}

function keywordsBelow(keyword: string, part: unknown): readonly string[] {
  if (keywordsWithData.includes(keyword)) return [];
  if (!keywordsWithNames.includes(keyword)) return keywordsIn(part);
  return Object.values(part ?? {}).flatMap(keywordsIn);
}
