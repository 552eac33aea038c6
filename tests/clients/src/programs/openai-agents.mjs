import { MCPServerStreamableHttp } from '@openai/agents-core';

export async function connect({ url }) {
  const server = new MCPServerStreamableHttp({ url, name: 'tools', timeout: 15_000 });
  await server.connect();
  return {
    list: async () => (await server.listTools()).map(({ name }) => name),
    call: (name, args, { signal } = {}) => server.callToolResult(name, args, undefined, { signal }),
    close: () => server.close(),
  };
}
