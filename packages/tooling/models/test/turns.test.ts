import { createAttempts } from '@toolwire/models';
import { describe, expect, test } from 'vitest';
import { apisWithTurns } from './interfaces.ts';
import { modelTool, scriptedCaller } from './tools.ts';

const id = 'call_0123456789abcdef';
const called = { id, name: 'Calculator_Add', input: { a: 10, b: 5 } };

describe.each(Object.entries(apisWithTurns))('%s, whose turns this package answers', (_name, make) => {
  test('counts failed attempts, and ends them', async () => {
    const failure = { message: 'Which?', canRetry: true, additionalPromptContent: 'ids: 1, 2' };
    const made = await make([modelTool()], scriptedCaller({ kind: 'failed', failure }));
    const attempts = createAttempts({ maxAttempts: 3 });
    const texts: string[] = [];
    for (const _turn of [1, 2, 3]) {
      // Two calls of one turn are one attempt: the model has not read the first answer.
      const [first, second] = await made.answer([called, { ...called, id: `${id}2` }], { attempts });
      expect(second?.text).toBe(first?.text);
      texts.push(first?.text ?? '');
    }
    expect(texts[0]).toContain('This was attempt 1 of 3.');
    expect(texts[1]).toContain('This was attempt 2 of 3.');
    expect(texts[2]).toBe('Which?\n\nDo not call this tool again.');
  });

  test('starts to count again after a success', async () => {
    const failed = {
      kind: 'failed',
      failure: { message: 'Which?', canRetry: true, additionalPromptContent: 'ids' },
    } as const;
    const made = await make([modelTool()], scriptedCaller(failed, { kind: 'value', value: 1 }, failed));
    const attempts = createAttempts({ maxAttempts: 2 });
    await made.answer([called], { attempts });
    await made.answer([called], { attempts });
    const [third] = await made.answer([called], { attempts });
    expect(third?.text).toContain('This was attempt 1 of 2.');
  });

  test('does not count a turn in which one call of the tool succeeded', async () => {
    const failed = {
      kind: 'failed',
      failure: { message: 'Which?', canRetry: true, additionalPromptContent: 'ids' },
    } as const;
    const made = await make([modelTool()], scriptedCaller({ kind: 'value', value: 1 }, failed));
    const attempts = createAttempts({ maxAttempts: 2 });
    await made.answer([called, { ...called, id: `${id}2` }], { attempts });
    const [next] = await made.answer([called], { attempts });
    expect(next?.text).toContain('This was attempt 1 of 2.');
  });

  test('answers a call of an unknown tool with the most similar name', async () => {
    const caller = scriptedCaller();
    const made = await make([modelTool()], caller);
    const answers = await made.answer([
      { ...called, name: 'calculator_add' },
      { ...called, name: '__proto__' },
    ]);
    expect(answers).toMatchObject([
      { id, text: "There is no tool with this name. Did you mean 'Calculator_Add'?" },
      { id, text: 'There is no tool with this name. Available tools: Calculator_Add.' },
    ]);
    expect(caller.receivedCalls).toEqual([]);
  });

  test('OTC-CALL-14: delays the answer until the model may call again', async () => {
    const failure = {
      message: 'Slow down.',
      canRetry: true,
      additionalPromptContent: 'Ask for fewer.',
      retryAfterMs: 40,
    };
    const before = performance.now();
    await (await make([modelTool()], scriptedCaller({ kind: 'failed', failure }))).answer([called]);
    expect(performance.now() - before).toBeGreaterThanOrEqual(39);
  });

  test('OTC-CALL-14: rules out another call instead of a delay of more than a minute', async () => {
    const failure = {
      message: 'Slow down.',
      canRetry: true,
      additionalPromptContent: 'Ask for fewer.',
      retryAfterMs: 60_001,
    };
    const made = await make([modelTool()], scriptedCaller({ kind: 'failed', failure }));
    expect(await made.answer([called])).toMatchObject([{ text: 'Slow down.\n\nDo not call this tool again.' }]);
  });

  test('does not delay the answer of a canceled turn', async () => {
    const failure = {
      message: 'Slow down.',
      canRetry: true,
      additionalPromptContent: 'Ask for fewer.',
      retryAfterMs: 50_000,
    };
    const left = new AbortController();
    const made = await make([modelTool()], scriptedCaller({ kind: 'failed', failure }));
    const answers = made.answer([called], { signal: left.signal });
    left.abort();
    expect(await answers).toHaveLength(1);
  });
});

test.each(['{"a": 1', '[1]', '"text"', 'null and void'])(
  'answers arguments that are not a JSON object: %s',
  async (text) => {
    const { toOpenAiChat } = await import('@toolwire/models/openai');
    const caller = scriptedCaller();
    const [answer] = await (await toOpenAiChat({ tools: [modelTool()], call: caller.call })).answer([
      { id, function: { name: 'Calculator_Add', arguments: text } },
    ]);
    expect(answer?.content).toMatch(/^The arguments are not (valid JSON|a JSON object)\. Call the tool again/);
    expect(caller.receivedCalls).toEqual([]);
  },
);

test('reads missing arguments, as some models send them, as an empty object', async () => {
  const { toOpenAiChat } = await import('@toolwire/models/openai');
  const caller = scriptedCaller();
  await (await toOpenAiChat({ tools: [modelTool()], call: caller.call })).answer([
    { id, function: { name: 'Calculator_Add', arguments: '' } },
  ]);
  expect(caller.receivedCalls[0]?.input).toEqual({});
});

test('answers no calls if a compatible server sends null for them', async () => {
  const { toOpenAiChat } = await import('@toolwire/models/openai');
  expect(await (await toOpenAiChat({ tools: [], call: scriptedCaller().call })).answer(null)).toEqual([]);
});

test('asks a model without tools to answer without them', async () => {
  const { toOpenAiChat } = await import('@toolwire/models/openai');
  const { answer } = await toOpenAiChat({ tools: [], call: scriptedCaller().call });
  expect(await answer([{ id, function: { name: 'search', arguments: '{}' } }])).toMatchObject([
    { content: 'There are no tools. Answer without a tool.' },
  ]);
});
