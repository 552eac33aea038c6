import { expect, test } from 'vitest';
import { createMcpUpdates, defineResource, toolwire } from '../src/index.ts';
import { hostRequest, send } from './support.ts';

const guide = defineResource({ uri: 'docs://guide', name: 'guide', read: () => 'Read this first.' });

const headers = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'server/discover',
};
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const discover = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } };

test.each([
  [{}, {}],
  [{ updates: createMcpUpdates() }, { subscribe: true }],
])('clients can subscribe to resources with the updates of toolwire: %o', async (options, resources) => {
  const server = toolwire({ tools: [], mcp: { resources: [guide], ...options } });
  const { json } = await send(server, hostRequest('POST', '/mcp', discover, headers));
  expect(json).toMatchObject({ result: { capabilities: { resources } } });
  expect(JSON.stringify(json).includes('"subscribe":true')).toBe('subscribe' in resources);
});
