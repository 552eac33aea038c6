import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { z as z3 } from 'zod3';
import { ajv } from '../src/ajv.ts';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import { compileInput } from '../src/index.ts';
import { zod3 } from '../src/zod3.ts';

const valibot = <T extends v.GenericSchema>(schema: T): SchemaSource => toStandardJsonSchema(schema);
const optional = z.array(z.number()).optional();
const zod4 = (schema: z.ZodType): SchemaSource => z.object({ v: schema, pad: optional });
const zod3Of = (schema: z3.ZodType): SchemaSource => z3.object({ v: schema, pad: z3.array(z3.number()).optional() });
const valibotOf = (schema: v.GenericSchema): SchemaSource =>
  valibot(v.object({ v: schema, pad: v.optional(v.array(v.number())) }));

const schemas: readonly (readonly [string, SchemaSource])[] = [
  ['zod 4, trim and email', zod4(z.string().trim().pipe(z.email()))],
  ['zod 4, trim before its checks', zod4(z.string().trim().min(2).max(5).startsWith('a'))],
  [
    'zod 4, lower case',
    zod4(
      z
        .string()
        .toLowerCase()
        .regex(/^[a-z@.]+$/u),
    ),
  ],
  ['zod 4, email', zod4(z.email())],
  ['zod 4, url', zod4(z.url())],
  ['zod 4, datetime', zod4(z.iso.datetime({ local: true }))],
  ['zod 4, time', zod4(z.iso.time())],
  ['zod 4, coerced number', zod4(z.coerce.number())],
  ['zod 4, coerced text', zod4(z.coerce.string())],
  ['zod 4, coerced boolean, optional', zod4(z.coerce.boolean().optional())],
  ['zod 4, catch', zod4(z.object({ x: z.number() }).catch({ x: 1 }))],
  ['zod 4, preprocess', zod4(z.preprocess((given) => (given === undefined ? 1 : Number(given)), z.number()))],
  ['zod 4, default', zod4(z.number().default(1))],
  ['zod 4, prefault', zod4(z.number().prefault(1))],
  ['zod 4, nullable union', zod4(z.union([z.string().trim().min(3), z.null(), z.stringbool()]))],
  ['zod 4, two characters', zod4(z.string().min(2))],
  ['zod 4, closed', zod4(z.strictObject({ x: z.coerce.number().optional() }))],
  ['zod 4, record', zod4(z.record(z.string().toLowerCase(), z.coerce.number()))],
  ['zod 3, trim and email', zod3Of(z3.string().trim().email())],
  ['zod 3, url', zod3Of(z3.string().url())],
  ['zod 3, two characters', zod3Of(z3.string().min(2))],
  ['zod 3, coerced text', zod3Of(z3.coerce.string())],
  ['zod 3, coerced number', zod3Of(z3.coerce.number())],
  ['zod 3, catch', zod3Of(z3.object({ x: z3.number() }).catch({ x: 1 }))],
  ['zod 3, preprocess', zod3Of(z3.preprocess((given) => Number(given ?? 1), z3.number()))],
  ['valibot, trim and email', valibotOf(v.pipe(v.string(), v.trim(), v.email()))],
  ['valibot, two characters', valibotOf(v.pipe(v.string(), v.minLength(2)))],
  ['valibot, fallback', valibotOf(v.fallback(v.object({ x: v.number() }), { x: 1 }))],
  ['valibot, url', valibotOf(v.pipe(v.string(), v.url()))],
  ['arktype, two characters', type({ v: 'string >= 2', 'pad?': 'number[]' })],
  ['arktype, email', type({ v: 'string.email', 'pad?': 'number[]' })],
];

const words = [
  ' a@b.co ',
  'A@B.co',
  'a@localhost',
  'é@example.com',
  'https://ex ample.com',
  'http://münchen.de',
  '😀',
  'ab',
];
const dates = ['2026-01-31T12:00:00', '2026-01-31T12:00:00Z', '12:00', '12:00:00', '1', 'true', 'yes', '', 'x'];
const value = fc.oneof(
  fc.constantFrom<unknown>(
    ...words,
    ...dates,
    null,
    0,
    1.5,
    true,
    [],
    [1],
    {},
    { x: '1' },
    { x: null },
    { A: '1' },
    undefined,
  ),
  fc.string(),
  fc.webUrl(),
  fc.emailAddress(),
);
const pad = Array.from({ length: 6000 }, () => 1);

describe('OTC-CALL-10: a large input is accepted exactly where a small input is', () => {
  it.each(schemas)('%s', async (_, schema) => {
    const { check } = compileInput(schema, { validator: ajv(), converters: [zod3()] });
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const input = given === undefined ? {} : { v: given };
        const [small, large] = [await check(input), await check({ ...input, pad })];
        expect(large.ok).toBe(small.ok);
      }),
      { numRuns: process.env['TEST_SCOPE'] === 'all' ? 150 : 50 },
    );
  });
});
