import type { ListedTool } from '@toolwire/client';
import { encodeRequirements } from '@toolwire/core/internal';
import type { CliTool } from './target/target.ts';

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
