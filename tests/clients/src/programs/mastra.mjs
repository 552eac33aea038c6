import { MCPClient } from '@mastra/mcp';

export async function connect({ url }) {
  let hear = () => undefined;
  const client = new MCPClient({ id: url, servers: { tools: { url: new URL(url), enableProgressTracking: true } } });
  await client.progress?.onUpdate?.('tools', (progress) => hear(progress));
  const tools = await client.listTools();
  return {
    list: () => Promise.resolve(Object.keys(tools)),
    call: (name, args, { signal, onProgress = () => undefined } = {}) => {
      hear = onProgress;
      return tools[`tools_${name}`].execute(args, { abortSignal: signal, runId: 'run' });
    },
    close: () => client.disconnect(),
  };
}
