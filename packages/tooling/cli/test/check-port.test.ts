import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { commands } from '../src/command-line/commands.ts';
import { parseArguments } from '../src/command-line/parse-arguments.ts';
import { checkPort } from '../src/doctor/check-port.ts';

/** Starts an MCP server that responds to each request with a status, or lists its tools in an invalid way. */
async function startServer(status: number): Promise<string> {
  const refusal = status === 200 ? 405 : status;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (status !== 200 || request.method !== 'POST') return void response.writeHead(refusal).end();
      const { id, method } = (await json(request)) as { readonly id?: number; readonly method: string };
      if (id === undefined) return void response.writeHead(202).end();
      const initialized = {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'x', version: '1' },
      };
      const outcome =
        method === 'initialize'
          ? { result: initialized }
          : method === 'tools/list'
            ? { result: { tools: 'none' } }
            : { error: { code: -32_601, message: 'Unknown method' } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

it.each([
  [401, 'ok', 'requires authentication'],
  [200, 'problem', 'no tools found'],
])('toolwire doctor reports a server with the status %d as %s', async (status, state, message) => {
  const command = commands.find(({ name }) => name === 'doctor');
  if (command === undefined) throw new Error('There is no doctor.');
  const ignore = (): void => undefined;
  const { signal } = new AbortController();
  const terminal = { write: ignore, note: ignore, columns: undefined, hasColor: false, environment: {}, signal };
  const url = await startServer(status);
  const finding = await checkPort(url, ['127.0.0.1'], parseArguments(command, []), terminal);
  expect(finding).toMatchObject({ state, message: expect.stringContaining(message) as unknown });
});
