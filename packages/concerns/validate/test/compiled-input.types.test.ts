import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { ajv } from '../src/ajv.ts';
import { type CompiledInput, compileInput, type JsonSchema } from '../src/index.ts';

test("a valid value has the schema's output type, after defaults and transforms", async () => {
  const { check } = compileInput(z.object({ a: z.string().transform(Number), b: z.number().default(1) }));
  const checked = await check({ a: '5' });
  if (checked.ok) expectTypeOf(checked.value).toEqualTypeOf<{ a: number; b: number }>();
  expect(checked).toMatchObject({ ok: true, value: { a: 5, b: 1 } });
});

test('a valid value of a literal JSON Schema has its type', async () => {
  const { check } = compileInput(
    {
      type: 'object',
      properties: {
        name: { type: 'string' },
        sizes: { type: 'array', items: { enum: ['s', 'm'] } },
        note: { type: ['string', 'null'] },
        at: {
          anyOf: [{ const: 'now' }, { type: 'object', properties: { hour: { type: 'integer' } }, required: ['hour'] }],
        },
        counts: { type: 'object', additionalProperties: { type: 'number' } },
      },
      required: ['name', 'sizes'],
    },
    { validator: ajv() },
  );
  const checked = await check({ name: 'Ada', sizes: ['s'] });
  if (checked.ok) {
    expectTypeOf(checked.value).toEqualTypeOf<{
      name: string;
      sizes: ('s' | 'm')[];
      note?: string | null | undefined;
      at?: 'now' | { hour: number } | undefined;
      counts?: Readonly<Record<string, number>> | undefined;
    }>();
    // @ts-expect-error a string is not a number
    expectTypeOf(checked.value.name).toEqualTypeOf<number>();
  }
  expect(checked.ok).toBe(true);
});

test('a value has no type from items and additionalProperties that describe only the rest', async () => {
  const { check } = compileInput(
    {
      type: 'object',
      properties: {
        pair: { type: 'array', prefixItems: [{ type: 'number' }], items: { type: 'string' } },
        counts: {
          type: 'object',
          patternProperties: { '^n': { type: 'number' } },
          additionalProperties: { type: 'string' },
        },
        named: {
          type: 'object',
          properties: { a: { type: 'string' } },
          patternProperties: { '^n': { type: 'number' } },
          additionalProperties: { type: 'string' },
        },
      },
    },
    { validator: ajv() },
  );
  const checked = await check({ pair: [1, 'a'], counts: { n1: 5 }, named: { n1: 5 } });
  if (checked.ok) {
    expectTypeOf(checked.value).toEqualTypeOf<{
      pair?: unknown[] | undefined;
      counts?: Readonly<Record<string, unknown>> | undefined;
      named?: { a?: string | undefined } | undefined;
    }>();
  }
  expect(checked.ok).toBe(true);
});

test("a value is unknown where the compiler can't read the schema", () => {
  const schema: JsonSchema = { type: 'object' };
  expectTypeOf(compileInput(schema, { validator: ajv() })).toEqualTypeOf<CompiledInput<unknown>>();
  expectTypeOf(compileInput(undefined)).toEqualTypeOf<CompiledInput<Record<string, never>>>();
});
