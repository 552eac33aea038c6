import { ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { anthropicStrict, findStrictProblems, openAiStrict } from '@toolwire/models';
import { toAnthropic } from '@toolwire/models/anthropic';
import { toGemini } from '@toolwire/models/gemini';
import { toLangChain } from '@toolwire/models/langchain';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { expect, test } from 'vitest';
import { portableTools } from '../src/portable/portable-server.ts';

const { tools } = createToolServer({ tools: portableTools(), wires: [], validator: ajv(), logger: silentLogger });
const call = () => Promise.reject(new Error('Nothing is called here.'));
const plainRoot = { type: 'object', properties: expect.any(Object) as unknown };
const refusedAtRoot = /^(oneOf|anyOf|allOf|not|enum|const|\$ref)$/;

test('every input is a plain object at its root, with names that every API accepts', async () => {
  const chat = (await toOpenAiChat({ tools, call })).tools.map((one) => one.function.parameters);
  const anthropic = (await toAnthropic({ tools, call })).tools.map((one) => one.input_schema);
  const gemini = (await toGemini({ tools, call })).tools.flatMap((one) =>
    one.functionDeclarations.map(({ parametersJsonSchema }) => parametersJsonSchema),
  );
  expect([chat.length, anthropic.length, gemini.length]).toEqual([66, 66, 66]);
  for (const schema of [...chat, ...anthropic, ...gemini]) {
    expect(schema).toMatchObject(plainRoot);
    expect(Object.keys(schema).filter((keyword) => refusedAtRoot.test(keyword))).toEqual([]);
  }
});

test("OpenAI's own helper accepts strict schemas unchanged, and rejects other schemas for the reported reasons", async () => {
  const made = await toOpenAiResponses({ tools, call }, { strict: 'auto' });
  const strict = made.tools.filter((one) => one.strict);
  for (const { parameters } of strict) {
    expect(findStrictProblems(parameters, openAiStrict)).toEqual([]);
    expect(() => toStrictJsonSchema(parameters)).not.toThrow();
  }
  const others = made.report.filter((one) => !one.strict);
  for (const { changes } of others) expect(changes.some(({ code }) => code === 'not_strict')).toBe(true);
  expect(strict).toHaveLength(47);
});

test('strict schemas for Anthropic follow its rules, within the limit of a request', async () => {
  const made = await toAnthropic({ tools, call }, { strict: 'auto' });
  const strict = made.tools.filter((one) => one.strict === true);
  for (const one of strict) expect(findStrictProblems(one.input_schema, anthropicStrict)).toEqual([]);
  expect(strict).toHaveLength(20);
});

test('LangChain passes every tool to models', async () => {
  const made = (await toLangChain({ tools, call }, { tool, ToolMessage })).tools.map((one) => convertToOpenAITool(one));
  expect(made.map((one) => one.function.parameters)).toEqual(
    tools.map(() => expect.objectContaining(plainRoot) as unknown),
  );
});

test('the report lists each changed tool with the keyword, and no other tool', async () => {
  const { report } = await toOpenAiChat({ tools, call });
  const told = report.flatMap(({ name, changes }) =>
    changes.map(({ message }) => `${name} ${/'(.*?)'/.exec(message)?.[1]}`),
  );
  expect(told.sort()).toEqual(
    [
      'all_of_inside allOf',
      'odd_names $top',
      'odd_names filter[x]',
      'one_of_texts oneOf',
      'root_all_of allOf',
      'root_any_of input',
      'root_any_of_required input',
      'root_not input',
      'root_one_of input',
      'root_one_of_shared input',
      'root_referred allOf',
      'root_union input',
      'root_union oneOf',
      'root_union_of_three input',
      'root_union_of_three oneOf',
      'root_union_plain input',
      'root_union_with_null input',
      'root_union_with_null oneOf',
      'shapes oneOf',
      'tuple prefixItems',
      'tuple_optional prefixItems',
      'tuple_plain prefixItems',
      'tuple_with_rest unevaluatedItems',
      'tuples_listed prefixItems',
      'union_in_union oneOf',
      'union_inside oneOf',
      'union_optional oneOf',
      'unions_listed oneOf',
    ].sort(),
  );
});
