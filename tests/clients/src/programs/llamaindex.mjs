import { mcp } from '@llamaindex/tools';

export async function connect({ url }) {
  const server = mcp({ url });
  const tools = await server.tools();
  return {
    list: () => Promise.resolve(tools.map(({ metadata }) => metadata.name)),
    call: (name, args) => tools.find(({ metadata }) => metadata.name === name).call(args),
    close: () => server.cleanup(),
  };
}
