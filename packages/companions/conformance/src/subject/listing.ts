/** A tool as a server lists it; every member may be missing or wrong. */
export interface ListedTool {
  readonly id: string;
  readonly name: unknown;
  readonly description: unknown;
  readonly version: unknown;
  readonly input_schema: unknown;
  readonly output_schema: unknown;
  readonly requirements?: unknown;
}

/** The tools of a listing's body, without those that have no id. */
export function readListing(body: unknown): readonly ListedTool[] {
  const tools = (body as { tools?: unknown } | null)?.tools;
  if (!Array.isArray(tools)) return [];
  return tools.filter((tool): tool is ListedTool => typeof (tool as ListedTool | null)?.id === 'string');
}

/** The parameters of a listed tool, as a JSON Schema; empty when it has none. */
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
