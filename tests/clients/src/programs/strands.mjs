import { McpClient } from '@strands-agents/sdk';

export async function connect({ url }) {
  const client = new McpClient({ url });
  const tools = await client.listTools();
  return {
    reader: 'model',
    list: () => Promise.resolve(tools.map(({ name }) => name)),
    call: async (name, args, { signal = new AbortController().signal } = {}) => {
      const tool = tools.find((one) => one.name === name);
      const { value } = await tool
        .stream({ toolUse: { toolUseId: 'one', name, input: args }, cancelSignal: signal })
        .next();
      return value;
    },
    close: () => client.disconnect(),
  };
}
