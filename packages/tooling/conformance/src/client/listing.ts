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
