// It makes HTTP of stdio; what it starts is mcp-remote, which makes stdio of a server's HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const program = 'node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs';
const remote = ['node_modules/mcp-remote/dist/proxy.js'];

export async function connect({ url }) {
  const port = await freePort();
  const options = ['--host', '127.0.0.1', '--port', String(port), '--server', 'stream'];
  const command = [process.execPath, ...remote, url, '--allow-http'];
  const proxy = spawn(process.execPath, [program, ...options, '--', ...command], { stdio: 'ignore' });
  const client = await connected(new URL(`http://127.0.0.1:${port}/mcp`));
  return {
    list: () => listed(client),
    call: (name, args, { signal, onProgress } = {}) =>
      client.callTool({ name, arguments: args }, undefined, { signal, onprogress: onProgress }),
    close: async () => {
      await client.close();
      proxy.kill();
    },
  };
}

async function listed(client, cursor) {
  const { tools, nextCursor } = await client.listTools({ cursor });
  const names = tools.map(({ name }) => name);
  return nextCursor === undefined ? names : [...names, ...(await listed(client, nextCursor))];
}

/** A client, as soon as the proxy listens. */
async function connected(address, triesLeft = 300) {
  const client = new Client({ name: 'over-mcp-proxy', version: '1.0.0' });
  try {
    await client.connect(new StreamableHTTPClientTransport(address));
    return client;
  } catch (thrown) {
    if (triesLeft === 0) throw thrown;
    await wait(100);
    return connected(address, triesLeft - 1);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
