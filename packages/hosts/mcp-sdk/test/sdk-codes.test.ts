// oxlint-disable typescript/no-deprecated -- the low-level server is what the adapter is built on
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';

// When this fails, the adapter can send what 2025 has for a resource that is not there.
it('the SDK itself sends -32602 when a handler throws -32002 to a client of 2025 (MCP-RES-02)', async () => {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'plain', version: '1' }, { capabilities: { resources: {} } });
    server.setRequestHandler('resources/read', () => {
      throw new ProtocolError(-32002, 'There is no such resource', { uri: 'docs://none' });
    });
    return server;
  });
  const response = await handler.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'docs://none' } }),
    }),
  );
  expect(await response.text()).toContain('"code":-32602');
});
