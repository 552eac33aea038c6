import type { AnsweredCall, TextStore, ToolResult } from '@toolwire/models';
import { describe, expect, test } from 'vitest';
import { apis } from './interfaces.ts';
import { modelTool, scriptedCaller } from './tools.ts';

const id = 'call_0123456789abcdef';
const isFailure = ({ kind }: ToolResult): boolean => kind === 'failed' || kind === 'refused' || kind === 'invalid';
const called = { id, name: 'Calculator_Add', input: { a: 10, b: 5 } };

describe.each(Object.entries(apis))('%s', (name, make) => {
  const readAfter = async (result: ToolResult): Promise<string> => {
    const [answer] = await (await make([modelTool()], scriptedCaller(result))).answer([called]);
    expect(answer?.id).toBe(id);
    expect(answer?.isError ?? isFailure(result)).toBe(isFailure(result));
    return answer?.text ?? '';
  };

  test('calls the version that the model saw, and uses the ID of the model’s call as call ID', async () => {
    const caller = scriptedCaller({ kind: 'value', value: 15 });
    const made = await make([modelTool({ version: '1.2.0' }), modelTool({ version: '1.10.0' })], caller);
    expect(made.names).toEqual(['Calculator_Add']);
    expect(await made.answer([called])).toMatchObject([{ id, text: '15' }]);
    expect(caller.receivedCalls).toEqual([{ toolId: 'Calculator.Add@1.10.0', input: { a: 10, b: 5 }, callId: id }]);
  });

  test('does not use an ID as call ID if it is too short to be unique', async () => {
    const caller = scriptedCaller();
    await (await make([modelTool()], caller)).answer([{ ...called, id: 'call_0' }]);
    expect(caller.receivedCalls[0]?.callId).toBeUndefined();
  });

  test('returns strings unchanged, and a sentence for no value', async () => {
    expect(await readAfter({ kind: 'value', value: 'Hello' })).toBe('Hello');
    expect(await readAfter({ kind: 'value', value: { sum: [1, 2] } })).toBe('{"sum":[1,2]}');
    expect(await readAfter({ kind: 'value', value: null })).toBe('Done. The tool returned nothing.');
  });

  test('returns the text that the tool added to its value, unless the API gets data', async () => {
    const value = { path: 'a.txt', text: 'one\ntwo' };
    const picture = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const;
    const words = [{ type: 'text', text: 'one' } as const, picture, { type: 'text', text: 'two' } as const];
    const json = JSON.stringify(value);
    expect(await readAfter({ kind: 'value', value, content: words })).toBe(name === 'Gemini' ? json : 'one\ntwo');
    expect(await readAfter({ kind: 'value', value, content: [picture] })).toBe(json);
  });

  test('OTC-RESP-08: asks the model not to repeat a failed call without a hint, and omits messages for developers', async () => {
    const failure = { message: 'No such city.', developerMessage: 'Not in table cities' };
    const text = await readAfter({ kind: 'failed', failure });
    expect(text).toBe('No such city.\n\nDo not call this tool again with the same arguments.');
  });

  test('OTC-CALL-14: returns the hint if the input must change', async () => {
    const failure = {
      message: 'Which doorbell?',
      canRetry: true,
      additionalPromptContent: 'ids: doorbell42, doorbell43',
    };
    expect(await readAfter({ kind: 'failed', failure })).toBe(
      'Which doorbell?\n\nids: doorbell42, doorbell43\n\nYou can call this tool again with changed arguments.',
    );
  });

  test('returns the message of each invalid parameter', async () => {
    const text = await readAfter({
      kind: 'invalid',
      message: 'The input does not fit.',
      parameterErrors: { b: 'is no number' },
    });
    expect(text).toBe(
      'The input does not fit.\nb: is no number\n\nYou can call this tool again with changed arguments.',
    );
  });

  test('returns the sign-in URL, and notes that the tool may have run', async () => {
    const missing = { authorization: [{ id: 'google', url: 'https://accounts.example.com/in' }] };
    expect(
      await readAfter({ kind: 'refused', code: 'missing_requirements', message: 'A token is missing.', missing }),
    ).toBe(
      'A token is missing.\n\nThe user can sign in to google at https://accounts.example.com/in. Then call the tool again.',
    );
    expect(await readAfter({ kind: 'refused', code: 'timeout', message: 'No answer.', ran: 'unknown' })).toBe(
      'No answer.\n\nThe tool may have run anyway.',
    );
  });

  test('returns the URL of a stored output, and notes that a task is still running', async () => {
    const artifact = {
      url: 'https://files.example.com/7',
      contentType: 'text/csv',
      size: 900,
      description: 'All rows.',
      name: 'rows.csv',
    };
    expect(await readAfter({ kind: 'artifact', artifact })).toBe(
      'The result is a file of 900 bytes (rows.csv, text/csv) at https://files.example.com/7\n\nAll rows.',
    );
    expect(await readAfter({ kind: 'deferred', task: { id: 'task-7' } })).toBe(
      'The tool is still running as task task-7. There is no result yet.',
    );
  });

  test('truncates a result that is too long, with a note', async () => {
    const made = await make([modelTool()], scriptedCaller({ kind: 'value', value: 'é😀'.repeat(2_000_000) }), {
      maxCharacters: 5,
    });
    const [answer] = await made.answer([called]);
    expect(answer?.text).toBe(
      'é😀é\n\n[Truncated: first 4 of 6000000 characters. Ask for less data, or for another part.]',
    );
  });

  test('returns the text of the tool instead of a value that is too long', async () => {
    const content = [{ type: 'text', text: 'Short.' }] as const;
    const caller = scriptedCaller({ kind: 'value', value: 'A long value.', content });
    const made = await make([modelTool()], caller, { maxCharacters: 6 });
    expect((await made.answer([called]))[0]?.text).toBe('Short.');
  });

  test('returns the URL of the full text if it is stored', async () => {
    const kept: { readonly contentType: string; readonly text: string }[] = [];
    const artifacts: TextStore = {
      async save(body, { contentType }) {
        let text = '';
        for await (const part of body) text += new TextDecoder().decode(part);
        if (text.includes('lost')) throw new Error('The disk is full.');
        kept.push({ contentType, text });
        return { url: 'https://files.example.com/7' };
      },
    };
    const heard: AnsweredCall[] = [];
    const options = { maxCharacters: 4, artifacts, onAnswer: (one: AnsweredCall): void => void heard.push(one) };
    const results: readonly ToolResult[] = [
      ...['Hello', { a: 1 }, 'lost text'].map((value) => ({ kind: 'value', value }) as const),
      { kind: 'value', value: { a: 1 }, content: [{ type: 'text', text: 'A is 1.' }] },
    ];
    const made = await make([modelTool()], scriptedCaller(...results), options);
    const texts: (string | undefined)[] = [];
    for (const _call of results) texts.push((await made.answer([called]))[0]?.text);
    expect(texts).toEqual([
      'Hell\n\n[Truncated: first 4 of 5 characters. Full text: https://files.example.com/7 Ask for less data, or for another part.]',
      '{"a"\n\n[Truncated: first 4 of 7 characters. Full text: https://files.example.com/7 Ask for less data, or for another part.]',
      'lost\n\n[Truncated: first 4 of 9 characters. Ask for less data, or for another part.]',
      'A is\n\n[Truncated: first 4 of 7 characters. Full text: https://files.example.com/7 Ask for less data, or for another part.]',
    ]);
    expect(kept).toEqual([
      { contentType: 'text/plain; charset=utf-8', text: 'Hello' },
      { contentType: 'application/json', text: '{"a":1}' },
      { contentType: 'text/plain; charset=utf-8', text: 'A is 1.' },
    ]);
    expect(heard.map(({ saveError }) => saveError)).toEqual([
      undefined,
      undefined,
      new Error('The disk is full.'),
      undefined,
    ]);
  });

  test('answers each call once, in the order of the calls', async () => {
    const caller = {
      call: async (_id: string, { a }: { readonly a?: unknown }): Promise<ToolResult> => {
        await new Promise((done) => setTimeout(done, a === 1 ? 20 : 0));
        return { kind: 'value', value: a };
      },
    };
    const calls = [1, 2, 3].map((a) => ({
      id: `call_number_${a}_of_three`,
      name: 'Calculator_Add',
      input: { a, b: 0 },
    }));
    const answers = await (await make([modelTool()], caller)).answer(calls);
    expect(answers.map((answer) => [answer.id, answer.text])).toEqual(
      calls.map((call) => [call.id, String(call.input.a)]),
    );
  });

  test('answers a canceled call', async () => {
    const caller = {
      call: (_id: string, _input: unknown, { signal }: { readonly signal?: AbortSignal }) =>
        Promise.reject(signal?.reason),
    };
    const answer = (await make([modelTool()], caller)).answer([called], { signal: AbortSignal.abort() });
    // LangChain ends a canceled call itself, before it calls the tool.
    if (name === 'LangChain') await expect(answer).rejects.toThrow('aborted');
    else expect(await answer).toMatchObject([{ id, text: 'The call was canceled.' }]);
  });

  test.each<[when: string, failToLog: () => unknown]>([
    [
      'at once',
      () => {
        throw new Error('The log is gone.');
      },
    ],
    ['later', () => Promise.reject(new Error('The log is gone.'))],
  ])(
    'answers a call whose caller throws, and passes the error only to onAnswer, which may fail %s',
    async (_, failToLog) => {
      const heard: unknown[] = [];
      const onAnswer = ({ thrown }: { readonly thrown?: unknown }): unknown => {
        heard.push(thrown);
        return failToLog();
      };
      const thrown = new Error('connect ECONNREFUSED 10.0.0.7');
      const made = await make([modelTool()], () => Promise.reject(thrown), { onAnswer });
      expect(await made.answer([called])).toMatchObject([{ id, text: 'The tool could not be called.' }]);
      expect(heard).toEqual([thrown]);
    },
  );

  test('maps parameter names in inputs and in messages', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        $top: { type: 'number' },
        'filter[x]': { type: 'array', items: { type: 'object', properties: { é: {} } } },
      },
    };
    const caller = scriptedCaller({ kind: 'invalid', message: 'No.', parameterErrors: { $top: 'is too large' } });
    const made = await make([modelTool({ inputSchema })], caller);
    const [answer] = await made.answer([{ ...called, input: { top: 500, filter_x: [{ _: 1, other: 2 }] } }]);
    expect(caller.receivedCalls[0]?.input).toEqual({ $top: 500, 'filter[x]': [{ é: 1, other: 2 }] });
    expect(answer?.text).toContain('\ntop: is too large');
    await made.answer([{ ...called, input: { top: 1, $top: 2 } }]);
    expect(caller.receivedCalls[1]?.input).toEqual({ top: 1, $top: 2 });
  });

  test.each(['dependentSchemas', 'dependencies'])('maps the names of parameters in %s', async (keyword) => {
    const inputSchema = {
      type: 'object',
      properties: { a: { type: 'number' } },
      [keyword]: { a: { properties: { $b: { type: 'string' } } } },
    };
    const caller = scriptedCaller();
    const made = await make([modelTool({ inputSchema })], caller);
    await made.answer([{ ...called, input: { a: 1, b: 'x' } }]);
    expect(caller.receivedCalls[0]?.input).toEqual({ a: 1, $b: 'x' });
  });
});
