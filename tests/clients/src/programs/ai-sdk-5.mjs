import { experimental_createMCPClient as createMCPClient } from '@ai-sdk/mcp';

export async function connect({ url }) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  return {
    list: () => Promise.resolve(Object.keys(tools)),
    call: (name, args, { signal } = {}) =>
      tools[name].execute(args, { toolCallId: 'one', messages: [], abortSignal: signal }),
    close: () => client.close(),
  };
}
