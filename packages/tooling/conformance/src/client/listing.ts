/** A listed tool, whose fields may be missing or invalid. */
export interface ListedTool {
  readonly id: string;
  readonly name: unknown;
  readonly description: unknown;
  readonly version: unknown;
  readonly input_schema: unknown;
  readonly output_schema: unknown;
  readonly requirements?: unknown;
}

/** Returns the listed tools that have an ID. */
export function readListing(body: unknown): readonly ListedTool[] {
  const tools = (body as { tools?: unknown } | null)?.tools;
  if (!Array.isArray(tools)) return [];
  return tools.filter((tool): tool is ListedTool => typeof (tool as ListedTool | null)?.id === 'string');
}

/** Returns the parameters of a listed tool as a JSON Schema. */
export function parametersOf(tool: ListedTool): {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
} {
  const { parameters } = (tool.input_schema ?? {}) as { parameters?: Record<string, unknown> };
  return {
    properties: (parameters?.['properties'] ?? {}) as Record<string, unknown>,
    required: (parameters?.['required'] ?? []) as string[],
  };
}

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
