import { mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export async function connect({ url }) {
  const client = new Client({ name: 'anthropic-sdk', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const tools = mcpTools((await client.listTools()).tools, client);
  return {
    reader: 'model',
    list: () => Promise.resolve(tools.map(({ name }) => name)),
    call: (name, args) => tools.find((tool) => tool.name === name).run(args),
    close: () => client.close(),
  };
}
