import { createAttempts } from '@toolwire/models';
import { describe, expect, test } from 'vitest';
import { interfacesOfTurns } from './interfaces.ts';
import { modelTool, scriptedCaller } from './tools.ts';

const id = 'call_0123456789abcdef';
const called = { id, name: 'Calculator_Add', input: { a: 10, b: 5 } };

describe.each(Object.entries(interfacesOfTurns))('%s, whose turns are answered by us', (_name, make) => {
  test('counts what was in vain, and ends it', async () => {
    const failure = { message: 'Which?', canRetry: true, additionalPromptContent: 'ids: 1, 2' };
    const made = await make([modelTool()], scriptedCaller({ kind: 'failed', failure }));
    const attempts = createAttempts({ maxAttempts: 3 });
    const texts: string[] = [];
    for (const _turn of [1, 2, 3]) {
      // Two calls of one turn are one attempt: the model could not know better.
      const [first, second] = await made.answer([called, { ...called, id: `${id}2` }], { attempts });
      expect(second?.text).toBe(first?.text);
      texts.push(first?.text ?? '');
    }
    expect(texts[0]).toContain('This was attempt 1 of 3.');
    expect(texts[1]).toContain('This was attempt 2 of 3.');
    expect(texts[2]).toBe('Which?\n\nDo not call this tool again.');
  });

  test('counts anew after a success', async () => {
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

  test('takes no turn for vain in which one call of the tool was not', async () => {
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

  test('answers a call of no tool with the name that was probably meant', async () => {
    const caller = scriptedCaller();
    const made = await make([modelTool()], caller);
    const answers = await made.answer([
      { ...called, name: 'calculator_add' },
      { ...called, name: '__proto__' },
    ]);
    expect(answers).toMatchObject([
      { id, text: "There is no such tool. Did you mean 'Calculator_Add'?" },
      { id, text: 'There is no such tool. These are: Calculator_Add.' },
    ]);
    expect(caller.asked).toEqual([]);
  });

  test('OTC-CALL-14: lets a model call again no sooner than asked', async () => {
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

  test('does not keep those waiting who have left', async () => {
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
  'answers arguments that are no JSON object: %s',
  async (text) => {
    const { toOpenAiChat } = await import('@toolwire/models/openai');
    const caller = scriptedCaller();
    const [answer] = await (await toOpenAiChat([modelTool()], caller)).answer([
      { id, function: { name: 'Calculator_Add', arguments: text } },
    ]);
    expect(answer?.content).toMatch(/^The arguments are no (valid JSON|JSON object)\. Call the tool again/);
    expect(caller.asked).toEqual([]);
  },
);

test('takes no arguments at all for an empty object, as some models write them', async () => {
  const { toOpenAiChat } = await import('@toolwire/models/openai');
  const caller = scriptedCaller();
  await (await toOpenAiChat([modelTool()], caller)).answer([
    { id, function: { name: 'Calculator_Add', arguments: '' } },
  ]);
  expect(caller.asked[0]?.input).toEqual({});
});
