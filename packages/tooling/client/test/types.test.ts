import { defineTool } from '@toolwire/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type CallResult, createClient } from '../src/index.ts';
import { done, scriptedFetch } from './scripted-fetch.ts';

const about = { version: '1.0.0', description: 'A tool.' };
const numbers = z.object({ a: z.number(), b: z.number() });
const add = defineTool({
  id: 'Calculator.Add',
  ...about,
  input: numbers,
  output: z.number(),
  run: ({ a, b }) => a + b,
});
const ring = defineTool({ id: 'Doorbell.Ring', ...about, output: null, run: () => {} });
const plain = defineTool({ id: 'A.Plain', ...about, input: { type: 'object' }, run: () => ({ any: 'thing' }) });
const when = defineTool({
  id: 'Clock.When',
  ...about,
  output: z.object({ at: z.date(), zones: z.array(z.string()) }),
  run: async () => ({ at: new Date(0), zones: ['UTC'] }),
});

const convert = defineTool({
  id: 'Units.Convert',
  ...about,
  input: z.object({ meters: z.string().transform(Number), to: z.enum(['feet', 'miles']).default('miles') }),
  output: z.number().transform(String),
  run: ({ meters, to }) => (to === 'feet' ? meters * 3.28 : meters / 1_609),
});

const client = createClient({ url: 'https://tools.example.com', fetch: scriptedFetch(done(15)) });

describe('a call that is typed by a definition', () => {
  it('has the input and the value of the tool', async () => {
    const result = await client.call<typeof add>('Calculator.Add@1.0.0', { a: 10, b: 5 });
    expectTypeOf(result).toEqualTypeOf<CallResult<number>>();
    if (result.kind === 'value') expectTypeOf(result.value).toEqualTypeOf<number>();

    expect(result).toMatchObject({ kind: 'value', value: 15 });
  });

  it('rejects invalid input', async () => {
    // @ts-expect-error a string is not a number
    await client.call<typeof add>('Calculator.Add@1.0.0', { a: 10, b: 'infinity' });
    // @ts-expect-error b is missing
    await client.call<typeof add>('Calculator.Add@1.0.0', { a: 10 });
    // @ts-expect-error there is no c
    await client.call<typeof add>('Calculator.Add@1.0.0', { a: 10, b: 5, c: 1 });
    // @ts-expect-error the input is missing
    await client.call<typeof add>('Calculator.Add@1.0.0');
    // @ts-expect-error an input is an object
    await client.call('Calculator.Add@1.0.0', 'infinity');
    // @ts-expect-error a number is not a tool definition
    await client.call<number>('Calculator.Add@1.0.0', {});
  });

  it('has no value before its kind is checked', async () => {
    const result = await client.call<typeof add>('Calculator.Add@1.0.0', { a: 10, b: 5 });
    // @ts-expect-error it may have failed
    expect(result.value).toBe(15);
    // @ts-expect-error a failure has no value
    if (result.kind === 'failed') expect(result.value).toBeUndefined();
    // @ts-expect-error a number is not a string
    if (result.kind === 'value') expectTypeOf(result.value).toEqualTypeOf<string>();
  });

  it('needs no input if the tool has none, and has null if it returns nothing', async () => {
    const result = await client.call<typeof ring>('Doorbell.Ring');
    expectTypeOf(result).toEqualTypeOf<CallResult<null>>();
    await client.call<typeof ring>('Doorbell.Ring', {}, { timeoutMs: 5_000 });
    // @ts-expect-error there is no such parameter
    await client.call<typeof ring>('Doorbell.Ring', { doorbell_id: 'doorbell42' });
  });

  it('has the value after JSON serialization', async () => {
    expectTypeOf(await client.call<typeof when>('Clock.When')).toEqualTypeOf<
      CallResult<{ at: string; zones: string[] }>
    >();
    interface Wrapped {
      run(input: { readonly limit?: number }): { order: { toJSON(): { at: Date } } };
    }
    expectTypeOf(await client.call<Wrapped>('Orders.Last')).toEqualTypeOf<CallResult<{ order: { at: string } }>>();
  });

  it('accepts input before defaults and transforms', async () => {
    const result = await client.call<typeof convert>('Units.Convert', { meters: '5' });
    expectTypeOf(result).toEqualTypeOf<CallResult<string>>();
    await client.call<typeof convert>('Units.Convert', { meters: '5', to: 'feet' });
    // @ts-expect-error it is a number only once the tool gets it
    await client.call<typeof convert>('Units.Convert', { meters: 5 });
  });

  it('accepts any definition with a run function', async () => {
    interface Own {
      run(input: { readonly a: number }): Promise<{ readonly sum: number }>;
    }
    expectTypeOf(await client.call<Own>('Own.Add', { a: 1 })).toEqualTypeOf<CallResult<{ readonly sum: number }>>();
  });

  it('has no types for a plain JSON Schema', async () => {
    expectTypeOf(await client.call<typeof plain>('A.Plain', { any: 'thing' })).toEqualTypeOf<CallResult>();
  });

  it('has no types without a definition', async () => {
    const result = await client.call('Calculator.Add', { a: 10 });
    expectTypeOf(result).toEqualTypeOf<CallResult>();
    // @ts-expect-error its type is unknown
    if (result.kind === 'value') expect(result.value.length).toBeUndefined();
  });
});
