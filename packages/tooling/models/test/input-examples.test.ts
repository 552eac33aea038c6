import type Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import { toAnthropic, toAnthropicRunner } from '@toolwire/models/anthropic';
import { toOpenAiChat } from '@toolwire/models/openai';
import { expect, test } from 'vitest';
import { modelTool, scriptedCaller } from './tools.ts';

const { call } = scriptedCaller();
const examples = [{ $top: 3, filters: [{ 'a.b[c]': 'x', $top: 'not a parameter of this place' }] }];
const inputSchema = {
  type: 'object',
  properties: {
    $top: { type: 'integer' },
    filters: { type: 'array', items: { type: 'object', properties: { 'a.b[c]': { type: 'string' } } } },
  },
  examples,
};
const tools = [modelTool({ inputSchema }), modelTool({ id: 'Text.Echo', name: 'Text_Echo' })];
const inputExamples = (tool: { readonly id: string }): typeof examples | undefined =>
  tool.id === 'Calculator.Add' ? examples : undefined;

test('example inputs are sent to the API that accepts them, with model-facing names', async () => {
  const modelInputs = [{ top: 3, filters: [{ a_b_c: 'x', $top: 'not a parameter of this place' }] }];
  const apiTools = await toAnthropic({ tools, call }, { inputExamples });
  // The SDK accepts the tools unchanged.
  expect((apiTools.tools satisfies Anthropic.Tool[]).map((tool) => tool.input_examples)).toEqual([
    modelInputs,
    undefined,
  ]);
  const runner = await toAnthropicRunner({ tools, call }, { inputExamples, ToolError });
  expect(runner.tools.map((tool) => tool.input_examples)).toEqual([modelInputs, undefined]);
  // @ts-expect-error Chat completions do not support examples.
  await expect(toOpenAiChat({ tools, call }, { inputExamples })).rejects.toThrow('inputExamples');
});

test('values in a schema have the model-facing names of their properties', async () => {
  const filter = { $top: 1 };
  const filters = {
    type: 'object',
    properties: { $top: { type: 'integer' } },
    default: filter,
    examples: [filter],
    enum: [filter, 'all'],
  };
  const chosen = { $ref: '#/$defs/Filter', const: { ...filter, $skip: 2 } };
  const schema = {
    type: 'object',
    properties: { filters, chosen },
    $defs: { Filter: { properties: filters.properties } },
  };
  const { tools: apiTools } = await toAnthropic({ tools: [modelTool({ inputSchema: schema })], call });
  expect(apiTools[0]?.input_schema).toMatchObject({
    properties: {
      filters: { default: { top: 1 }, examples: [{ top: 1 }], enum: [{ top: 1 }, 'all'] },
      chosen: { const: { top: 1, $skip: 2 } },
    },
  });
});

test('values in the branches of a schema have the model-facing names of its properties', async () => {
  const filter = {
    properties: { $top: { type: 'integer' } },
    anyOf: [{ const: { $top: 1 } }, { enum: [{ $top: 2 }] }],
  };
  const schema = { type: 'object', properties: { filter: { type: 'object', ...filter } } };
  const { tools: apiTools } = await toAnthropic({ tools: [modelTool({ inputSchema: schema })], call });
  expect(apiTools[0]?.input_schema).toMatchObject({
    properties: { filter: { anyOf: [{ const: { top: 1 } }, { enum: [{ top: 2 }] }] } },
  });
});

test('values of a draft-07 dependency have the model-facing names of its properties', async () => {
  const dependencies = { a: { properties: { $b: {} }, default: { $b: 1, $top: 2 } } };
  const schema = { type: 'object', properties: { a: {}, $top: {} }, dependencies };
  const { tools: apiTools } = await toAnthropic({ tools: [modelTool({ inputSchema: schema })], call });
  expect(apiTools[0]?.input_schema).toMatchObject({ dependencies: { a: { default: { b: 1, top: 2 } } } });
});

test('references through renamed properties lead to them', async () => {
  const text = { type: 'string' };
  const schema = {
    type: 'object',
    properties: {
      $filter: { type: 'object', properties: { 'a/b ~': text } },
      properties: { type: 'object', properties: { $top: text } },
      other: { $ref: '#/properties/$filter' },
      encoded: { $ref: '#/properties/%24filter/properties/a~1b%20~0' },
      inProperties: { $ref: '#/properties/properties/properties/$top' },
      inDefinition: { $ref: '#/$defs/$filter/properties/$top' },
      inDependency: { $ref: '#/dependentSchemas/$filter' },
      elsewhere: { $ref: 'https://example.com/schema#/properties/$filter' },
      itself: { $ref: '#' },
    },
    $defs: { $filter: { properties: { $top: text } } },
    dependentSchemas: { $filter: {} },
  };
  const { tools: apiTools } = await toAnthropic({ tools: [modelTool({ inputSchema: schema })], call });
  expect(apiTools[0]?.input_schema).toMatchObject({
    properties: {
      filter: { properties: { a_b: text } },
      other: { $ref: '#/properties/filter' },
      encoded: { $ref: '#/properties/filter/properties/a_b' },
      inProperties: { $ref: '#/properties/properties/properties/top' },
      inDefinition: { $ref: '#/$defs/$filter/properties/top' },
      inDependency: { $ref: '#/dependentSchemas/filter' },
      elsewhere: { $ref: 'https://example.com/schema#/properties/$filter' },
      itself: { $ref: '#' },
    },
  });
});

test('a property keeps its name if another property of the value has its model-facing name', async () => {
  const { $top } = inputSchema.properties;
  const schema = { type: 'object', properties: { $top }, additionalProperties: true, default: { $top: 1, top: 2 } };
  const { tools: apiTools } = await toAnthropic({ tools: [modelTool({ inputSchema: schema })], call });
  expect(apiTools[0]?.input_schema).toMatchObject({ default: { $top: 1, top: 2 } });
});
