import { toolwire } from 'toolwire';
import { tools } from './tools.ts';

const { url } = await toolwire({ tools, name: 'sales', version: '1.0.0' }).listen(Number(process.env['PORT'] ?? 3000));
console.log(`MCP, with a page for its tool: ${url}/mcp`);
