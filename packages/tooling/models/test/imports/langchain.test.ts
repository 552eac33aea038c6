import { once } from 'node:events';
import { ToolMessage } from '@langchain/core/messages';
import { DynamicTool, StructuredTool, tool } from '@langchain/core/tools';
import { fromLangChain } from '@toolwire/models/from';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { serveOnEveryWire } from './on-every-wire.ts';

const weather = tool(({ city, days }) => ({ city, degrees: 20 + days }), {
  name: 'get_weather',
  description: 'The weather in a city.',
  schema: z.object({ city: z.string().min(2), days: z.coerce.number().default(1) }),
});

test('tools of LangChain answer over every protocol, by their IDs and their model-facing names', async () => {
  const { call, mcp } = await serveOnEveryWire(fromLangChain([weather], { toolkit: 'Weather', version: '2.1.0' }));
  const value = { city: 'Graz', degrees: 22 };
  expect(await call('Weather.get_weather@2.1.0', 'get_weather', { city: 'Graz', days: '2' })).toMatchObject({
    otc: { kind: 'value', value },
    mcp: { content: [{ type: 'text', text: JSON.stringify(value) }] },
    arcade: { output: { value } },
  });
  expect(await call('Weather.get_weather', 'get_weather', { city: 7 })).toMatchObject({
    otc: { kind: 'invalid', parameterErrors: { city: expect.stringMatching(/string/) as unknown } },
    mcp: { isError: true },
  });
  const { tools } = await mcp.listTools();
  expect(tools).toMatchObject([
    {
      name: 'get_weather',
      description: 'The weather in a city.',
      inputSchema: { properties: { city: { type: 'string', minLength: 2 } }, required: ['city'] },
    },
  ]);
});

describe('a schema of a LangChain tool', () => {
  const echo = { description: 'Gives what it got.' };

  test('parses the input once, also asynchronously', async () => {
    const later = z.string().transform((text) => Promise.resolve(`${text}!`));
    const tools = [
      tool((input) => input, {
        ...echo,
        name: 'once',
        schema: z.object({ text: z.string().transform((text) => text.length) }),
      }),
      tool((input) => input, { ...echo, name: 'later', schema: z.object({ text: later }) }),
    ];
    const { otc } = await serveOnEveryWire(fromLangChain(tools, { toolkit: 'Any' }));
    expect(await otc.call('Any.once', { text: 'four' })).toMatchObject({ value: { text: 4 } });
    expect(await otc.call('Any.later', { text: 'four' })).toMatchObject({ value: { text: 'four!' } });
    expect(await otc.call('Any.later', { text: 4 })).toMatchObject({ kind: 'invalid' });
  });

  test('can be a JSON Schema, a string input, or the schema of a class', async () => {
    class Shout extends StructuredTool {
      name = 'shout';
      description = 'Shouts.';
      schema = z.object({ text: z.string() });
      protected _call({ text }: { readonly text: string }) {
        return Promise.resolve(text.toUpperCase());
      }
    }
    const tools = [
      tool((input) => input, {
        ...echo,
        name: 'plain',
        schema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
      }),
      new DynamicTool({ ...echo, name: 'text', func: (text) => Promise.resolve(`${text}!`) }),
      new Shout(),
    ];
    const { otc } = await serveOnEveryWire(fromLangChain(tools, { toolkit: 'Any' }));
    expect(await otc.call('Any.plain', { a: 1 })).toMatchObject({ value: { a: 1 } });
    expect(await otc.call('Any.plain', {})).toMatchObject({
      kind: 'invalid',
      parameterErrors: { a: expect.any(String) as unknown },
    });
    expect(await otc.call('Any.text', { input: 'Hello' })).toMatchObject({ value: 'Hello!' });
    expect(await otc.call('Any.text', { input: 1 })).toMatchObject({ kind: 'invalid' });
    expect(await otc.call('Any.shout', { text: 'hello' })).toMatchObject({ value: 'HELLO' });
  });
});

describe('the output of a LangChain tool', () => {
  const returning = (returned: unknown, more: object = {}) =>
    fromLangChain([tool(() => returned, { name: 'any', description: 'Any.', schema: z.object({}), ...more })], {
      toolkit: 'Any',
    });
  const answer = async (returned: unknown, more: object = {}) => {
    const { otc } = await serveOnEveryWire(returning(returned, more));
    return otc.call('Any.any', {});
  };

  test('is its value, and without the artifact if it returns one', async () => {
    expect(await answer([{ id: 1 }, { id: 2 }])).toMatchObject({ value: [{ id: 1 }, { id: 2 }] });
    const found = [{ title: 'Graz', url: 'https://example.com/graz', snippet: 'A city.' }];
    expect(await answer(found)).toMatchObject({ value: found });
    expect(
      await answer(['Two found.', [{ id: 1 }, { id: 2 }]], { responseFormat: 'content_and_artifact' }),
    ).toMatchObject({
      value: 'Two found.',
    });
  });

  test('is content if it consists of blocks', async () => {
    const { mcp } = await serveOnEveryWire(
      returning([
        { type: 'text', text: 'A picture:' },
        { type: 'image', source_type: 'base64', data: 'iVBORw0KGgo=', mime_type: 'image/png' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        { type: 'image_url', image_url: { url: 'data:image/png;name=a.png;base64,iVBORw0KGgo=' } },
        { type: 'audio', data: new Uint8Array([1, 2, 3]), mimeType: 'audio/wav' },
      ]),
    );
    expect(await mcp.callTool({ name: 'any', arguments: {} })).toMatchObject({
      content: [
        { type: 'text', text: 'A picture:' },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
        { type: 'audio', data: 'AQID', mimeType: 'audio/wav' },
      ],
    });
  });

  test('is the content of its message, which can be a failure', async () => {
    const message = { tool_call_id: '1', content: 'No such city.' };
    expect(await answer(new ToolMessage(message))).toMatchObject({ value: 'No such city.' });
    expect(await answer(new ToolMessage({ ...message, status: 'error' }))).toMatchObject({
      kind: 'failed',
      failure: { message: 'No such city.' },
    });
  });

  test('is a hidden failure if it is a Command for a graph', async () => {
    // As LangGraph's `Command` looks.
    const command = { lc_direct_tool_output: true, lg_name: 'Command', goto: ['elsewhere'] };
    expect(await answer(command)).toMatchObject({ kind: 'failed', failure: { canRetry: false } });
  });
});

test('an error that a LangChain tool throws is hidden, or shown with the option errorMessages', async () => {
  const failing = tool(() => Promise.reject(new Error('The password is 1234.')), {
    name: 'failing',
    description: 'Fails.',
    schema: z.object({}),
  });
  const hidden = await serveOnEveryWire(fromLangChain([failing], { toolkit: 'Any' }));
  expect(JSON.stringify(await hidden.call('Any.failing', 'failing', {}))).not.toContain('1234');
  const shown = await serveOnEveryWire(fromLangChain([failing], { toolkit: 'Any', errorMessages: 'shown' }));
  expect(await shown.otc.call('Any.failing', {})).toMatchObject({ failure: { message: 'The password is 1234.' } });
});

test('the events of a LangChain tool are progress', async () => {
  const counting = tool(
    async function* () {
      yield 'one';
      yield await Promise.resolve('two');
      return 'three';
    },
    { name: 'counting', description: 'Counts.', schema: z.object({}) },
  );
  const { mcp } = await serveOnEveryWire(fromLangChain([counting], { toolkit: 'Any' }));
  const heard: unknown[] = [];
  const onprogress = (progress: unknown) => void heard.push(progress);
  const result = await mcp.callTool({ name: 'counting', arguments: {} }, undefined, { onprogress });
  expect(heard).toMatchObject([
    { progress: 1, message: 'one' },
    { progress: 2, message: 'two' },
  ]);
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'three' }] });
});

test('a LangChain tool gets a signal that aborts when the caller disconnects', async () => {
  const heard = new EventTarget();
  const waiting = tool(
    async (_input, { signal }) => {
      heard.dispatchEvent(new Event('started'));
      if (signal instanceof AbortSignal) await once(signal, 'abort');
      heard.dispatchEvent(new Event('left'));
    },
    { name: 'waiting', description: 'Waits.', schema: z.object({}) },
  );
  const { otc } = await serveOnEveryWire(fromLangChain([waiting], { toolkit: 'Any' }));
  const leaving = new AbortController();
  const [isStarted, hasLeft] = [once(heard, 'started'), once(heard, 'left')];
  const called = otc.call('Any.waiting', {}, { signal: leaving.signal });
  await isStarted;
  leaving.abort();
  await expect(called).rejects.toThrow('abort');
  await hasLeft;
});

test('names of LangChain that are not tool IDs are rejected at startup', () => {
  expect(() => fromLangChain([weather])).toThrow(/'get_weather' of fromLangChain\(\) is not a tool ID\. .*TW_TOOL_ID/);
  expect(() => fromLangChain([{ ...weather, name: 'w', schema: 'none' } as never], { toolkit: 'Any' })).toThrow(
    /The LangChain tool 'w' has no usable schema/,
  );
});
