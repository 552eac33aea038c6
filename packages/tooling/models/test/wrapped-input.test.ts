import type { ToolDefinition } from '@toolwire/core';
import { defineTool } from '@toolwire/core';
import { toOpenAiChat } from '@toolwire/models/openai';
import { createCaller, createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { describe, expect, test } from 'vitest';
import { modelTool } from './tools.ts';

const notCalled = () => Promise.reject(new Error('Nothing is called here.'));
const text = { type: 'string' };
const email = { type: 'object', properties: { kind: { const: 'email' }, $to: text }, required: ['kind', '$to'] };
const sms = { type: 'object', properties: { kind: { const: 'sms' }, number: text }, required: ['kind', 'number'] };

async function chatTool(input: ToolDefinition['input'], strict: 'auto' | 'off' = 'off') {
  const received: unknown[] = [];
  const run = (sent: unknown): string => `got ${received.push(sent)}`;
  const tools = [defineTool({ id: 'Mail.Send', version: '1.0.0', description: 'Sends.', input, run })];
  const server = createToolServer({ tools, wires: [], validator: ajv(), logger: silentLogger });
  const chat = await toOpenAiChat({ tools: server.tools, call: createCaller(server) }, { strict });
  const send = async (sent: object): Promise<unknown> => {
    const [message] = await chat.answer([
      { id: '1', function: { name: 'Mail_Send', arguments: JSON.stringify(sent) } },
    ]);
    return message?.content;
  };
  return { definition: chat.tools[0]?.function, report: chat.report[0], send, received };
}

describe('an input with a union at its root', () => {
  test('is below one parameter, which the report names', async () => {
    const { definition, report } = await chatTool({ type: 'object', oneOf: [email, sms] });
    expect(definition?.parameters).toMatchObject({
      type: 'object',
      properties: { input: { anyOf: [{ required: ['kind', 'to'] }, { required: ['kind', 'number'] }] } },
      required: ['input'],
      additionalProperties: false,
    });
    const message = "All parameters are in 'input', because APIs reject 'oneOf' at the root.";
    expect(report?.changes).toContainEqual({ code: 'keyword', pointer: '', message });
  });

  test('reaches the tool without the parameter, also if a model leaves it out', async () => {
    const { send, received } = await chatTool({ type: 'object', oneOf: [email, sms] });
    await send({ input: { kind: 'email', to: 'ada' } });
    await send({ kind: 'sms', number: '1' });
    expect(received).toEqual([
      { kind: 'email', $to: 'ada' },
      { kind: 'sms', number: '1' },
    ]);
  });

  test('has messages with the path that the model sent', async () => {
    const { send } = await chatTool({ type: 'object', oneOf: [email, sms] });
    expect(await send({ input: { kind: 'email' } })).toContain('input.to: Is required');
    expect(await send({})).toContain('input.kind: Is required');
  });

  test('is below another parameter if it has a property of this name', async () => {
    const named = { type: 'object', properties: { input: text }, required: ['input'] };
    const { definition, send, received } = await chatTool({ type: 'object', anyOf: [named, sms] });
    expect(definition?.parameters).toMatchObject({ required: ['input_'] });
    await send({ input_: { input: 'a' } });
    await send({ input: 'b' });
    expect(received).toEqual([{ input: 'a' }, { input: 'b' }]);
  });

  test('has a strict form, with null for each absent property', async () => {
    const optional = { ...sms, required: ['kind'] };
    const { definition, send, received } = await chatTool({ type: 'object', oneOf: [email, optional] }, 'auto');
    expect(definition?.strict).toBe(true);
    await send({ input: { kind: 'sms', number: null } });
    expect(received).toEqual([{ kind: 'sms' }]);
  });

  test('keeps references to itself, wherever they lead', async () => {
    const properties = { next: { $ref: '#' }, same: { $ref: '#/anyOf/1' }, named: { $ref: '#/$defs/Input' } };
    const inputDocument = { anyOf: [{ type: 'object', properties }, sms], $defs: { Input: text } };
    const { tools } = await toOpenAiChat({
      tools: [modelTool({ inputSchema: { anyOf: [{}, sms] }, inputDocument })],
      call: notCalled,
    });
    expect(tools[0]?.function.parameters).toMatchObject({
      properties: { input: { $ref: '#/$defs/Input_' } },
      $defs: {
        Input: text,
        Input_: {
          anyOf: [
            {
              properties: {
                next: { $ref: '#/$defs/Input_' },
                same: { $ref: '#/$defs/form2' },
                named: { $ref: '#/$defs/Input' },
              },
            },
            { required: ['kind', 'number'] },
          ],
        },
        form2: { required: ['kind', 'number'] },
      },
    });
  });
});

test('an object without a union is not wrapped', async () => {
  const { definition } = await chatTool({ type: 'object', allOf: [email, { properties: { subject: text } }] });
  expect(Object.keys(definition?.parameters['properties'] ?? {})).toEqual(['kind', 'to', 'subject']);
});
