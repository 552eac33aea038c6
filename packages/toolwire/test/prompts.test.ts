import { expect, test } from 'vitest';
import { z } from 'zod';
import { definePrompt, type SchemaSource, toolwire } from '../src/index.ts';
import { hostRequest, send } from './support.ts';

const schemas: Readonly<Record<string, SchemaSource>> = {
  zod: z.object({ number: z.string() }),
  'plain JSON Schema': { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
};

test.each(Object.entries(schemas))(
  'parses the arguments of a prompt in %s like arguments of tools',
  async (_, input) => {
    const chase = definePrompt({ name: 'chase', input, messages: (args) => `Where is ${JSON.stringify(args)}?` });
    const server = toolwire({ tools: [], mcp: { prompts: [chase] } });
    const ask = async (method: string, params: object = {}): Promise<unknown> => {
      const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
      const answer = await send(
        server,
        hostRequest('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers),
      );
      return answer.json['result'];
    };
    expect(await ask('prompts/list')).toMatchObject({
      prompts: [{ name: 'chase', arguments: [{ name: 'number', required: true }] }],
    });
    expect(await ask('prompts/get', { name: 'chase', arguments: { number: 'A-17' } })).toMatchObject({
      messages: [{ content: { text: 'Where is {"number":"A-17"}?' } }],
    });
  },
);
