import type { ResponseSchemas, SchemaCheck } from '../schemas/response-schemas.ts';
import { jsonBody, ResponseError } from './check-response.ts';
import { summarize, type TestResponse } from './response.ts';

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

/** Returns the listed tools that have an ID. Only cases check the other fields, so that one error does not fail them all. */
export function readListing(response: TestResponse): readonly ListedTool[] {
  const body = response.status === 200 ? jsonBody('GET /tools', response) : undefined;
  const { tools } = Object(body) as { tools?: unknown };
  if (!Array.isArray(tools)) {
    throw new ResponseError(`GET /tools: expected status 200 and an array of tools, got ${summarize(response)}`);
  }
  return tools.filter((tool): tool is ListedTool => typeof (tool as ListedTool | null)?.id === 'string');
}

/** Returns the parameters of a listed tool as a JSON Schema. Omits invalid ones, which the cases about definitions report. */
export function parametersOf(tool: ListedTool): {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
} {
  const { parameters } = (tool.input_schema ?? {}) as { parameters?: Record<string, unknown> };
  const required: unknown = parameters?.['required'];
  return {
    properties: (parameters?.['properties'] ?? {}) as Record<string, unknown>,
    required: Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  };
}

/** Checks the value of a successful call against the listed output schema of its tool (OTC-RESP-05). */
export function createValueCheck(
  schemas: ResponseSchemas,
  tools: () => Promise<readonly ListedTool[]>,
): (toolId: unknown, response: TestResponse) => Promise<void> {
  const checks = new Map<string, SchemaCheck>();
  return async (toolId, response) => {
    if (response.status !== 200 || typeof toolId !== 'string') return;
    const { result } = JSON.parse(response.text) as { result?: { success?: unknown; value?: unknown } };
    if (result?.success !== true) return;
    // If the listing fails, the cases about listing report it.
    const tool = (await tools().catch(() => [])).find((listed) => listed.id === toolId);
    if (tool === undefined) return;
    let check = checks.get(toolId);
    if (check === undefined) {
      check = compileOutputSchema(schemas, tool.output_schema);
      checks.set(toolId, check);
    }
    const problem = check(result.value ?? null);
    if (problem !== undefined) {
      throw new ResponseError(
        `${toolId}: expected a value that matches its output schema (${problem}), got ${summarize(response)}`,
      );
    }
  };
}

function compileOutputSchema(schemas: ResponseSchemas, outputSchema: unknown): SchemaCheck {
  if (outputSchema === null) return (value) => (value === null ? undefined : 'must be null or absent');
  // The standard does not name a dialect, so `$schema` is ignored.
  const { $schema: _, ...schema } = (outputSchema ?? {}) as Record<string, unknown>;
  return schemas.compile(schema);
}
