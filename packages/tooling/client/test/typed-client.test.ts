import { defineTool, defineToolkit } from '@toolwire/core';
import { createCaller, createToolServer } from '@toolwire/server';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { type CallResult, createClient } from '../src/index.ts';
import { done, scriptedFetch, sentBodies } from './scripted-fetch.ts';

const numbers = z.object({ a: z.number(), b: z.number() });
const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds.',
  input: numbers,
  output: z.number(),
  run: ({ a, b }) => a + b,
});
const addPrecisely = defineTool({
  id: 'Calculator.Add',
  version: '2.0.0',
  description: 'Adds.',
  input: numbers.extend({ digits: z.number() }),
  output: z.string(),
  run: ({ a, b, digits }) => (a + b).toFixed(digits),
});
const calculator = defineToolkit({ name: 'Calculator', tools: [add] });
const now = defineTool({
  id: 'Clock.Now',
  version: '1.2.3',
  description: 'Tells.',
  output: z.iso.date(),
  run: () => '1970-01-01',
});
const server = createToolServer({ tools: [calculator, now], wires: [] });
const both = createToolServer({ tools: [add, addPrecisely], wires: [] });

const fetch = scriptedFetch(done(3));
const options = { url: 'https://tools.example.com', fetch };
const client = createClient<typeof server>(options);

describe('a client that is typed by its server', () => {
  test('types IDs, versions, inputs and values', async () => {
    const result = await client.call('Calculator.Add', { a: 1, b: 2 });
    expectTypeOf(result).toEqualTypeOf<CallResult<number>>();
    expect(result).toMatchObject({ kind: 'value', value: 3 });
    expectTypeOf(await client.call('Calculator.Add@1.0.0', { a: 1, b: 2 })).toEqualTypeOf<CallResult<number>>();
    expectTypeOf(await client.call('Clock.Now@1.2.3')).toEqualTypeOf<CallResult<string>>();
    expectTypeOf(await client.call('Clock.Now', {}, { timeoutMs: 5 })).toEqualTypeOf<CallResult<string>>();
  });

  test('has a method for each tool', async () => {
    fetch.mockClear();
    expectTypeOf(await client.tools.Calculator.Add({ a: 1, b: 2 })).toEqualTypeOf<CallResult<number>>();
    expect(await client.tools.Clock.Now()).toMatchObject({ kind: 'value', value: 3 });
    expect(sentBodies(fetch).map((body) => JSON.parse(body) as unknown)).toMatchObject([
      { request: { tool_id: 'Calculator.Add', input: { a: 1, b: 2 } } },
      { request: { tool_id: 'Clock.Now' } },
    ]);
  });

  test('can be awaited and serialized without a call', async () => {
    fetch.mockClear();
    await Promise.all([Promise.resolve(client.tools), Promise.resolve(client.tools.Calculator)]);
    expect(JSON.stringify(client.tools)).toBe('{}');
    expect(JSON.stringify(client.tools.Calculator)).toBe('{}');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('rejects any other ID, version or input', () => {
    const wrong = [
      // @ts-expect-error there is no such tool. Did you mean "Calculator.Add"?
      async () => client.call('Calculator.Ad', { a: 1, b: 2 }),
      // @ts-expect-error there is no such version
      async () => client.call('Calculator.Add@3.0.0', { a: 1, b: 2 }),
      // @ts-expect-error the shorthand of 1.2.3 would be 1.0.0
      async () => client.call('Clock.Now@1'),
      // @ts-expect-error a string is not a number
      async () => client.call('Calculator.Add', { a: 1, b: '2' }),
      // @ts-expect-error the input is missing
      async () => client.call('Calculator.Add'),
      // @ts-expect-error a string is not a number
      async () => client.tools.Calculator.Add({ a: 1, b: '2' }),
    ];
    expect(wrong).toHaveLength(6);
    expectTypeOf(client.tools).not.toHaveProperty('Calendar');
    expectTypeOf(client.tools.Calculator).not.toHaveProperty('Subtract');
  });

  test('can be typed by a toolkit, a list or one definition', () => {
    const tools = [calculator, now];
    expectTypeOf(createClient<typeof tools>(options).tools.Clock.Now).returns.resolves.toEqualTypeOf<
      CallResult<string>
    >();
    expectTypeOf(createClient<typeof calculator>(options).tools.Calculator.Add).returns.resolves.toEqualTypeOf<
      CallResult<number>
    >();
    expectTypeOf(createClient<typeof add>(options).tools.Calculator.Add).returns.resolves.toEqualTypeOf<
      CallResult<number>
    >();
  });

  test('without a version accepts input for every version, and returns output of any version', async () => {
    const versions = createClient<typeof both>(options);
    expectTypeOf(await versions.call('Calculator.Add', { a: 1, b: 2, digits: 0 })).toEqualTypeOf<
      CallResult<number | string>
    >();
    expectTypeOf(await versions.call('Calculator.Add@1', { a: 1, b: 2 })).toEqualTypeOf<CallResult<number>>();
    // @ts-expect-error the later version needs more
    await versions.call('Calculator.Add', { a: 1, b: 2 });
  });
});

describe('a caller that is typed by its server', () => {
  test('has the same types', async () => {
    const call = createCaller<typeof server>(server);
    const outcome = await call('Calculator.Add@1', { a: 1, b: 2 });
    if (outcome.kind === 'value') expectTypeOf(outcome.value).toEqualTypeOf<number>();
    expect(outcome).toMatchObject({ kind: 'value', value: 3 });
    expectTypeOf(await call.value('Calculator.Add', { a: 1, b: 2 })).toEqualTypeOf<number>();
    expect(await call.value('Calculator.Add', { a: 1, b: 2 }, { callId: 'one' })).toBe(3);
    // @ts-expect-error there is no such tool
    expect(await call('Calculator.Ad', { a: 1, b: 2 })).toMatchObject({ code: 'tool_not_found' });
    // @ts-expect-error a string is not a number
    expect(await call('Calculator.Add', { a: 1, b: '2' })).toMatchObject({ kind: 'invalid' });
  });
});
