import process from 'node:process';

process.env.MCP_USE_ANONYMIZED_TELEMETRY = 'false';
const { MCPClient } = await import('mcp-use');

export async function connect({ url }) {
  const client = new MCPClient({ mcpServers: { tools: { url } } });
  const session = await client.createSession('tools');
  return {
    list: async () => (await session.listTools()).map(({ name }) => name),
    call: (name, args, { signal, onProgress } = {}) => session.callTool(name, args, { signal, onprogress: onProgress }),
    close: () => client.closeAllSessions(),
  };
}
