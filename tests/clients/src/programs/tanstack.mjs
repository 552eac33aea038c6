import { createMCPClient } from '@tanstack/ai-mcp';

export async function connect({ url }) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  return {
    reader: 'model',
    list: () => Promise.resolve(tools.map(({ name }) => name)),
    call: (name, args, { signal } = {}) =>
      tools.find((tool) => tool.name === name).execute(args, { abortSignal: signal }),
    close: () => client.close(),
  };
}
