import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

// Writes its process ID into a file, and ignores SIGTERM.
const [, , path = ''] = process.argv;
const server = new McpServer({ name: 'waiting', version: '1.0.0' });
server.registerTool('wait', { description: 'Never answers.' }, () => {
  process.stderr.write('waiting\n');
  return new Promise(() => {});
});
setInterval(() => {}, 1000);
writeFileSync(path, String(process.pid));
await server.connect(new StdioServerTransport());
