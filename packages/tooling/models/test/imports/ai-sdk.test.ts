import { once } from 'node:events';
import { ToolError } from '@toolwire/errors';
import { fromAiSdk } from '@toolwire/models/from';
import { dynamicTool, jsonSchema, tool, zodSchema } from 'ai';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { serveOnEveryWire } from './on-every-wire.ts';

const weather = tool({
  description: 'The weather in a city.',
  title: 'Weather',
  inputSchema: z.object({ city: z.string().min(2), days: z.coerce.number().default(1) }),
  outputSchema: z.object({ city: z.string(), degrees: z.number() }),
  execute: ({ city, days }) => ({ city, degrees: 20 + days }),
});

const failing = tool({
  description: 'Fails.',
  inputSchema: z.object({ secret: z.boolean().optional() }),
  execute: ({ secret = false }): string => {
    if (secret) throw new Error('The password is 1234.');
    throw new ToolError('There is no such city.', { additionalPromptContent: 'Try Graz.' });
  },
});

test('tools of the AI SDK answer over every protocol, by their IDs and their model-facing names', async () => {
  const { call, mcp } = await serveOnEveryWire(
    fromAiSdk({ get_weather: weather }, { toolkit: 'Weather', version: '2.1.0' }),
  );
  const value = { city: 'Graz', degrees: 22 };
  expect(await call('Weather.get_weather@2.1.0', 'get_weather', { city: 'Graz', days: '2' })).toMatchObject({
    otc: { kind: 'value', value },
    mcp: { structuredContent: value },
    arcade: { output: { value } },
  });
  const { tools } = await mcp.listTools();
  expect(tools).toMatchObject([
    {
      name: 'get_weather',
      title: 'Weather',
      description: 'The weather in a city.',
      inputSchema: { properties: { city: { type: 'string', minLength: 2 } }, required: ['city'] },
      outputSchema: { properties: { degrees: { type: 'number' } } },
    },
  ]);
});

test('a schema of the AI SDK parses the input once, and its issues name the parameter', async () => {
  const convert = tool({
    description: 'Ten times a number.',
    inputSchema: zodSchema(z.object({ value: z.number().transform((value) => value * 10) })),
    execute: ({ value }) => value,
  });
  const find = dynamicTool({
    description: 'Finds a place.',
    inputSchema: jsonSchema({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }),
    execute: (input) => Promise.resolve({ input }),
  });
  const { otc } = await serveOnEveryWire(fromAiSdk({ convert, find }, { toolkit: 'Maps' }));
  expect(await otc.call('Maps.convert', { value: 2 })).toMatchObject({ value: 20 });
  expect(await otc.call('Maps.convert', { value: 'two' })).toMatchObject({
    kind: 'invalid',
    parameterErrors: { value: expect.stringMatching(/number/) as unknown },
  });
  expect(await otc.call('Maps.find', { name: 'Graz' })).toMatchObject({ value: { input: { name: 'Graz' } } });
  expect(await otc.call('Maps.find', {})).toMatchObject({
    kind: 'invalid',
    parameterErrors: { name: expect.any(String) as unknown },
  });
});

describe('an error that a tool throws', () => {
  test('is hidden unless it is meant for callers', async () => {
    const { call, otc } = await serveOnEveryWire(fromAiSdk({ failing }, { toolkit: 'Any' }));
    const hidden = await call('Any.failing', 'failing', { secret: true });
    expect(hidden).toMatchObject({
      otc: { kind: 'failed' },
      mcp: { isError: true },
      arcade: { output: { error: {} } },
    });
    expect(JSON.stringify(hidden)).not.toContain('1234');
    expect(await otc.call('Any.failing', {})).toMatchObject({
      failure: { message: 'There is no such city.', additionalPromptContent: 'Try Graz.' },
    });
  });

  test('is shown with the option errorMessages', async () => {
    const { call } = await serveOnEveryWire(fromAiSdk({ failing }, { toolkit: 'Any', errorMessages: 'shown' }));
    expect(await call('Any.failing', 'failing', { secret: true })).toMatchObject({
      otc: { kind: 'failed', failure: { message: 'The password is 1234.' } },
      mcp: { isError: true, content: [{ text: expect.stringContaining('The password is 1234.') as unknown }] },
      arcade: { output: { error: { message: 'The password is 1234.' } } },
    });
  });
});

describe('the model output of a tool', () => {
  const shown = (toModelOutput: NonNullable<typeof weather.toModelOutput>, more: object = {}) =>
    fromAiSdk(
      {
        shown: { description: 'Any.', inputSchema: z.object({}), execute: () => ({ raw: 1 }), toModelOutput, ...more },
      },
      { toolkit: 'Any' },
    );

  test('is the result for callers: text, content, or a failure', async () => {
    const text = await serveOnEveryWire(shown(() => ({ type: 'text', value: 'One.' })));
    expect(await text.otc.call('Any.shown', {})).toMatchObject({ value: 'One.' });
    const parts = await serveOnEveryWire(
      shown(() => ({
        type: 'content',
        value: [
          { type: 'text', text: 'A picture:' },
          { type: 'image-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
          { type: 'file-data', data: 'JVBERg==', mediaType: 'application/pdf', filename: 'a b.pdf' },
          { type: 'image-url', url: 'https://pictures.example.com/1.png' },
          { type: 'file-id', fileId: 'f1' },
        ],
      })),
    );
    expect(await parts.mcp.callTool({ name: 'shown', arguments: {} })).toMatchObject({
      content: [
        { type: 'text', text: 'A picture:' },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'attachment:a%20b.pdf', mimeType: 'application/pdf', blob: 'JVBERg==' } },
        { type: 'resource_link', uri: 'https://pictures.example.com/1.png' },
        { type: 'text', text: '{"type":"file-id","fileId":"f1"}' },
      ],
    });
    const denied = await serveOnEveryWire(shown(() => ({ type: 'execution-denied', reason: 'Not on Sundays.' })));
    expect(await denied.otc.call('Any.shown', {})).toMatchObject({
      kind: 'failed',
      failure: { message: 'Not on Sundays.' },
    });
    const failed = await serveOnEveryWire(shown(() => ({ type: 'error-json', value: { code: 7 } })));
    expect(await failed.otc.call('Any.shown', {})).toMatchObject({
      kind: 'failed',
      failure: { message: '{"code":7}' },
    });
  });

  test('is ignored if the output has a schema, except for a failure', async () => {
    const outputSchema = z.object({ raw: z.number() });
    const typed = await serveOnEveryWire(shown(() => ({ type: 'text', value: 'One.' }), { outputSchema }));
    expect(await typed.otc.call('Any.shown', {})).toMatchObject({ value: { raw: 1 } });
    const failed = await serveOnEveryWire(shown(() => ({ type: 'error-text', value: 'No.' }), { outputSchema }));
    expect(await failed.otc.call('Any.shown', {})).toMatchObject({ kind: 'failed', failure: { message: 'No.' } });
  });
});

test('the values that a tool yields are progress, and the last one is its output', async () => {
  const counting = tool({
    description: 'Counts.',
    inputSchema: z.object({}),
    async *execute() {
      yield 'one';
      yield 'two';
      yield 'three';
    },
  });
  const { mcp } = await serveOnEveryWire(fromAiSdk({ counting }, { toolkit: 'Any' }));
  const heard: unknown[] = [];
  const result = await mcp.callTool({ name: 'counting', arguments: {} }, undefined, {
    onprogress: (progress) => heard.push(progress),
  });
  expect(heard).toMatchObject([
    { progress: 1, message: 'one' },
    { progress: 2, message: 'two' },
  ]);
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'three' }] });
});

test('a tool gets the call ID and a signal that aborts when the caller disconnects', async () => {
  const left = new EventTarget();
  const started = new EventTarget();
  const waiting = tool({
    description: 'Waits.',
    inputSchema: z.object({}),
    execute: async (_input, { abortSignal, toolCallId }) => {
      expect(toolCallId).toBe('call_of_sixteen_or_more');
      started.dispatchEvent(new Event('started'));
      if (abortSignal !== undefined) await once(abortSignal, 'abort');
      left.dispatchEvent(new Event('left'));
    },
  });
  const { otc } = await serveOnEveryWire(fromAiSdk({ waiting }, { toolkit: 'Any' }));
  const leaving = new AbortController();
  const [isStarted, hasLeft] = [once(started, 'started'), once(left, 'left')];
  const called = otc.call('Any.waiting', {}, { callId: 'call_of_sixteen_or_more', signal: leaving.signal });
  await isStarted;
  leaving.abort();
  await expect(called).rejects.toThrow('abort');
  await hasLeft;
});

test('a tool that needs approval is destructive', () => {
  const tools = { asked: { ...weather, needsApproval: true }, sometimes: { ...weather, needsApproval: () => false } };
  expect(fromAiSdk({ ...tools, weather }, { toolkit: 'Any' }).map(({ annotations }) => annotations)).toEqual([
    { destructive: true },
    { destructive: true },
    undefined,
  ]);
});

describe('a tool that a server cannot run', () => {
  test.each([
    [
      'a name without a toolkit',
      () => fromAiSdk({ weather }),
      /^The name 'weather' of fromAiSdk\(\) is not a tool ID\. .*TW_TOOL_ID/,
    ],
    [
      'names with other letters, all at once',
      () => fromAiSdk({ 'get-weather': weather, 'a/b': weather, ok: weather }, { toolkit: 'Weather' }),
      /'get-weather': \{ id: 'Weather\.get_weather' \}, 'a\/b': \{ id: 'Weather\.a_b' \} \}\. \(TW_TOOL_ID\)$/,
    ],
    [
      'a tool that runs elsewhere',
      () => fromAiSdk({ ask: { description: 'Asks.', inputSchema: z.object({}) } }, { toolkit: 'Any' }),
      /^Tool 'ask' of fromAiSdk\(\) has no execute function, .*TW_TOOL_RUN/,
    ],
    [
      'a tool that does not say what it is for',
      () => fromAiSdk({ weather: { ...weather, description: undefined } }, { toolkit: 'Any' }),
      /^Tool 'weather' of fromAiSdk\(\) has no description\. .*TW_TOOL_DESCRIPTION/,
    ],
    [
      'a schema that is a promise',
      () =>
        fromAiSdk(
          { weather: { ...weather, inputSchema: jsonSchema(() => Promise.resolve({ type: 'object' as const })) } },
          { toolkit: 'Any' },
        ),
      /^The inputSchema of tool 'weather' is a promise\. .*TW_OPTION_TYPE/,
    ],
    [
      'no schema',
      () => fromAiSdk({ weather: { ...weather, inputSchema: { city: 'string' } } }, { toolkit: 'Any' }),
      /^The inputSchema of tool 'weather' must be a schema of .*TW_OPTION_TYPE/,
    ],
    [
      'an override of a tool that there is not',
      // @ts-expect-error There is no such tool.
      () => fromAiSdk({ weather }, { toolkit: 'Any', overrides: { wether: { version: '2.0.0' } } }),
      /^Invalid option 'wether' in overrides of fromAiSdk\(\)\. Did you mean 'weather'\?/,
    ],
  ])('is rejected at startup: %s', (_what, importing, text) => {
    expect(importing).toThrow(text);
  });

  test('is accepted after the fix in the error message', () => {
    const overrides = {
      'get-weather': { id: 'Weather.Get', version: '3.0.0', annotations: { readOnly: true }, timeoutMs: 9 },
    };
    expect(fromAiSdk({ 'get-weather': weather }, { toolkit: 'Weather', overrides })).toMatchObject([
      { id: 'Weather.Get', version: '3.0.0', name: 'get-weather', annotations: { readOnly: true }, timeoutMs: 9 },
    ]);
  });

  test('keeps a field whose override is undefined', () => {
    const overrides = { weather: { version: process.env['TOOLWIRE_UNSET'], title: undefined } } as object;
    expect(fromAiSdk({ weather }, { toolkit: 'Any', version: '2.1.0', overrides })).toMatchObject([
      { id: 'Any.weather', version: '2.1.0', title: 'Weather' },
    ]);
  });
});
