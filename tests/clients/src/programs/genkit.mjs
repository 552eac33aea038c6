import { createMcpClient } from '@genkit-ai/mcp';
import { genkit } from 'genkit';

export async function connect({ url }) {
  const ai = genkit({});
  const client = createMcpClient({ name: 'tools', mcpServer: { url } });
  await client.ready();
  const tools = await client.getActiveTools(ai);
  return {
    list: () => Promise.resolve(tools.map((tool) => tool.__action.name)),
    call: (name, args, { signal } = {}) => {
      const tool = tools.find((one) => one.__action.name.endsWith(name));
      return tool(args, { abortSignal: signal });
    },
    close: () => client.disable(),
  };
}
