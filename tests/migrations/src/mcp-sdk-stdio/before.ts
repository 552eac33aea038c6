import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'notes', version: '1.0.0' });
const notes: string[] = [];

server.registerTool(
  'add_note',
  {
    description: 'Keeps a note.',
    inputSchema: { text: z.string().describe('What to keep.') },
  },
  ({ text }) => ({
    content: [{ type: 'text', text: `Note ${notes.push(text)} is kept.` }],
  }),
);

await server.connect(new StdioServerTransport());
