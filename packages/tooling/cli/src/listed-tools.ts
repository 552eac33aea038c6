import type { ListedTool } from '@toolwire/client';
import { encodeRequirements } from '@toolwire/core/internal';
import { compareVersionTexts, type Fields, nearestName, recordOf, stringOf } from '@toolwire/internal';
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

/** The parts of a tool that Open Tool Calling doesn't list. */
export type ToolDetails = Pick<CliTool, 'title' | 'annotations'>;

/** Reads the details of a tool. The annotations of MCP end with `Hint`. */
export function readDetails({ title, annotations }: Fields, suffix: '' | 'Hint' = ''): ToolDetails {
  return { ...(stringOf(title) !== '' && { title: stringOf(title) }), ...annotationsOf(annotations, suffix) };
}

/** Adds details to tools that don't have them yet. */
export function withDetails(tools: readonly CliTool[], details: ReadonlyMap<string, ToolDetails>): readonly CliTool[] {
  return tools.map((tool) => ({ ...details.get(tool.toolId), ...tool }));
}

const hints = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

function annotationsOf(annotations: unknown, suffix: '' | 'Hint'): Pick<CliTool, 'annotations'> {
  const fields = recordOf(annotations);
  const known = hints.flatMap((name) => {
    const hint = fields[`${name}${suffix}`];
    return typeof hint === 'boolean' ? [[name, hint] as const] : [];
  });
  return known.length === 0 ? {} : { annotations: Object.fromEntries(known) };
}
