import type { ListToolsResult, Tool } from '@modelcontextprotocol/server';
import { withObjectProperties } from '@toolwire/mcp';

/** Writes a listing for clients of the older era, who turn the whole of it down for one property that is no object. */
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
