import { cpuRatio } from '@toolwire/internal/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ajv } from '../src/ajv.ts';
import { type CompiledInput, compileInput, type JsonSchemaValidator } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { corpus } from './corpus.ts';
import { asyncErrorsOf, checkInput, errorsOf } from './sync-checks.ts';

const add = z.object({ a: z.number(), b: z.number() });

/** The same schema checked by its library, by ajv and without eval: the messages must be equal. */
function everySource(schema: z.ZodType): readonly (readonly [string, CompiledInput])[] {
  const { jsonSchema } = compileInput(schema);
  return [
    ['zod', compileInput(schema)],
    ['ajv', compileInput(jsonSchema, { validator: ajv() })],
    ['no-eval', compileInput(jsonSchema, { validator: noEval() })],
  ];
}

describe('an invalid input', () => {
  it('OTC-CALL-11: has exactly the message and the parameter errors of the standard', () => {
    const checked = checkInput(compileInput(add, { rejectedValues: 'hide' }), { a: 10, b: 'infinity' });
    expect(JSON.stringify(checked)).toBe(
      '{"ok":false,"message":"Some input parameters are invalid","parameterErrors":{"b":"Must be a number"}}',
    );
  });

  it('OTC-CALL-11: shows the rejected value, unless values are hidden', () => {
    expect(errorsOf(compileInput(add), { a: 10, b: 'infinity' })).toEqual({
      b: 'Must be a number, got the string "infinity"',
    });
  });

  it('E39: is keyed by top-level parameter, with the inner path in the message and several messages joined', () => {
    const schema = z.object({ to: z.array(z.object({ email: z.email(), 'full name': z.string() })) });
    for (const [, compiled] of everySource(schema)) {
      const to = [{ email: 'a@b.co', 'full name': 'A' }, { email: 'a@b.co' }, { email: 5, 'full name': null }];
      expect(errorsOf(compiled, { to })).toEqual({
        to: '[1]["full name"]: is required; [2].email: must be a string, got the number 5; [2]["full name"]: must be a string, got null',
      });
    }
  });

  it('E39: keeps a parameter called __proto__, and one called toString', () => {
    const input: unknown = JSON.parse('{"a":1,"b":2,"__proto__":{"admin":true},"toString":1}');
    const checked = checkInput(compileInput(add.strict()), input);
    if (checked.ok) throw new Error('The input was taken.');
    expect(Object.getPrototypeOf(checked.parameterErrors)).toBeNull();
    expect(JSON.stringify(checked.parameterErrors)).toBe('{"__proto__":"Is not an allowed name"}');
    expect(Object.hasOwn({}, 'admin') || 'admin' in {}).toBe(false);
    expect(errorsOf(compileInput(add.strict()), { a: 1, b: 2, toString: 1 })).toEqual({
      toString: 'Is not a parameter',
    });
  });

  it('has one message when it is not an object', () => {
    for (const [input, message] of [
      [[], 'The input must be an object, got an array'],
      [5, 'The input must be an object, got the number 5'],
      ['secret', 'The input must be an object'],
      [true, 'The input must be an object, got the boolean true'],
    ] as const) {
      expect(checkInput(compileInput(add), input)).toEqual({ ok: false, message, parameterErrors: {} });
    }
  });

  it.each([null, undefined])('treats %s as an empty input', (input) => {
    expect(errorsOf(compileInput(add), input)).toEqual({ a: 'Is required', b: 'Is required' });
    expect(checkInput(compileInput(z.object({ a: z.number().optional() })), input)).toEqual({ ok: true, value: {} });
  });

  it('has at most 100 parameters and ten messages for each', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`p${index}`, 1]));
    const closed = z.strictObject({ list: z.array(z.number()).optional() });
    for (const [, compiled] of everySource(closed)) {
      const keys = Object.keys(errorsOf(compiled, many));
      expect(keys.length).toBeGreaterThan(0);
      expect(keys.length).toBeLessThanOrEqual(100);
      const texts = errorsOf(compiled, { list: Array.from({ length: 900 }, () => 'x') })['list'] ?? '';
      expect(texts.split('; ')).toHaveLength(10);
    }
  });
});

describe('a parameter error describes the expected value', () => {
  const schema = z.object({
    n: z.number().min(3).optional(),
    above: z.number().gt(3).optional(),
    max: z.number().max(3).optional(),
    below: z.number().lt(3).optional(),
    step: z.number().multipleOf(0.1).optional(),
    int: z.int().optional(),
    text: z.string().min(2).max(3).optional(),
    code: z
      .string()
      .regex(/^[A-Z]+$/)
      .optional(),
    list: z.array(z.string()).min(1).max(2).optional(),
    unit: z.enum(['celsius', 'fahrenheit']).optional(),
    many: z.enum(Array.from({ length: 12 }, (_, index) => `v${index}`) as [string, ...string[]]).optional(),
    fixed: z.literal(5).optional(),
    flag: z.boolean().optional(),
    nullable: z.string().nullable().optional(),
    either: z.union([z.number(), z.literal('auto')]).optional(),
    address: z.union([z.ipv4(), z.ipv6()]).optional(),
    when: z.iso.datetime().optional(),
    id: z.uuid().optional(),
    shape: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('circle'), radius: z.number() }),
        z.object({ kind: z.literal('square'), side: z.number() }),
      ])
      .optional(),
  });
  const cases: readonly (readonly [field: string, value: unknown, text: string])[] = [
    ['n', 2, 'Must be at least 3, got 2'],
    ['above', 3, 'Must be more than 3, got 3'],
    ['max', 4, 'Must be at most 3, got 4'],
    ['below', 3, 'Must be less than 3, got 3'],
    ['step', 0.35, 'Must be a multiple of 0.1, got 0.35'],
    ['int', 1.5, 'Must be an integer, got the number 1.5'],
    ['text', 'a', 'Must be at least 2 characters long, got 1'],
    ['text', 'abcd', 'Must be at most 3 characters long, got 4'],
    ['code', 'abc', 'Must match the pattern ^[A-Z]+$, got the string "abc"'],
    ['list', [], 'Must have at least 1 item, got 0'],
    ['list', ['a', 'b', 'c'], 'Must have at most 2 items, got 3'],
    ['list', 'a', 'Must be an array, got the string "a"'],
    ['unit', 'kelvin', 'Must be one of: celsius, fahrenheit'],
    ['unit', 'Celsius', "Must be one of: celsius, fahrenheit. Did you mean 'celsius'?"],
    ['many', 'x', 'Must be one of: v0, v1, v2, v3, v4, v5, v6, v7, v8, v9 and 2 more'],
    ['fixed', 6, 'Must be 5, got the number 6'],
    ['flag', 'true', 'Must be a boolean, got the string "true"'],
    ['nullable', 1, 'Must be a string or null, got the number 1'],
    ['either', true, 'Must be a number or "auto", got the boolean true'],
    ['address', 'x', 'Must be an IPv4 address or an IPv6 address, got the string "x"'],
    ['when', 'today', 'Must be a date-time such as 2026-01-31T12:00:00Z, got the string "today"'],
    ['id', '', 'Must be a UUID, got an empty string'],
    ['shape', { kind: 'cirle' }, "kind: must be one of: circle, square. Did you mean 'circle'?"],
    ['shape', { kind: 'circle', radius: '1' }, 'radius: must be a number, got the string "1"'],
    ['shape', {}, 'kind: is required'],
  ];

  describe.each(everySource(schema))('of %s', (_, compiled) => {
    it.each(cases)('%s: %j', (field, value, text) => {
      expect(errorsOf(compiled, { [field]: value })).toEqual({ [field]: text });
    });
  });

  it('suggests the closest parameter for an unknown name, but never one that was sent', () => {
    const ring = z.strictObject({ doorbell_id: z.string(), volume: z.number().optional() });
    for (const [, compiled] of everySource(ring)) {
      expect(errorsOf(compiled, { doorbel_id: 'x' })).toEqual({
        doorbell_id: 'Is required',
        doorbel_id: "Is not a parameter. Did you mean 'doorbell_id'?",
      });
      expect(errorsOf(compiled, { doorbellId: 'x', doorbell_id: 'x' })).toEqual({ doorbellId: 'Is not a parameter' });
      expect(errorsOf(compiled, { doorbell_id: 'x', colour: 1 })).toEqual({ colour: 'Is not a parameter' });
    }
  });

  it('names the similar field that was sent in place of a missing parameter', () => {
    const open = z.looseObject({ a: z.number(), doorbell_id: z.string(), filter: z.object({ userId: z.string() }) });
    const sent = { A: 1, doorbel_id: 'x', filter: { user_id: 'x' } };
    const words = {
      a: "Is required. You sent 'A'; did you mean 'a'?",
      doorbell_id: "Is required. You sent 'doorbel_id'; did you mean 'doorbell_id'?",
      filter: "userId: is required. You sent 'user_id'; did you mean 'userId'?",
    };
    for (const [, compiled] of everySource(open)) expect(errorsOf(compiled, sent)).toEqual(words);
    expect(errorsOf(compileInput(open, { rejectedValues: 'hide' }), sent)).toEqual(words);
    // An input with many parts gets the same suggestion.
    const large = { ...sent, filter: { userId: 'x' }, more: Array.from({ length: 2_000 }, () => 1) };
    expect(errorsOf(compileInput(add), large)).toMatchObject({ a: words.a });
  });

  it('names the similar field of an open object, also if `unevaluatedProperties` has no effect in it', () => {
    const open = z.looseObject({ a: z.number() }).meta({ additionalProperties: {}, unevaluatedProperties: false });
    for (const [, compiled] of everySource(open)) {
      expect(errorsOf(compiled, { A: 1 })).toEqual({ a: "Is required. You sent 'A'; did you mean 'a'?" });
    }
  });

  it('suggests no names that are distant, known or unprintable', () => {
    const open = z.object({ total: z.number(), totals: z.number().optional(), ab: z.number() });
    const required = { total: 'Is required', ab: 'Is required' };
    for (const [, compiled] of everySource(open)) {
      for (const name of ['totals', 'sum', 'a\nb', `a${'-'.repeat(64)}b`, 'a\u202eb', 'a\u2028b']) {
        expect(errorsOf(compiled, { [name]: 1 })).toEqual(required);
      }
    }
    const hidden = z.object({ vault: z.object({ total: z.number() }).meta({ writeOnly: true }) });
    for (const [, compiled] of everySource(hidden)) {
      expect(errorsOf(compiled, { vault: { Total: 1 } })).toEqual({ vault: 'total: is required' });
    }
  });

  it('compares only a limited number of names', () => {
    const name = (start: string, index: number): string => start.repeat(59) + String(10_000 + index);
    const fields = Array.from({ length: 200 }, (_, index) => [name('a', index), z.number()] as const);
    const sent = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [name('b', index), 1]));
    for (const [, compiled] of everySource(z.object(Object.fromEntries(fields)))) {
      errorsOf(compiled, { b: 1 });
      const copy = (): unknown => JSON.parse(JSON.stringify(sent));
      expect(cpuRatio(() => errorsOf(compiled, sent), copy, 20)).toBeLessThan(20);
      expect(Object.values(errorsOf(compiled, sent))).toContain('Is required');
    }
  });

  it('names unknown nested fields by their path', () => {
    const schemaWithOptions = z.object({ options: z.strictObject({ mode: z.string() }) });
    for (const [, compiled] of everySource(schemaWithOptions)) {
      expect(errorsOf(compiled, { options: { mode: 'x', mod: 'x' } })).toEqual({
        options: 'mod: is not a known field',
      });
    }
  });

  it("uses the author's message where the JSON Schema finds no problem", async () => {
    const range = z
      .object({ from: z.number(), to: z.number().refine((to) => to % 2 === 0, 'Use an even number.') })
      .refine(({ from, to }) => from < to, { path: ['to'], error: 'End after you start.' });
    expect(await asyncErrorsOf(compileInput(range), { from: 1, to: 3 })).toEqual({ to: 'Use an even number.' });
    expect(await asyncErrorsOf(compileInput(range), { from: 3, to: 2 })).toEqual({ to: 'End after you start.' });
  });

  it('puts problems of the whole input into the message', async () => {
    const one = z
      .object({ a: z.number().optional() })
      .refine(({ a }) => a !== undefined, 'Give at least one parameter');
    expect(await compileInput(one).check({})).toEqual({
      ok: false,
      message: 'Give at least one parameter',
      parameterErrors: {},
    });
    const some = compileInput({ type: 'object', minProperties: 1 }, { validator: ajv() });
    expect(checkInput(some, {})).toMatchObject({ message: 'The input must have at least 1 property, got 0' });
  });
});

describe('the explanation of an invalid input', () => {
  it('never ends within a character', () => {
    const compiled = compileInput({ type: 'object', additionalProperties: false }, { validator: ajv() });
    const [name = ''] = Object.keys(errorsOf(compiled, { [`${'x'.repeat(99)}😀 and more`]: 1 }));
    expect(name).toBe(`${'x'.repeat(99)}…`);
  });

  it('is that of the closest branch of a recursive union', () => {
    const field = (kind: string, name: string, schema: object) => ({
      type: 'object',
      properties: { kind: { const: kind }, [name]: schema },
      required: ['kind', name],
    });
    const schema = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' } },
      $defs: {
        node: { anyOf: [{ $ref: '#/$defs/leaf' }, { $ref: '#/$defs/branch' }] },
        leaf: field('leaf', 'size', { type: 'number' }),
        branch: field('branch', 'children', { type: 'array', items: { $ref: '#/$defs/node' } }),
      },
    };
    const tree = { kind: 'branch', children: [{ kind: 'leaf', size: 'big' }] };
    for (const validator of [ajv(), noEval()]) {
      expect(errorsOf(compileInput(schema, { validator }), { tree })).toEqual({
        tree: 'children[0].size: must be a number, got the string "big"',
      });
    }
  });

  /** A validator that does not name the invalid field. */
  const unspecific: JsonSchemaValidator = {
    compile: () => () => ({ ok: false, path: [] }),
  };
  const bothNumbers = [{ type: 'number' }, { type: 'integer' }];

  it.each([
    ['a nested union', { oneOf: [{ anyOf: bothNumbers }, { type: 'string' }] }, 5],
    [
      'one branch next to a nested oneOf that it fits twice',
      { oneOf: [{ oneOf: bothNumbers }, { type: 'number' }] },
      5,
    ],
    ['the last of 201 branches', { anyOf: Array.from({ length: 201 }, (_, index) => ({ const: index })) }, 200],
    ['the last of 21 branches', { anyOf: Array.from({ length: 21 }, (_, index) => ({ const: index })) }, 20],
  ])('does not name a field that fits %s, next to an invalid one', (_, union, value) => {
    const schema = { type: 'object', properties: { union, text: { type: 'string' } } };
    const errors = errorsOf(compileInput(schema, { validator: unspecific }), { union: value, text: 1 });
    expect(Object.keys(errors)).toEqual(['text']);
  });

  it.each([
    ['oneOf', { oneOf: [{ oneOf: bothNumbers }, { type: 'string' }] }],
    ['anyOf', { anyOf: [{ oneOf: bothNumbers }, { type: 'string' }] }],
  ])('names a value that fits two branches of a oneOf nested in %s', (_, union) => {
    const schema = { type: 'object', properties: { union } };
    for (const validator of [ajv(), noEval()]) {
      expect(errorsOf(compileInput(schema, { validator }), { union: 5 })).toEqual({
        union: 'Must fit exactly one of the allowed forms',
      });
    }
  });

  it.each([
    ['ajv', ajv()],
    ['no-eval', noEval()],
  ])('names the fields that an object of the wrong size lacks, with %s', (_, validator) => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], minProperties: 1 };
    const checked = checkInput(compileInput(schema, { validator }), {});
    expect(checked).toMatchObject({ parameterErrors: { a: 'Is required' } });
  });

  it('takes limited time for many unknown names', () => {
    const known = Array.from({ length: 1_000 }, (_, index) => [`field_number_${index}`, { type: 'string' }] as const);
    const schema = { type: 'object', properties: Object.fromEntries(known), additionalProperties: false };
    const compiled = compileInput(schema, { validator: ajv() });
    const inputOf = (length: number): object =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`feild_nummber_${index}x`, 1]));
    const [some, many] = [inputOf(100), inputOf(900)];
    // A search for a similar name for each of them takes nine times as long.
    expect(
      cpuRatio(
        () => errorsOf(compiled, many),
        () => errorsOf(compiled, some),
        4,
      ),
    ).toBeLessThan(4);
    expect(Object.keys(errorsOf(compiled, many))).toHaveLength(100);
  });

  it('takes limited time for a list of large unions', () => {
    const branches = Array.from({ length: 1_000 }, (_, index) => ({
      type: 'object',
      properties: { [`a${index}`]: { type: 'string' } },
      required: [`a${index}`],
    }));
    const item = { properties: { parts: { items: { anyOf: branches } }, name: { type: 'string' } } };
    const schema = { type: 'object', properties: { list: { items: { anyOf: [item, { const: 1 }] } } } };
    const list = Array.from({ length: 30 }, () => ({
      parts: Array.from({ length: 50 }, () => ({ a999: 'x' })),
      name: 1,
    }));
    const compiled = compileInput(schema, { validator: unspecific });
    // Only the names that a branch requires are compared.
    const compareNames = (): number =>
      list.flatMap(({ parts }) =>
        parts.filter((part) => branches.some(({ required }) => required.every((name) => Object.hasOwn(part, name)))),
      ).length;
    expect(cpuRatio(() => errorsOf(compiled, { list }), compareNames, 60)).toBeLessThan(60);
    expect(errorsOf(compiled, { list })['list']).toMatch(/^\[0\]\.name: must be a string, got the number 1;/);
  });

  it.each([
    ['a not', { not: { anyOf: Array.from({ length: 249 }, (_, index) => ({ const: `c${index}` })) } }],
    [
      'a oneOf',
      {
        oneOf: [
          { description: 'code', anyOf: Array.from({ length: 249 }, (_, index) => ({ const: index })) },
          { type: 'string' },
        ],
      },
    ],
  ])('finds no problem of a value that fits %s with more than 200 choices', (_, union) => {
    const schema = { type: 'object', properties: { union, text: { type: 'string' } } };
    const errors = errorsOf(compileInput(schema, { validator: unspecific }), { union: 'fine', text: 1 });
    expect(Object.keys(errors)).toEqual(['text']);
  });

  it('names the choices of a union with more than 200', () => {
    const schema = {
      type: 'object',
      properties: { a: { anyOf: Array.from({ length: 249 }, (_, i) => ({ const: `c${i}` })) } },
    };
    expect(errorsOf(compileInput(schema, { validator: ajv() }), { a: 'XX' })['a']).toMatch(/^Must be one of: c0, c1/);
  });

  it('hides a secret in the last of 201 branches', () => {
    const branches = Array.from({ length: 201 }, (_, index) => ({
      type: 'object',
      properties: {
        kind: { const: `k${index}` },
        secret: { type: 'string', ...(index === 200 && { 'x-sensitive': true }) },
      },
      required: ['kind'],
    }));
    const validator: JsonSchemaValidator = {
      compile: () => () => ({ ok: false, path: ['a', 'secret'] }),
    };
    const schema = { type: 'object', properties: { a: { anyOf: branches } } };
    const errors = errorsOf(compileInput(schema, { validator }), { a: { kind: 'k200', secret: 'hunter2-pw' } });
    expect(JSON.stringify(errors)).not.toContain('hunter2');
  });

  it('shows how many choices of a union it omits', () => {
    const branches = [{ type: 'number' }, ...Array.from({ length: 22 }, (_, index) => ({ const: `c${index % 11}` }))];
    const schema = { type: 'object', properties: { a: { anyOf: branches } } };
    const errors = errorsOf(compileInput(schema, { validator: ajv() }), { a: true });
    expect(errors['a']).toMatch(/ or "c8" or one of 2 more values, got the boolean true$/);
  });

  it('names the invalid field where a definition is named like a keyword', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/anyOf' } } };
    const definition = { type: 'object', properties: { b: { type: 'string' }, next: { $ref: '#/$defs/anyOf' } } };
    expect(ajv().compile({ ...schema, $defs: { anyOf: definition } })({ a: { next: { b: 1 } } })).toEqual({
      ok: false,
      path: ['a', 'next', 'b'],
    });
    expect(ajv().compile({ $ref: '#/$defs/anyOf', $defs: { anyOf: { type: 'string' } } })(1)).toEqual({
      ok: false,
      path: [],
    });
  });

  it.each([
    ['ajv', ajv()],
    ['no-eval', noEval()],
  ])('exists for every value that %s rejects', (_, validator) => {
    // Inside a parameter, definitions would no longer be where references look for them.
    for (const { schema, valid, invalid } of corpus.filter((entry) => !('definitions' in entry.schema))) {
      const compiled = compileInput({ type: 'object', properties: { p: schema } }, { validator });
      for (const p of valid) expect(checkInput(compiled, { p })).toEqual({ ok: true, value: { p } });
      for (const p of invalid) {
        expect([p, errorsOf(compiled, { p })]).toEqual([
          p,
          { p: expect.stringMatching(/^(?!is not valid).{5}/i) as string },
        ]);
      }
    }
  });

  it('names only the invalid parameter where unevaluatedProperties is next to allOf', () => {
    const schema = {
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } } }],
      properties: { text: { type: 'string', maxLength: 5 } },
      unevaluatedProperties: false,
    };
    const compiled = compileInput(schema, { validator: ajv() });
    expect(errorsOf(compiled, { a: 'x', text: 'too long' })).toEqual({
      text: 'Must be at most 5 characters long, got 8',
    });
    expect(errorsOf(compiled, { a: 'x', other: 1 })).toEqual({ other: 'Is not a parameter' });
  });

  it('does not claim that a long array lacks an item that contains requires', () => {
    const schema = {
      type: 'object',
      properties: { list: { type: 'array', contains: { const: 'x' } }, text: { type: 'string', maxLength: 5 } },
    };
    const list = [...Array.from({ length: 250 }, () => 'y'), 'x'];
    expect(errorsOf(compileInput(schema, { validator: ajv() }), { list, text: 'too long' })).toEqual({
      text: 'Must be at most 5 characters long, got 8',
    });
  });

  it('never repeats a string of more than 80 characters', async () => {
    const schema = z.object({
      a: z.number(),
      b: z.string().refine((b) => b === '', { error: ({ input }) => `No ${String(input)}` }),
    });
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 81, maxLength: 300 }), async (long) => {
        const texts = await asyncErrorsOf(compileInput(schema), { a: long, b: long });
        expect(texts).toEqual({ a: `Must be a number, got a string of ${long.length} characters`, b: 'Is not valid' });
      }),
    );
  });

  it('counts the characters of a string that it does not repeat', () => {
    const compiled = compileInput(z.object({ a: z.number() }));
    expect(errorsOf(compiled, { a: '😀'.repeat(50) })).toEqual({
      a: 'Must be a number, got a string of 50 characters',
    });
  });

  it('does not count the rest of a list with an item that is too long as duplicates', () => {
    const compiled = compileInput(
      {
        type: 'object',
        properties: { a: { type: 'array', uniqueItems: true, items: { type: 'string', maxLength: 10 } } },
      },
      { validator: ajv() },
    );
    expect(errorsOf(compiled, { a: ['item 1', 'x'.repeat(20)] })).toEqual({
      a: '[1]: must be at most 10 characters long, got 20',
    });
  });

  it('does not invent a problem for null next to an item that is too long', () => {
    const item = { anyOf: [{ type: 'null' }, { type: 'object', properties: { s: { type: 'string', maxLength: 3 } } }] };
    const schema = { type: 'object', properties: { list: { type: 'array', items: item } } };
    const compiled = compileInput(schema, { validator: ajv() });
    expect(errorsOf(compiled, { list: [null, { s: 'too long' }] })).toEqual({
      list: '[1].s: must be at most 3 characters long, got 8',
    });
  });

  it('never contains a rejected value because its mode is misspelled', () => {
    expect(() => compileInput(add, { rejectedValues: 'hidden' as never })).toThrow(
      "rejectedValues must be 'show' or 'hide', got 'hidden'.",
    );
  });

  it('never contains a rejected value in hide mode', async () => {
    const schema = z.strictObject({
      n: z.number().max(5),
      s: z.enum(['one', 'two']),
      f: z.email(),
      r: z.string().refine(() => false, { error: ({ input }) => `Not ${String(input)}` }),
      u: z.union([z.object({ k: z.literal(1) }), z.object({ k: z.literal(2) })]),
    });
    const canary = 'canary-7f3a';
    for (const [, compiled] of everySource(schema).map(
      ([name, { jsonSchema }]) =>
        [
          name,
          name === 'zod'
            ? compileInput(schema, { rejectedValues: 'hide' })
            : compileInput(jsonSchema, { validator: name === 'ajv' ? ajv() : noEval(), rejectedValues: 'hide' }),
        ] as const,
    )) {
      const input = { n: canary, s: canary, f: canary, r: canary, u: { k: canary } };
      expect(JSON.stringify(await compiled.check(input))).not.toContain(canary);
      expect((await asyncErrorsOf(compiled, { ...input, n: 7.25 }))['n']).toBe('Must be at most 5');
    }
  });
});
