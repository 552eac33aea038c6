import type { SchemaCheck, WireSchemas } from '../schemas/wire-schemas.ts';
import { type Answer, summarise } from './answer.ts';
import { WireError } from './exchange-check.ts';
import type { ListedTool } from './listing.ts';

/** Checks the value of a successful answer against the output schema its tool is listed with (OTC-RESP-05). */
export function createValueCheck(
  schemas: WireSchemas,
  tools: () => Promise<readonly ListedTool[]>,
): (toolId: unknown, answer: Answer) => Promise<void> {
  const compiled = new Map<string, SchemaCheck>();
  return async (toolId, answer) => {
    if (answer.status !== 200 || typeof toolId !== 'string') return;
    const { result } = JSON.parse(answer.text) as { result?: { success?: unknown; value?: unknown } };
    if (result?.success !== true) return;
    const tool = (await tools().catch(() => [])).find((listed) => listed.id === toolId);
    if (tool === undefined) return;
    let check = compiled.get(toolId);
    if (check === undefined) {
      check = valueCheckOf(schemas, tool.output_schema);
      compiled.set(toolId, check);
    }
    const problem = check(result.value ?? null);
    if (problem !== undefined) {
      throw new WireError(`${toolId} returned a value outside its output schema (${problem}): ${summarise(answer)}`);
    }
  };
}

function valueCheckOf(schemas: WireSchemas, outputSchema: unknown): SchemaCheck {
  if (outputSchema === null) return (value) => (value === null ? undefined : 'must be null or absent');
  // The dialect a schema names is not the one it must be checked in: the standard names none.
  const { $schema: _, ...schema } = (outputSchema ?? {}) as Record<string, unknown>;
  return schemas.compile(schema);
}
