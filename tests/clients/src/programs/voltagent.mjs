import { MCPConfiguration } from '@voltagent/core';

export async function connect({ url }) {
  const client = new MCPConfiguration({ servers: { tools: { type: 'http', url } } });
  const tools = await client.getTools();
  return {
    list: () => Promise.resolve(tools.map(({ name }) => name)),
    call: (name, args, { signal } = {}) => {
      const abortController = new AbortController();
      signal?.addEventListener('abort', () => abortController.abort());
      return tools.find((tool) => tool.name.endsWith(`_${name}`)).execute(args, { abortController });
    },
    close: () => client.disconnect(),
  };
}
