import { defineTool } from '@toolwire/core';
import type { HostRequest } from '@toolwire/core/wire';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { toolwire } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const store = defineTool({
  id: 'Documents.Store',
  version: '1.0.0',
  description: 'Stores any JSON.',
  input: z.object({ document: z.json().describe('The document.') }),
  run: ({ document }) => document,
});

const rpc = (method: string, params: object): HostRequest =>
  hostRequest(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    {
      host: 'tools.example',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
  );

describe('a tool that accepts z.json()', () => {
  const { logger } = recordingLogger();
  const server = toolwire({ tools: [store], allowedHosts: ['tools.example'], logger });
  const document = { a: [1, 'x', null, { b: [[[[[{ c: true }]]]]] }] };

  test('OTC-DEF-09: is listed without references over OTC and Arcade, and with $defs over MCP', async () => {
    const otc = await send(server, hostRequest('GET', '/tools'));
    const arcade = await send(server, hostRequest('GET', '/worker/tools'));
    const mcp = await send(server, rpc('tools/list', {}));
    for (const { status, json } of [otc, arcade]) {
      expect(status).toBe(200);
      expect(JSON.stringify(json)).not.toMatch(/"\$ref"|"\$defs"/);
    }
    expect(JSON.stringify(mcp.json)).toContain('"$ref":"#/$defs/');
  });

  test('is called over OTC and MCP', async () => {
    const call = { request: { tool_id: 'Documents.Store', input: { document } } };
    const otc = await send(server, hostRequest('POST', '/tools/call', call));
    expect(otc.json).toMatchObject({ result: { success: true, value: document } });
    const mcp = await send(server, rpc('tools/call', { name: 'Documents_Store', arguments: { document } }));
    expect(JSON.stringify(mcp.json['result'])).toContain('"c":true');
  });
});
