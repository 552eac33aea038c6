// Prints the tools that OpenAI Agents takes in strict mode, and those that it does not.
import process from 'node:process';
import { getAllMcpTools, MCPServerStreamableHttp } from '@openai/agents-core';

const server = new MCPServerStreamableHttp({ url: process.argv[2], name: 'tools' });
await server.connect();
const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
const named = (isStrict) => tools.filter(({ strict }) => strict === isStrict).map(({ name }) => name);
await server.close();
process.stdout.write(`\n${JSON.stringify({ taken: named(true), refused: named(false) })}\n`, () => process.exit(0));
