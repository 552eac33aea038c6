import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'official', version: '1.0.0' });
const inputSchema = { a: z.number(), b: z.number() };
server.registerTool('add', { description: 'Adds two numbers.', inputSchema }, ({ a, b }) => ({
  content: [{ type: 'text', text: String(a + b) }],
}));
// Writes its process ID into a file on request.
const [, , path] = process.argv;
if (path !== undefined) writeFileSync(path, String(process.pid));
process.stderr.write('ready \u001b[31mnow\n');
await server.connect(new StdioServerTransport());
