import type { ListedTool } from '@toolwire/client';
import { compareVersionTexts, nearestName } from '@toolwire/internal';
import { usageError } from './cli-error.ts';
import { safeLine } from './terminal/terminal-text.ts';

/** Converts a tool to the format of `GET /tools`, so that the output is a saved listing. */
export function listingEntry({
  toolId,
  version,
  name,
  description,
  inputSchema,
  outputSchema,
  requirements,
}: ListedTool): object {
  return {
    id: toolId,
    name,
    description,
    version,
    input_schema: { parameters: inputSchema },
    output_schema: outputSchema,
    ...(requirements !== undefined && {
      requirements: {
        ...(requirements.authorization !== undefined && { authorization: requirements.authorization }),
        ...(requirements.secrets !== undefined && { secrets: requirements.secrets }),
        ...(requirements.userId !== undefined && { user_id: requirements.userId }),
      },
    }),
  };
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

/** Finds a tool by its ID with version, or the latest by its ID or name. */
export function findTool(tools: readonly ListedTool[], idOrName: string): ListedTool {
  const exact = tools.find(({ toolId }) => toolId === idOrName);
  if (exact !== undefined) return exact;
  const [latest] = tools
    .filter(({ id, name }) => id === idOrName || name === idOrName)
    .sort((tool, other) => compareVersionTexts(other.version, tool.version));
  if (latest !== undefined) return latest;
  const suggestion = nearestName(
    idOrName,
    tools.flatMap(({ toolId, id, name }) => [id, toolId, name]),
  );
  throw usageError(
    `Unknown tool '${idOrName}'. ${suggestion === undefined ? 'List the tools with toolwire list.' : `Did you mean ${safeLine(suggestion)}?`}`,
  );
}
