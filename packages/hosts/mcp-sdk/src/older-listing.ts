import type { ListToolsResult, Tool } from '@modelcontextprotocol/server';
import { withObjectProperties } from '@toolwire/mcp/internal';

/** Adapts a listing for older clients, which reject all of it for one property that is not an object. */
export function olderListing({ tools, ...listing }: ListToolsResult): ListToolsResult {
  return { ...listing, tools: tools.map(olderTool) };
}

function olderTool({ inputSchema, outputSchema, ...tool }: Tool): Tool {
  return {
    ...tool,
    inputSchema: { ...withObjectProperties(inputSchema), type: 'object' },
    ...(outputSchema !== undefined && { outputSchema: withObjectProperties(outputSchema) }),
  };
}
