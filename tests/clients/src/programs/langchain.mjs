import { MultiServerMCPClient } from '@langchain/mcp-adapters';

export async function connect({ url, stdio }) {
  let hear = () => undefined;
  const client = new MultiServerMCPClient({
    mcpServers: { tools: stdio ? { transport: 'stdio', ...stdio } : { transport: 'http', url } },
    onProgress: (progress) => hear(progress),
    outputHandling: { text: 'content', resource: 'content' },
  });
  const tools = await client.getTools();
  return {
    list: () => Promise.resolve(tools.map(({ name }) => name)),
    call: async (name, args, { signal, onProgress = () => undefined } = {}) => {
      hear = onProgress;
      const tool = tools.find((one) => one.name.endsWith(name));
      const message = await tool.invoke({ type: 'tool_call', id: 'one', name: tool.name, args }, { signal });
      return { content: message.content, artifact: message.artifact };
    },
    close: () => client.close(),
  };
}
