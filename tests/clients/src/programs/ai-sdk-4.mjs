// It speaks over stdio, or HTTP+SSE, which no server here has: mcp-remote makes stdio of a server's HTTP.
import process from 'node:process';
import { experimental_createMCPClient as createMCPClient } from 'ai';
import { Experimental_StdioMCPTransport as StdioTransport } from 'ai/mcp-stdio';

const bridge = 'node_modules/mcp-remote/dist/proxy.js';

export async function connect({ url }) {
  const transport = new StdioTransport({
    command: process.execPath,
    args: [bridge, url, '--allow-http'],
    env: process.env,
    stderr: 'ignore',
  });
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  return {
    // What its tools answer is handed to a model as JSON.
    reader: 'model',
    list: () => Promise.resolve(Object.keys(tools)),
    call: (name, args, { signal } = {}) =>
      tools[name].execute(args, { toolCallId: 'one', messages: [], abortSignal: signal }),
    close: () => client.close(),
  };
}
