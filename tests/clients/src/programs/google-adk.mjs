import { MCPToolset } from '@google/adk';

export async function connect({ url }) {
  const toolset = new MCPToolset({ type: 'StreamableHTTPConnectionParams', url });
  const tools = await toolset.getTools();
  return {
    list: () => Promise.resolve(tools.map(({ name }) => name)),
    call: (name, args, { signal } = {}) =>
      tools.find((tool) => tool.name === name).runAsync({ args, toolContext: { abortSignal: signal } }),
    close: () => toolset.close(),
  };
}
