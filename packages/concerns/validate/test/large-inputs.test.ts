import { cpuRatio } from '@toolwire/internal/testing';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { z as z3 } from 'zod3';
import { ajv } from '../src/ajv.ts';
import { compileInput } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { zod3 } from '../src/zod3.ts';
import { checkInput, errorsOf } from './sync-checks.ts';

interface StandardSchema {
  readonly '~standard': { readonly validate: (value: unknown) => unknown };
}

const tables: readonly (readonly [string, StandardSchema])[] = [
  ['zod 4', z.object({ rows: z.array(z.object({ email: z.string(), count: z.number() })) })],
  ['zod 3', z3.object({ rows: z3.array(z3.object({ email: z3.string(), count: z3.number() })) })],
  ['valibot', toStandardJsonSchema(v.object({ rows: v.array(v.object({ email: v.string(), count: v.number() })) }))],
  ['arktype', type({ rows: type({ email: 'string', count: 'number' }).array() })],
];
const good = { email: 'a@b.co', count: 1 };
const rowsOf = (length: number, row: object): object[] => Array.from({ length }, () => row);

describe.each(tables)('a large input (%s)', (_, schema) => {
  it.each([
    ['ajv', ajv()],
    ['no-eval', noEval()],
  ])('is rejected much faster than by its library with many invalid parts (%s)', (__, validator) => {
    const compiled = compileInput(schema, { converters: [zod3()], validator });
    const input = { rows: [good, ...rowsOf(20_000, {})] };
    const validate = (): unknown => schema['~standard'].validate(input);
    expect(cpuRatio(() => errorsOf(compiled, input), validate, 0.5)).toBeLessThan(0.5);
    expect(errorsOf(compiled, input)['rows']).toMatch(/^\[1\]\.(?:email|count): is required/);
  });

  it('is accepted if it is valid, and an invalid part is named at any position', () => {
    const compiled = compileInput(schema, { converters: [zod3()], validator: ajv() });
    const rows = rowsOf(6000, good);
    expect(checkInput(compiled, { rows })).toEqual({ ok: true, value: { rows } });
    expect(errorsOf(compiled, { rows: [...rows, { ...good, count: 'x' }] })).toEqual({
      rows: '[6000].count: must be a number, got the string "x"',
    });
  });
});

describe('a large input for a schema that accepts more than it publishes', () => {
  const texts = Array.from({ length: 6000 }, () => '1');

  it.each([
    ['zod 4, coerce', z.object({ n: z.array(z.coerce.number()) })],
    ['zod 4, catch', z.object({ n: z.array(z.number().catch(1)) })],
    ['zod 4, preprocess', z.object({ n: z.preprocess((list) => (list as string[]).map(Number), z.array(z.number())) })],
    ['zod 3, coerce', z3.object({ n: z3.array(z3.coerce.number()) })],
    ['zod 3, catch', z3.object({ n: z3.array(z3.number().catch(1)) })],
    [
      'zod 3, preprocess',
      z3.object({ n: z3.preprocess((list) => (list as string[]).map(Number), z3.array(z3.number())) }),
    ],
  ])('is validated like a small input (%s)', async (_, schema) => {
    const compiled = compileInput(schema, { converters: [zod3()], validator: ajv() });
    for (const n of [['1'], texts]) {
      expect(await compiled.check({ n })).toEqual({ ok: true, value: { n: n.map(() => 1) } });
    }
  });

  it('is validated only by its library where code generation is forbidden', () => {
    const validator = {
      compile: () => {
        throw Object.assign(new Error('No code here'), { [Symbol.for('toolwire.schema-error')]: true });
      },
    };
    const compiled = compileInput(z.object({ n: z.array(z.string()) }), { validator });
    expect(checkInput(compiled, { n: texts })).toMatchObject({ ok: true });
  });
});

describe.each([
  ['ajv', ajv()],
  ['no-eval', noEval()],
])('an invalid value of a megabyte (%s)', (_, validator) => {
  const choices = Array.from({ length: 2000 }, (_choice, index) => `choice ${index}`);
  const numbers = Array.from({ length: 100_000 }, (_item, index) => index);
  const many = Object.fromEntries(numbers.map((index) => [`field${index}`, 'too long']));

  it.each([
    ['next to many choices', { a: { enum: choices } }, { a: numbers }],
    ['next to many choices in a union', { a: { anyOf: [{ enum: choices }, { type: 'null' }] } }, { a: numbers }],
    ['with many fields that are too long', { a: { additionalProperties: { maxLength: 5 } } }, { a: many }],
    ['with many items that are too long', { a: { items: { maxLength: 5 } } }, { a: Object.values(many) }],
  ])('is rejected quickly %s', (__, properties, input) => {
    const compiled = compileInput({ type: 'object', properties }, { validator });
    const copy = (): unknown => JSON.parse(JSON.stringify(input));
    expect(cpuRatio(() => errorsOf(compiled, input), copy, 40)).toBeLessThan(40);
    expect(errorsOf(compiled, input)).toHaveProperty('a');
  });
});

it('a million items after the match of contains are not validated (ajv)', () => {
  const validate = ajv().compile({ contains: { const: 0 } });
  const items = Array.from({ length: 1_000_000 }, (_item, index) => index);
  expect(validate([0])).toEqual({ ok: true });
  const reversed = items.toReversed();
  expect(validate(reversed)).toEqual({ ok: true });
  expect(
    cpuRatio(
      () => validate(items),
      () => validate(reversed),
      0.1,
    ),
  ).toBeLessThan(0.1);
});
