import type { ResponseSchemas, SchemaCheck } from '../schemas/response-schemas.ts';
import { ResponseError } from './check-response.ts';
import type { ListedTool } from './listing.ts';
import { summarize, type TestResponse } from './response.ts';

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
