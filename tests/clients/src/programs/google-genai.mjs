import { mcpToTool } from '@google/genai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export async function connect({ url }) {
  const client = new Client({ name: 'genai', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const callable = mcpToTool(client);
  const { functionDeclarations } = await callable.tool();
  return {
    list: () => Promise.resolve(functionDeclarations.map(({ name }) => name)),
    call: (name, args) => callable.callTool([{ name, args }]),
    close: () => client.close(),
  };
}
