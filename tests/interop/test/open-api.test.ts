import { defineTool } from '@toolwire/core';
import { readOpenApi, toolsFromOpenApi } from '@toolwire/openapi';
import { otc } from '@toolwire/otc';
import { createCaller, createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hosts } from '../src/hosts.ts';

const node = { $ref: '#/$defs/Node' };
const tree = defineTool({
  id: 'Trees.Count',
  version: '1.2.0',
  description: 'Counts the nodes of a tree.',
  input: {
    type: 'object',
    properties: { root: node },
    required: ['root'],
    $defs: { Node: { type: 'object', properties: { children: { type: 'array', items: node } } } },
  },
  output: { type: 'integer' },
  annotations: { readOnly: true },
  run: (input) => countOf((input as { readonly root: Node }).root),
});

interface Node {
  readonly children?: readonly Node[];
}

function countOf({ children = [] }: Node): number {
  return children.reduce((sum, child) => sum + countOf(child), 1);
}

const serverWith = (openApi: boolean) =>
  createToolServer({ tools: [tree], wires: [otc({ openApi, prefix: '/v1' })], validator: ajv() });

describe.each(Object.entries(hosts))('the OpenAPI document on %s', (_, start) => {
  test('is valid, and a client of it calls the tools', async () => {
    const running = await start(serverWith(true));
    onTestFinished(() => running.close());
    const response = await fetch(`${running.url}/v1/openapi.json`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    const document = await response.text();
    expect(await readOpenApi(document)).toMatchObject({ problems: [], unsupported: [] });
    const { tools } = await toolsFromOpenApi(document, {
      include: { tags: ['Trees'] },
      toolkit: 'Remote',
      baseUrl: `${running.url}/v1`,
    });
    expect(tools).toMatchObject([{ id: 'Remote.Count', version: '1.2.0', annotations: { readOnly: true } }]);
    const call = createCaller(createToolServer({ tools, wires: [], validator: ajv() }));
    const request = { tool_id: 'Trees.Count@1.2.0', input: { root: { children: [{}, { children: [{}] }] } } };
    expect(await call('Remote.Count', { body: { request } })).toMatchObject({
      kind: 'value',
      value: { result: { success: true, value: 4 } },
    });
  });

  test('is not served by default', async () => {
    const running = await start(serverWith(false));
    onTestFinished(() => running.close());
    expect((await fetch(`${running.url}/v1/openapi.json`)).status).toBe(404);
  });
});
