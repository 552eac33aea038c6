import Anthropic from '@anthropic-ai/sdk';
import { type Content, GoogleGenAI } from '@google/genai';
import { ToolMessage } from '@langchain/core/messages';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { createAttempts } from '@toolwire/models';
import { toAiSdk } from '@toolwire/models/ai-sdk';
import { toAnthropic } from '@toolwire/models/anthropic';
import { toGemini } from '@toolwire/models/gemini';
import { toLangChain } from '@toolwire/models/langchain';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import { generateText, jsonSchema, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { modelServer } from './model-server.ts';
import { servedTools } from './served-tools.ts';

// The model first sends an unknown ID, reads the error, and sends another ID.
const ids = ['call_first_of_the_two', 'call_second_of_the_two'] as const;
const inputs = [
  { id: 'doorbell1', times: null },
  { id: 'doorbell42', times: null },
] as const;
const hint =
  'There is no such doorbell.\n\nids: doorbell42, doorbell43\n\nYou can call this tool again with changed arguments.';
const first = `${hint} This was attempt 1 of 3.`;
const second = '{"rang":"doorbell42"}';

test('the OpenAI SDK completes a chat completions loop', async () => {
  const called = (turn: 0 | 1) => ({
    choices: [
      {
        message: {
          role: 'assistant',
          tool_calls: [
            {
              id: ids[turn],
              type: 'function',
              function: { name: 'Doorbell_Ring', arguments: JSON.stringify(inputs[turn]) },
            },
          ],
        },
      },
    ],
  });
  const model = await modelServer(called(0), called(1), {
    choices: [{ message: { role: 'assistant', content: 'Rung.' } }],
  });
  const openai = new OpenAI({ apiKey: 'none', baseURL: model.url });
  const { tools, client } = await servedTools();
  const ours = await toOpenAiChat({ tools, call: client.call }, { strict: 'auto' });
  const attempts = createAttempts();
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Ring.' }];
  for (;;) {
    const { choices } = await openai.chat.completions.create({ model: 'any', messages, tools: ours.tools });
    const message = choices[0]?.message;
    if (message?.tool_calls === undefined) break;
    messages.push(message, ...(await ours.answer(message.tool_calls, { attempts })));
  }
  expect(messages.filter(({ role }) => role === 'tool')).toEqual([
    { role: 'tool', tool_call_id: ids[0], content: first },
    { role: 'tool', tool_call_id: ids[1], content: second },
  ]);
  const parameters = { required: ['id', 'times'], additionalProperties: false };
  expect(model.read[0]).toMatchObject({ tools: [{ function: { name: 'Doorbell_Ring', strict: true, parameters } }] });
});

test('the OpenAI SDK completes a responses loop', async () => {
  const called = (turn: 0 | 1) => ({
    output: [
      {
        type: 'function_call',
        id: `fc_${turn}`,
        call_id: ids[turn],
        name: 'Doorbell_Ring',
        arguments: JSON.stringify(inputs[turn]),
      },
    ],
  });
  const model = await modelServer(called(0), called(1), { output: [] });
  const openai = new OpenAI({ apiKey: 'none', baseURL: model.url });
  const { tools, client } = await servedTools();
  const ours = await toOpenAiResponses({ tools, call: client.call }, { strict: 'auto' });
  const attempts = createAttempts();
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Ring.' }];
  for (;;) {
    const { output } = await openai.responses.create({ model: 'any', input, tools: ours.tools });
    if (output.length === 0) break;
    const calls = output.filter((item) => item.type === 'function_call');
    input.push(...calls, ...(await ours.answer(output, { attempts })));
  }
  expect(input.filter((item) => item.type === 'function_call_output')).toEqual([
    { type: 'function_call_output', call_id: ids[0], output: first },
    { type: 'function_call_output', call_id: ids[1], output: second },
  ]);
});

test('the Anthropic SDK completes a loop', async () => {
  const called = (turn: 0 | 1) => ({
    content: [{ type: 'tool_use', id: ids[turn], name: 'Doorbell_Ring', input: { id: inputs[turn].id } }],
    stop_reason: 'tool_use',
  });
  const model = await modelServer(called(0), called(1), { content: [], stop_reason: 'end_turn' });
  const anthropic = new Anthropic({ apiKey: 'none', baseURL: model.url });
  const { tools, client } = await servedTools();
  const ours = await toAnthropic({ tools, call: client.call });
  const attempts = createAttempts();
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Ring.' }];
  for (;;) {
    const message = await anthropic.messages.create({ model: 'any', max_tokens: 9, messages, tools: ours.tools });
    if (message.stop_reason !== 'tool_use') break;
    messages.push({ role: 'assistant', content: message.content }, await ours.answer(message.content, { attempts }));
  }
  expect([messages[2], messages[4]].map((message) => message?.content)).toEqual([
    [{ type: 'tool_result', tool_use_id: ids[0], content: first, is_error: true }],
    [{ type: 'tool_result', tool_use_id: ids[1], content: second, is_error: false }],
  ]);
});

test('the Google SDK completes a loop', async () => {
  const called = (turn: 0 | 1) => ({
    candidates: [
      {
        content: { role: 'model', parts: [{ functionCall: { name: 'Doorbell_Ring', args: { id: inputs[turn].id } } }] },
      },
    ],
  });
  const model = await modelServer(called(0), called(1), {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Rung.' }] } }],
  });
  const google = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: model.url } });
  const { tools, client } = await servedTools();
  const ours = await toGemini({ tools, call: client.call });
  const attempts = createAttempts();
  const contents: Content[] = [{ role: 'user', parts: [{ text: 'Ring.' }] }];
  for (;;) {
    const response = await google.models.generateContent({ model: 'any', contents, config: { tools: ours.tools } });
    if (response.functionCalls === undefined) break;
    contents.push(response.candidates?.[0]?.content ?? {}, await ours.answer(response.functionCalls, { attempts }));
  }
  expect([contents[2], contents[4]].map((content) => content?.parts)).toEqual([
    [{ functionResponse: { name: 'Doorbell_Ring', response: { error: first } } }],
    [{ functionResponse: { name: 'Doorbell_Ring', response: { output: { rang: 'doorbell42' } } } }],
  ]);
  expect(model.read[0]).toMatchObject({
    tools: [{ functionDeclarations: [{ name: 'Doorbell_Ring', parametersJsonSchema: { type: 'object' } }] }],
  });
});

test('the AI SDK completes its own loop', async () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const called = (turn: 0 | 1) => ({
    content: [
      {
        type: 'tool-call' as const,
        toolCallId: ids[turn],
        toolName: 'Doorbell_Ring',
        input: JSON.stringify({ id: inputs[turn].id }),
      },
    ],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage,
    warnings: [],
  });
  const end = {
    ...called(0),
    content: [{ type: 'text' as const, text: 'Rung.' }],
    finishReason: { unified: 'stop' as const, raw: undefined },
  };
  const model = new MockLanguageModelV3({ doGenerate: [called(0), called(1), end] });
  const { tools, client } = await servedTools();
  const ours = await toAiSdk({ tools, call: client.call }, { jsonSchema });
  const { text } = await generateText({ model, prompt: 'Ring.', tools: ours.tools, stopWhen: stepCountIs(5) });
  expect(text).toBe('Rung.');
  expect(model.doGenerateCalls.at(-1)?.prompt.filter(({ role }) => role === 'tool')).toMatchObject([
    { content: [{ toolCallId: ids[0], output: { type: 'error-text', value: hint } }] },
    { content: [{ toolCallId: ids[1], output: { type: 'text', value: second } }] },
  ]);
  expect(model.doGenerateCalls[0]?.tools).toMatchObject([
    { type: 'function', name: 'Doorbell_Ring', inputSchema: { properties: { id: { type: 'string' } } } },
  ]);
});

test('LangChain sends the tools to its models, runs them, and leaves validation to them', async () => {
  const { tools, client } = await servedTools();
  const [ours] = (await toLangChain({ tools, call: client.call }, { tool, ToolMessage })).tools;
  if (ours === undefined) throw new Error('There is no tool.');
  const properties = { id: { type: 'string' }, times: { type: 'integer' } };
  expect(convertToOpenAITool(ours)).toMatchObject({
    type: 'function',
    function: { name: 'Doorbell_Ring', description: 'Rings a doorbell.', parameters: { type: 'object', properties } },
  });
  const called: Pick<StructuredToolInterface, 'invoke'> = ours;
  const run = async (args: Record<string, unknown>): Promise<ToolMessage> => {
    const message: unknown = await called.invoke({ type: 'tool_call', id: ids[0], name: 'Doorbell_Ring', args });
    if (!(message instanceof ToolMessage)) throw new TypeError('LangChain made no message of it.');
    return message;
  };
  expect(await run({ id: 'doorbell1' })).toMatchObject({ status: 'error', tool_call_id: ids[0], content: hint });
  expect(await run({ id: 'doorbell42' })).toMatchObject({
    status: 'success',
    tool_call_id: ids[0],
    content: second,
    artifact: { rang: 'doorbell42' },
  });
  expect((await run({ id: 7 })).text).toMatch(/^.*\nid: .*string/);
});
