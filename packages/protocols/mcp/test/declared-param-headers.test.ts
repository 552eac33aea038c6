import type { ToolDefinition } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { findParamHeaders } from '../src/tools/declared-param-headers.ts';
import { createEndpoint, legacy, modern } from './support/http.ts';
import { createTestService } from './support/service.ts';
import { tool } from './support/tools.ts';

const marked = { type: 'string', 'x-mcp-header': 'Region' };

describe('parameters with x-mcp-header', () => {
  test('are found wherever clients find them', () => {
    const schema = {
      type: 'object',
      properties: {
        region: marked,
        place: { type: 'object', properties: { zip: { type: 'integer', 'x-mcp-header': 'Zip-Code' } } },
        properties: { type: 'boolean', 'x-mcp-header': 'Flag' },
        plain: { type: 'string', default: { 'x-mcp-header': 'no' }, examples: [{ 'x-mcp-header': 'no' }] },
      },
    };
    expect(findParamHeaders(schema)).toEqual({
      ok: true,
      headers: [
        { header: 'mcp-param-region', path: ['region'], isInteger: false },
        { header: 'mcp-param-zip-code', path: ['place', 'zip'], isInteger: true },
        { header: 'mcp-param-flag', path: ['properties'], isInteger: false },
      ],
    });
    expect(findParamHeaders({ type: 'object' })).toEqual({ ok: true, headers: [] });
  });

  test.each([
    ['is empty', { properties: { a: { type: 'string', 'x-mcp-header': '' } } }],
    ['is no text', { properties: { a: { type: 'string', 'x-mcp-header': 7 } } }],
    ['has a space', { properties: { a: { type: 'string', 'x-mcp-header': 'a b' } } }],
    ['has a line break', { properties: { a: { type: 'string', 'x-mcp-header': 'a\r\nb' } } }],
    ['is on a number', { properties: { a: { type: 'number', 'x-mcp-header': 'A' } } }],
    ['is on an object', { properties: { a: { type: 'object', 'x-mcp-header': 'A' } } }],
    ['is on two types', { properties: { a: { type: ['string', 'null'], 'x-mcp-header': 'A' } } }],
    ['is on no type', { properties: { a: { 'x-mcp-header': 'A' } } }],
    ['is defined twice', { properties: { a: marked, b: { type: 'string', 'x-mcp-header': 'REGION' } } }],
    ['is on the root', { ...marked }],
    ['is in a list', { properties: { a: { type: 'array', items: marked } } }],
    ['is in a choice', { anyOf: [{ properties: { a: marked } }] }],
    ['is in a condition', { if: { properties: { a: marked } } }],
    ['is in a definition', { $defs: { a: marked } }],
    ['is for any name', { patternProperties: { '^a': marked } }],
    ['is for all other names', { additionalProperties: marked }],
  ])('are reported when invalid: a keyword that %s (MCP-HEAD-05)', (_, schema) => {
    const found = findParamHeaders(schema);
    expect(found.ok).toBe(false);
    expect(found.ok ? '' : found.problem).toMatch(/^x-mcp-header .{20,}/);
  });
});

describe('a call of a tool with parameter headers', () => {
  const sql: ToolDefinition = {
    ...tool('Sql.Run', () => 'ran'),
    input: {
      type: 'object',
      properties: {
        region: { type: ['string', 'null'] },
        text: { type: 'string', 'x-mcp-header': 'Text' },
        limit: { type: 'integer', 'x-mcp-header': 'Limit' },
        dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
        at: { type: 'object', properties: { zone: { type: 'string', 'x-mcp-header': 'Zone' } } },
      },
    },
  };
  const endpoint = createEndpoint(createTestService([sql]));
  const base64 = (text: string) => `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`;

  async function call(args: object, headers: Readonly<Record<string, string>>) {
    const [value, options] = modern('tools/call', { name: 'Sql_Run', arguments: args });
    const { status, message } = await endpoint.post(value, { headers: { ...options.headers, ...headers } });
    return [status, message.error?.code ?? 'ran'];
  }

  test.each([
    ['a text', { text: 'us-west1' }, { 'mcp-param-text': 'us-west1' }],
    ['a text with white space around it', { text: 'a' }, { 'mcp-param-text': ' a\t' }],
    ['a text in base64', { text: 'Hello, 世界' }, { 'mcp-param-text': base64('Hello, 世界') }],
    ['a text that looks like base64', { text: '=?base64?x?=' }, { 'mcp-param-text': base64('=?base64?x?=') }],
    ['an empty text', { text: '' }, { 'mcp-param-text': '' }],
    ['a number', { limit: 42 }, { 'mcp-param-limit': '42' }],
    ['a number with a fraction of zero', { limit: 42 }, { 'mcp-param-limit': '42.0' }],
    ['yes', { dry: true }, { 'mcp-param-dry': 'true' }],
    ['an inner text', { at: { zone: 'a' } }, { 'mcp-param-zone': 'a' }],
    ['nothing', {}, {}],
    ['nothing, though the header is there', {}, { 'mcp-param-text': 'a' }],
  ])('runs when its headers match: %s (MCP-HEAD-04)', async (_, args, headers) => {
    expect(await call(args, headers as unknown as Record<string, string>)).toEqual([200, 'ran']);
  });

  test.each([
    ['no header', { text: 'a' }, {}],
    ['another text', { text: 'a' }, { 'mcp-param-text': 'b' }],
    ['the text in capitals', { text: 'a' }, { 'mcp-param-text': 'A' }],
    ['broken base64', { text: 'a' }, { 'mcp-param-text': '=?base64?YQ?=' }],
    ['base64 that is no UTF-8', { text: 'a' }, { 'mcp-param-text': '=?base64?/w==?=' }],
    ['a replacement of what is no UTF-8', { text: '\ufffd' }, { 'mcp-param-text': '=?base64?/w==?=' }],
    ['a control character', { text: 'a\u0001' }, { 'mcp-param-text': 'a\u0001' }],
    ['a letter that is not ASCII', { text: 'ä' }, { 'mcp-param-text': 'ä' }],
    ['another number', { limit: 42 }, { 'mcp-param-limit': '43' }],
    ['a number in hexadecimal', { limit: 42 }, { 'mcp-param-limit': '0x2a' }],
    ['no number', { limit: 42 }, { 'mcp-param-limit': '' }],
    ['yes in capitals', { dry: true }, { 'mcp-param-dry': 'True' }],
    ['an inner text that is missing', { at: { zone: 'a' } }, {}],
  ])('is -32020 with 400 when they differ: %s (MCP-HEAD-04)', async (_, args, headers) => {
    expect(await call(args, headers as unknown as Record<string, string>)).toEqual([400, -32020]);
  });

  test('of an earlier revision needs no such headers', async () => {
    const { message } = await endpoint.post(
      ...legacy('2025-11-25', 'tools/call', { name: 'Sql_Run', arguments: { text: 'a' } }),
    );
    expect(message.result).toBeDefined();
  });
});

test('a tool with invalid x-mcp-header is listed without it, and logged once', async () => {
  const warnings: unknown[] = [];
  const logger = { warn: (fields: object, message: string) => void warnings.push([fields, message]) };
  const wrong = {
    ...tool('Test.Wrong', () => 1),
    input: { type: 'object', properties: { a: { ...marked, type: 'number' } } },
  };
  const endpoint = createEndpoint(createTestService([wrong]), { logger });
  for (const _ of [1, 2]) {
    const { message } = await endpoint.post(...modern('tools/list'));
    expect(message.result?.['tools']).toMatchObject([{ inputSchema: { properties: { a: { type: 'number' } } } }]);
    expect(JSON.stringify(message)).not.toContain('x-mcp-header');
  }
  expect(warnings).toEqual([
    [{ toolId: 'Test.Wrong@1.0.0' }, expect.stringMatching(/x-mcp-header of 'a' needs a parameter of type/) as string],
  ]);
  const called = await endpoint.post(...modern('tools/call', { name: 'Test_Wrong', arguments: { a: 1 } }));
  expect(called.status).toBe(200);
});
