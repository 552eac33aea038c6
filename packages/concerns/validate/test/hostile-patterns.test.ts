import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ajv } from '../src/ajv.ts';
import { compileInput, compileOutput } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { PatternCosts } from '../src/regex-cost/pattern-costs.ts';
import { createSizeCheck } from '../src/size-limits/size-check.ts';
import { measureBlocking } from './event-loop-delay.ts';
import { patternLibraries } from './pattern-libraries.ts';
import { asyncErrorsOf, checkInput, checkOutput, errorsOf } from './sync-checks.ts';

/** With the limit a check takes less than 100 ms on a fast machine, and without it minutes. */
const mostMs = 1_000;
const email = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$';
const hostile = `a@${'a.'.repeat(40_000)}@`;

describe.each(patternLibraries)('a string that a slow pattern checks (%s)', (_, schema) => {
  it('is rejected for its length before a pattern runs', () => {
    const compiled = schema(email, 254);
    const { stall, answer } = measureBlocking(() => errorsOf(compiled, { text: hostile, texts: [1] }), mostMs);
    expect(stall).toBeLessThan(mostMs);
    // The other parameter is explained all the same.
    expect(answer).toEqual({
      text: 'Must be at most 254 characters long, got 80003',
      texts: '[0]: must be a string, got the number 1',
    });
  });

  it('has a default limit if its schema has none', () => {
    expect(errorsOf(schema(email, undefined), { text: hostile })).toEqual({
      text: 'Must be at most 1729 characters long, got 80003',
    });
    expect(errorsOf(schema('^a+$', undefined), { text: 'a'.repeat(10_001) })).toEqual({
      text: 'Must be at most 10000 characters long, got 10001',
    });
    expect(checkInput(schema('^a+$', undefined), { text: 'a'.repeat(10_000) })).toMatchObject({ ok: true });
    expect(checkInput(schema('^a+$', 20_000), { text: 'a'.repeat(20_000) })).toMatchObject({ ok: true });
  });

  it('counts against one budget for all patterns of an input', () => {
    const texts = Array.from({ length: 40_000 }, () => `${'a'.repeat(17)}!`);
    const compiled = schema('^(a+)+$', undefined);
    const { stall, answer } = measureBlocking(() => errorsOf(compiled, { texts }), mostMs);
    expect(stall).toBeLessThan(mostMs);
    expect(answer['texts']).toContain('is too long to be checked together with the other values');
  });
});

describe('a pattern in a union branch for other values', () => {
  const dots = `a@${'.'.repeat(40_000)} `;
  const note = {
    type: 'object',
    properties: { text: { type: 'string' }, kind: { const: 'note' }, size: { type: 'number' } },
  };
  const mail = {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 254, pattern: email }, kind: { const: 'mail' } },
  };
  const { string, number, literal, object } = z;
  const kinds = [
    object({ text: string(), kind: literal('note'), size: number().optional() }),
    object({ text: string().max(254).regex(new RegExp(email)), kind: literal('mail') }),
  ] as const;
  const ofUnion = (keyword: string): Record<string, unknown> => ({
    type: 'object',
    properties: { part: { [keyword]: [mail, note] } },
  });

  it.each([
    ['zod', compileInput(object({ part: z.union(kinds) }))],
    ['ajv, anyOf', compileInput(ofUnion('anyOf'), { validator: ajv() })],
    ['ajv, oneOf', compileInput(ofUnion('oneOf'), { validator: ajv() })],
    ['noEval, oneOf', compileInput(ofUnion('oneOf'), { validator: noEval() })],
  ])('does not run where it would take too long (%s)', (_, compiled) => {
    const part = { kind: 'note', text: dots, size: 'large' };
    const { stall, answer } = measureBlocking(() => errorsOf(compiled, { part }), mostMs);
    expect(stall).toBeLessThan(mostMs);
    expect(answer['part']).toContain('text: must be at most 1729 characters long, got 40003');
    // Only the time of the pattern counts, and not the length that the other branch allows.
    expect(checkInput(compiled, { part: { kind: 'note', text: 'a'.repeat(1_700) } })).toMatchObject({ ok: true });
  });
});

describe('a union branch for another kind', () => {
  const shortText = { type: 'string', pattern: '^[a-z]+$', maxLength: 5 };
  const kindOf = (kind: string): object => ({ properties: { kind: { const: kind } } });
  const branches = [
    { allOf: [kindOf('leaf'), { properties: { text: shortText } }] },
    { allOf: [kindOf('node'), { properties: { text: { type: 'string', maxLength: 100 } } }] },
  ];
  const leaf = z
    .object({
      kind: z.literal('leaf'),
      text: z
        .string()
        .regex(/^[a-z]+$/)
        .max(5),
    })
    .meta({ id: 'Leaf' });
  const node = z
    .object({
      kind: z.literal('node'),
      text: z.string().max(100),
      get children(): z.ZodType {
        return z.array(expression);
      },
    })
    .meta({ id: 'Node' });
  const expression = z.discriminatedUnion('kind', [leaf, node]);

  it.each([
    ['recursive, zod', compileInput(z.object({ e: expression }))],
    ['allOf, ajv', compileInput({ type: 'object', properties: { e: { anyOf: branches } } }, { validator: ajv() })],
  ])('does not limit the text of this kind (%s)', (_, compiled) => {
    const part = { text: 'abcdefghij', children: [] };
    expect(checkInput(compiled, { e: { kind: 'node', ...part } })).toMatchObject({ ok: true });
    expect(errorsOf(compiled, { e: { kind: 'leaf', ...part } })).toEqual({
      e: 'text: must be at most 5 characters long, got 10',
    });
  });
});

describe('sizes', () => {
  const large = 'a'.repeat(50_000);

  it('apply in unions, to the branch that may match', () => {
    const { check } = compileInput(
      z.object({
        nullable: z.string().max(10).regex(/^a+$/).nullish(),
        part: z
          .discriminatedUnion('kind', [
            z.object({ kind: z.literal('id'), text: z.string().max(10) }),
            z.object({ kind: z.literal('page'), text: z.string() }),
          ])
          .optional(),
      }),
    );
    expect(check({ nullable: large })).toMatchObject({ ok: false });
    expect(check({ nullable: null, part: { kind: 'page', text: large } })).toMatchObject({ ok: true });
    expect(check({ part: { kind: 'id', text: large } })).toMatchObject({
      parameterErrors: { part: 'text: must be at most 10 characters long, got 50000' },
    });
  });

  it('apply to the last level of a recursive schema', () => {
    const tree = {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 254, pattern: email }, below: { $ref: '#' } },
    };
    const compiled = compileInput(tree, { validator: ajv() });
    const deep = Array.from({ length: 50 }).reduce<object>((below) => ({ below }), { text: hostile });
    const { stall, answer } = measureBlocking(() => checkInput(compiled, deep), mostMs);
    expect(stall).toBeLessThan(mostMs);
    expect(answer).toMatchObject({ ok: false });
  });

  it("don't apply before a step that shortens the string, but the pattern limit does", () => {
    for (const schema of [
      z.object({
        text: z
          .string()
          .trim()
          .max(3)
          .regex(/\s+$|^a/),
      }),
      toStandardJsonSchema(v.object({ text: v.pipe(v.string(), v.trim(), v.maxLength(3), v.regex(/\s+$|^a/)) })),
    ]) {
      const compiled = compileInput(schema);
      expect(checkInput(compiled, { text: '  abc  ' })).toMatchObject({ ok: true, value: { text: 'abc' } });
      expect(errorsOf(compiled, { text: ' '.repeat(100_000) })['text']).toContain('Must be at most');
    }
  });

  it("don't apply to a recursive schema that a step shortens before, but apply elsewhere", async () => {
    const node = z.object({
      name: z
        .string()
        .max(5)
        .regex(/^[a-z]+$/),
      get child(): z.ZodType {
        return node.optional();
      },
    });
    const shorten = (value: unknown): unknown => ({ name: String((value as { name: unknown }).name).slice(0, 5) });
    const compiled = compileInput(z.object({ shortened: z.preprocess(shorten, node), plain: node }));
    const long = { name: 'aaaaaaaa' };
    const short = { name: 'aaaaa' };
    expect(await compiled.check({ shortened: long, plain: short })).toMatchObject({ value: { shortened: short } });
    expect(await asyncErrorsOf(compiled, { shortened: long, plain: { ...short, child: long } })).toEqual({
      plain: 'child.name: must be at most 5 characters long, got 8',
    });
    expect(await asyncErrorsOf(compiled, { shortened: { name: large }, plain: short })).toEqual({
      shortened: 'name: must be at most 10000 characters long, got 50000',
    });
  });

  it('apply to an array that is converted to a string', () => {
    const compiled = compileInput(z.object({ text: z.coerce.string().regex(/\s+$/) }));
    const list = Array.from({ length: 10_000 }, () => ' '.repeat(10));
    const { stall, answer } = measureBlocking(() => checkInput(compiled, { text: list }), mostMs);
    expect(stall).toBeLessThan(mostMs);
    expect(answer).toMatchObject({ ok: false });
  });

  it('count no characters for null in an array that is converted to a string', () => {
    const compiled = compileInput(z.object({ text: z.coerce.string().regex(/^,*$/) }));
    expect(checkInput(compiled, { text: Array.from({ length: 1000 }, () => null) }).ok).toBe(true);
  });

  it('apply to names that patterns run on, and to arrays and objects', () => {
    const compiled = compileInput(
      {
        type: 'object',
        properties: {
          named: { type: 'object', patternProperties: { '\\s+$': { type: 'number' } } },
          list: { type: 'array', maxItems: 2, items: { type: 'string', maxLength: 2 } },
          fields: { type: 'object', maxProperties: 1 },
        },
      },
      { validator: ajv() },
    );
    const input = { named: { [`${' '.repeat(100_000)}!`]: 1 }, list: [1, 2, 3], fields: { a: 1, b: 2 } };
    const { stall, answer } = measureBlocking(() => errorsOf(compiled, input), mostMs);
    expect(stall).toBeLessThan(mostMs);
    expect(answer).toMatchObject({
      list: 'Must have at most 2 items, got 3',
      fields: 'Must have at most 1 property, got 2',
    });
    expect(answer['named']).toMatch(/has a name that is too long$/);
  });

  it('are reported for at most 100 names', () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_item, index) => [`name${index}`, 1]));
    const check = createSizeCheck({ propertyNames: { maxLength: 3 } }, new PatternCosts(), 10_000);
    expect(check(fields)).toHaveLength(100);
  });

  it('apply to outputs too, without a default', () => {
    const slow = compileOutput(z.string().regex(/\s+$/));
    expect(checkOutput(slow, `${' '.repeat(100_000)}!`)).toMatchObject({ ok: false, reason: 'mismatch' });
    expect(checkOutput(compileOutput(z.string().regex(/^a+$/)), large)).toMatchObject({ ok: true });
  });

  it('are set with an option, and reported at definition', () => {
    const schema = z.object({
      text: z.string().regex(/^a+$/).describe('A.'),
      code: z
        .string()
        .regex(/^\d{3}$/)
        .describe('B.'),
    });
    const compiled = compileInput(schema, { maxPatternLength: 5 });
    expect(errorsOf(compiled, { text: 'aaaaaa', code: '123' })).toEqual({
      text: 'Must be at most 5 characters long, got 6',
    });
    expect(compiled.warnings).toEqual([
      expect.stringContaining("of 'text' has no maxLength: a string of more than 5 characters"),
    ]);
    expect(() => compileInput(schema, { maxPatternLength: 0 })).toThrow('maxPatternLength must be');
  });

  it('are shown, but the length of a sensitive string is not', () => {
    const compiled = compileInput(z.object({ key: z.string().max(3).meta({ writeOnly: true }) }));
    expect(errorsOf(compiled, { key: 'abcd' })).toEqual({ key: 'Must be at most 3 characters long' });
  });
});

describe('a slow pattern for the fields that no other schema names', () => {
  it.each([
    ['ajv', ajv()],
    ['no-eval', noEval()],
  ])('does not run on a long string (%s)', (_, validator) => {
    const schema = {
      type: 'object',
      unevaluatedProperties: { pattern: '^(a+)+$' },
      allOf: [{ properties: { b: {} } }],
    };
    const compiled = compileInput(schema, { validator });
    const long = `${'a'.repeat(40)}!`;
    expect(errorsOf(compiled, { a: long })).toEqual({ a: 'Must be at most 21 characters long, got 41' });
    expect(checkInput(compiled, { b: long })).toMatchObject({ ok: true });
  });

  it('does not run on a field that only another schema names, next to additionalProperties', () => {
    const schema = {
      type: 'object',
      additionalProperties: { type: 'string', pattern: '^(?:a+)+$' },
      unevaluatedProperties: false,
      allOf: [{ properties: { a: true } }],
    };
    const compiled = compileInput(schema, { validator: ajv() });
    expect(errorsOf(compiled, { a: `${'a'.repeat(24)}!` })).toEqual({
      a: 'Must be at most 21 characters long, got 25',
    });
  });

  it('does not limit the items that another schema names', () => {
    const list = { type: 'array', allOf: [{ prefixItems: [{ type: 'string' }] }], unevaluatedItems: { maxLength: 3 } };
    const compiled = compileInput({ type: 'object', properties: { list } }, { validator: ajv() });
    expect(checkInput(compiled, { list: ['longer', 'b'] })).toMatchObject({ ok: true });
    expect(errorsOf(compiled, { list: ['longer', 'longer'] })).toEqual({
      list: '[1]: must be at most 3 characters long, got 6',
    });
  });
});
