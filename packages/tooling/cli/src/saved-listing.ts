import { encodeRequirements } from '@toolwire/core/internal';
import type { Arguments } from './command-line/command.ts';
import { withMcpDetails, withTarget } from './target/open-target.ts';
import type { CliTool } from './target/target.ts';
import type { Terminal } from './terminal/terminal.ts';

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

/** Returns the listing of a target. */
export function listingOf(operand: string | undefined, args: Arguments, terminal: Terminal): Promise<SavedListing> {
  return withTarget(operand, args, terminal, async (target) => ({
    tools: (await withMcpDetails(target, args, terminal)).map(listingEntry),
  }));
}
