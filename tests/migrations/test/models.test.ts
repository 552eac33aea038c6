import { createOpenAI } from '@ai-sdk/openai';
import { startModel } from '@toolwire-examples/model-kit';
import { expect, test } from 'vitest';
import { ask as askAfter } from '../src/ai-sdk/after.ts';
import { ask as askBefore } from '../src/ai-sdk/before.ts';
import { answerOf, differences } from '../src/differences.ts';

/** The input of a model in one request. */
interface Told {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools: readonly { readonly function: { readonly parameters: Readonly<Record<string, unknown>> } }[];
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const inputs = ['{"room":"kitchen"}', '{"room":"attic"}', '{"room":7}'];
const calls = inputs.map((typed, turn) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: `call_${turn}`, type: 'function', function: { name: 'read_temperature', arguments: typed } }],
}));
const script = [...calls, { role: 'assistant', content: 'It is warm.' }].map((message, turn) => ({
  id: `chat_${turn}`,
  model: 'local',
  choices: [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }],
  usage,
}));

/** The input of a model for the tool and for each call, with the arguments, and its last message. */
async function transcriptOf(ask: typeof askBefore): Promise<Readonly<Record<string, unknown>>> {
  const model = await startModel(script);
  try {
    const said = await ask(createOpenAI({ apiKey: 'none', baseURL: model.url }).chat('local'), 'Is it warm?');
    const { messages, tools } = model.requests.at(-1) as Told;
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    // The dialect of a schema, and whether one that lists all its members forbids others, say nothing to a model.
    const plain = tools.map((tool) => {
      const { $schema: _dialect, additionalProperties: _others, ...parameters } = tool.function.parameters;
      return { ...tool.function, parameters };
    });
    return { said, tools: plain, ...Object.fromEntries(inputs.map((input, turn) => [input, results[turn]])) };
  } finally {
    model.close();
  }
}

test('after the guide from AI SDK tools, a model gets the same tool with the same results', async () => {
  const before = await transcriptOf(askBefore);
  const after = await transcriptOf(askAfter);
  const told = differences['ai-sdk'] ?? [];
  const other = (side: 'before' | 'after'): Readonly<Record<string, unknown>> =>
    Object.fromEntries(told.map((difference) => [difference.request, answerOf(difference[side])]));
  expect(before).toMatchObject({ said: 'It is warm.', '{"room":"kitchen"}': '{"degrees":21}', ...other('before') });
  expect(after).toEqual({ ...before, ...other('after') });
});
