import type { ListedTool } from '@toolwire/client';
import { encodeRequirements } from '@toolwire/core/internal';
import { compareVersionTexts, nearestName } from '@toolwire/internal';
import { usageError } from './cli-error.ts';
import type { CliTool } from './target/target.ts';
import { safeLine } from './terminal/terminal-text.ts';

/** Converts a tool to the format of `GET /tools`, so that the output is a saved listing. */
export function listingEntry(tool: CliTool): object {
  const { title, annotations, requirements } = tool;
  return {
    id: tool.toolId,
    name: tool.name,
    ...(title !== undefined && { title }),
    description: tool.description,
    version: tool.version,
    ...(annotations !== undefined && { annotations }),
    input_schema: { parameters: tool.inputSchema },
    output_schema: tool.outputSchema,
    ...(requirements !== undefined && { requirements: encodeRequirements(requirements) }),
  };
}

/** A listing as `toolwire list --json` writes it. */
export interface SavedListing {
  readonly tools: readonly object[];
}

/** Lists the requirements of a tool, such as `secret API_KEY`. */
export function requirementsOf({
  requirements: { authorization = [], secrets = [], userId } = {},
}: ListedTool): readonly string[] {
  return [
    ...authorization.map(({ id }) => `authorization ${id}`),
    ...secrets.map(({ id }) => `secret ${id}`),
    ...(userId === true ? ['user id'] : []),
  ];
}

/** Returns the latest of several versions. Only servers of toolwire list them in order. */
export function latestOf<Tool extends ListedTool>(versions: readonly Tool[]): Tool | undefined {
  return [...versions].sort((tool, other) => compareVersionTexts(other.version, tool.version))[0];
}

/** Finds a tool by its ID with version, or the latest by its ID or name. */
export function findTool(tools: readonly ListedTool[], idOrName: string): ListedTool {
  const exact = tools.find(({ toolId }) => toolId === idOrName);
  if (exact !== undefined) return exact;
  const latest = latestOf(tools.filter(({ id, name }) => id === idOrName || name === idOrName));
  if (latest !== undefined) return latest;
  const suggestion = nearestName(
    idOrName,
    tools.flatMap(({ toolId, id, name }) => [id, toolId, name]),
  );
  throw usageError(
    `Unknown tool '${idOrName}'. ${suggestion === undefined ? 'List the tools with toolwire list.' : `Did you mean ${safeLine(suggestion)}?`}`,
  );
}
