import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { Schema } from 'effect';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { zodToJsonSchema } from 'zod-to-json-schema';
import * as z3 from 'zod3';
import * as olderZod4 from 'zod3/v4';
import { ajv } from '../src/ajv.ts';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import {
  type CompileInputOptions,
  compileInput,
  compileOutput,
  isSchemaError,
  type SchemaError,
} from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { zodMini } from '../src/zod-mini.ts';
import { zod3 } from '../src/zod3.ts';
import { checkInput, checkOutput, errorsOf } from './sync-checks.ts';

function problemOf(define: () => unknown): SchemaError {
  try {
    define();
  } catch (thrown) {
    if (isSchemaError(thrown)) return thrown;
    throw thrown;
  }
  throw new Error('The schema was taken.');
}

const email = { type: 'string', format: 'email', description: 'Where to write.' };
const published = {
  type: 'object',
  properties: {
    email,
    count: { type: 'number', minimum: 1, description: 'How many.' },
    mode: { enum: ['fast', 'slow'], description: 'How.' },
  },
  required: ['email', 'count'],
};

const libraries: readonly (readonly [name: string, schema: SchemaSource, options: CompileInputOptions])[] = [
  [
    'zod 4',
    z.object({
      email: z.email().describe('Where to write.'),
      count: z.number().min(1).describe('How many.'),
      mode: z.enum(['fast', 'slow']).describe('How.').optional(),
    }),
    {},
  ],
  [
    'zod mini with the converter',
    mini.object({
      email: mini.email().check(mini.describe('Where to write.')),
      count: mini.number().check(mini.minimum(1), mini.describe('How many.')),
      mode: mini.optional(mini.enum(['fast', 'slow']).check(mini.describe('How.'))),
    }),
    { converters: [zodMini()] },
  ],
  [
    'zod mini in its own JSON Schema',
    z.toJSONSchema(
      mini.object({
        email: mini.email().check(mini.describe('Where to write.')),
        count: mini.number().check(mini.minimum(1), mini.describe('How many.')),
        mode: mini.optional(mini.enum(['fast', 'slow']).check(mini.describe('How.'))),
      }),
      { io: 'input' },
    ),
    {},
  ],
  [
    'an older zod 4 of a second copy',
    olderZod4.object({
      email: olderZod4.email().describe('Where to write.'),
      count: olderZod4.number().min(1).describe('How many.'),
      mode: olderZod4.enum(['fast', 'slow']).describe('How.').optional(),
    }),
    { converters: [zodMini()] },
  ],
  [
    'zod 3',
    z3.object({
      email: z3.string().email().describe('Where to write.'),
      count: z3.number().min(1).describe('How many.'),
      mode: z3.enum(['fast', 'slow']).describe('How.').optional(),
    }),
    { converters: [zod3(), zodMini()] },
  ],
  [
    'valibot',
    toStandardJsonSchema(
      v.object({
        email: v.pipe(v.string(), v.email(), v.description('Where to write.')),
        count: v.pipe(v.number(), v.minValue(1), v.description('How many.')),
        mode: v.optional(v.pipe(v.picklist(['fast', 'slow']), v.description('How.'))),
      }),
    ),
    {},
  ],
  [
    'arktype',
    type({
      email: type('string.email').configure({ description: 'Where to write.' }),
      count: type('number >= 1').configure({ description: 'How many.' }),
      'mode?': type("'fast' | 'slow'").configure({ description: 'How.' }),
    }),
    {},
  ],
  ['plain JSON Schema with ajv', published, { validator: ajv() }],
  ['plain JSON Schema without eval', published, { validator: noEval() }],
];

describe.each(libraries)('a schema of %s', (_, schema, options) => {
  const compiled = compileInput(schema, options);

  it('OTC-DEF-08: publishes every parameter with type, bounds and description', () => {
    const { properties, required, type: root } = JSON.parse(JSON.stringify(compiled.jsonSchema)) as typeof published;
    expect({ root, required: required.sort() }).toEqual({ root: 'object', required: ['count', 'email'] });
    expect(properties.count).toEqual(published.properties.count);
    // ArkType describes each choice separately.
    expect(JSON.stringify(properties.mode)).toMatch(/"How\.".*fast.*slow|fast.*slow.*"How\."/);
    expect(properties.email).toEqual(email);
    expect(compiled.warnings).toEqual([]);
  });

  it('OTC-CALL-10: accepts valid and rejects invalid inputs, with the same messages', () => {
    const input = { email: 'a@b.co', count: 1, mode: 'fast' };
    expect(checkInput(compiled, input)).toEqual({ ok: true, value: input });
    expect(errorsOf(compiled, { email: 'x', count: 'infinity', mode: 'slo' })).toEqual({
      email: 'Must be an email address, got the string "x"',
      count: 'Must be a number, got the string "infinity"',
      mode: "Must be one of: fast, slow. Did you mean 'slow'?",
    });
    expect(errorsOf(compiled, { count: 0 })).toEqual({ email: 'Is required', count: 'Must be at least 1, got 0' });
  });

  it('names the field that was sent in place of a missing parameter', () => {
    expect(errorsOf(compiled, { EMail: 'a@b.co', count: 1 })).toEqual({
      email: "Is required. You sent 'EMail'; did you mean 'email'?",
    });
  });
});

describe('a parameter with the name of an inherited member', () => {
  const names = ['constructor', 'toString'];
  it.each([
    ['zod', z.object({ constructor: z.any(), toString: z.string().optional() }), {}],
    ['valibot', toStandardJsonSchema(v.object({ constructor: v.any(), toString: v.optional(v.string()) })), {}],
    [
      'ajv',
      { properties: { constructor: {}, toString: { type: 'string' } }, required: ['constructor'] },
      { validator: ajv() },
    ],
    [
      'no-eval',
      { properties: { constructor: {}, toString: { type: 'string' } }, required: ['constructor'] },
      { validator: noEval() },
    ],
  ])("is missing when it wasn't sent (%s)", (_, schema, options) => {
    const checked = checkInput(compileInput(schema, options), {});
    const value = checked.ok ? (checked.value as object) : {};
    expect(names.filter((name) => Object.hasOwn(value, name))).toEqual([]);
    expect(checkInput(compileInput(schema, options), { constructor: 'x', toString: 'y' })).toMatchObject({ ok: true });
    expect(errorsOf(compileInput(schema, options), { constructor: 'x', toString: 5 })).toEqual({
      toString: 'Must be a string, got the number 5',
    });
  });
});

describe('the value that a check returns', () => {
  it('has the defaults and transforms of its schema', async () => {
    const schema = z.object({ n: z.number().default(3), when: z.iso.datetime().transform((text) => new Date(text)) });
    const { jsonSchema } = compileInput(schema);
    expect(jsonSchema).toMatchObject({ properties: { n: { default: 3 } }, required: ['when'] });
    expect(await compileInput(schema).check({ when: '2026-01-31T12:00:00Z' })).toEqual({
      ok: true,
      value: { n: 3, when: new Date('2026-01-31T12:00:00Z') },
    });
  });

  it('is the input itself for a plain JSON Schema: defaults are published but not applied', () => {
    const schema = { type: 'object', properties: { n: { type: 'number', default: 3 } } };
    for (const validator of [ajv(), noEval()]) {
      const input = {};
      expect(checkInput(compileInput(schema, { validator }), input)).toEqual({ ok: true, value: {} });
      expect(errorsOf(compileInput(schema, { validator }), { n: '3' })).toHaveProperty('n');
    }
  });

  it('is a promise only when the schema is async', async () => {
    const later = z.object({ id: z.string().refine((id) => Promise.resolve(id === 'a'), 'Unknown id') });
    const { check } = compileInput(later);
    expect(check({ id: 'a' })).toBeInstanceOf(Promise);
    expect(await check({ id: 'a' })).toEqual({ ok: true, value: { id: 'a' } });
    expect(await check({ id: 'b' })).toMatchObject({ ok: false, parameterErrors: { id: 'Unknown id' } });
    const output = compileOutput(z.string().refine((id) => Promise.resolve(id === 'a')));
    expect(await output.check('a')).toEqual({ ok: true, value: 'a' });
    expect(await output.check('b')).toMatchObject({ ok: false, reason: 'mismatch' });
  });
});

describe('a schema that cannot be published', () => {
  const withDate = { zod: z.object({ at: z.array(z.object({ day: z.date() })) }) };

  it.each([
    ['zod', () => compileInput(withDate.zod), 'at[].day', 'z.iso.datetime()'],
    ['zod mini', () => compileInput(mini.object({ at: mini.date() }), { converters: [zodMini()] }), 'at', 'ISO format'],
    [
      'zod 3',
      () => compileInput(z3.object({ at: z3.object({ day: z3.date() }) }), { converters: [zod3()] }),
      'at.day',
      'ISO format',
    ],
    ['valibot', () => compileInput(toStandardJsonSchema(v.object({ at: v.date() }))), 'at', 'ISO format'],
    ['arktype', () => compileInput(type({ at: { day: 'Date' } })), 'at.day', 'ISO format'],
    ['arktype', () => compileInput(type({ n: 'bigint' })), 'n', 'string of digits'],
    ['arktype', () => compileInput(type({ n: '10n' })), 'n', 'string of digits'],
    ['arktype', () => compileInput(type({ at: type.unit(new Date(0)) })), 'at', 'ISO format'],
    ['zod', () => compileInput(z.object({ n: z.bigint() })), 'n', 'string of digits'],
    ['zod 3', () => compileInput(z3.object({ n: z3.bigint() }), { converters: [zod3()] }), 'n', 'string of digits'],
    [
      'zod 3',
      () => compileInput(z3.object({ n: z3.map(z3.string(), z3.string()) }), { converters: [zod3()] }),
      'n',
      'record',
    ],
    ['zod', () => compileOutput(z.object({ n: z.string().transform(Number) })), 'n', '.pipe('],
    [
      'zod 3',
      () => compileOutput(z3.object({ n: z3.string().transform(Number) }), { converters: [zod3()] }),
      'n',
      '.pipe(',
    ],
    [
      'valibot',
      () => compileOutput(toStandardJsonSchema(v.object({ n: v.pipe(v.string(), v.transform(Number)) }))),
      'n',
      '.pipe(',
    ],
    ['zod', () => compileOutput(z.object({ n: z.bigint().transform(String).pipe(z.string()) })), 'n', 'digits'],
  ])('names the field and the fix (%s)', (_, define, path, fix) => {
    const problem = problemOf(define);
    expect([problem.code, problem.path]).toEqual(['TW_SCHEMA_UNREPRESENTABLE', path]);
    expect(problem.message).toContain(`'${path}'`);
    expect(problem.message).toContain(fix);
  });

  it('keeps the message of a library that fails in another way', () => {
    const converters = [
      () => {
        throw new Error('No idea');
      },
    ];
    expect(problemOf(() => compileInput(withDate.zod, { converters })).message).toContain('No idea');
    const odd = z.object({ a: z.literal([undefined, 'a']) });
    expect(problemOf(() => compileInput(odd)).code).toBe('TW_SCHEMA_UNREPRESENTABLE');
  });

  it('rejects an object that converts to "accept anything", as zod-to-json-schema does with Zod 4', () => {
    const schema = z.object({ a: z.string() });
    const wrong = zodToJsonSchema(schema as never);
    expect(Object.keys(wrong)).toEqual(['$schema']);
    for (const define of [compileInput, compileOutput]) {
      const problem = problemOf(() => define(schema, { converters: [() => wrong] }));
      expect(problem.code).toBe('TW_SCHEMA_EMPTY');
      expect(problem.message).toContain("'a'");
    }
    expect(problemOf(() => compileInput(z.any())).code).toBe('TW_SCHEMA_EMPTY');
    expect(compileOutput(z.any()).jsonSchema).toEqual({});
  });

  it('rejects a Zod 4 schema inside a Zod 3 schema', () => {
    const mixed = z3.object({ a: z.string() as never });
    expect(problemOf(() => compileInput(mixed, { converters: [zod3()] }))).toMatchObject({ path: 'a' });
  });
});

test('an Effect schema is validated with its JSON Schema', async () => {
  const schema = Schema.toStandardJSONSchemaV1(Schema.Struct({ item: Schema.String }));
  const { jsonSchema, check } = compileInput(schema, { validator: ajv() });
  expect(jsonSchema).toMatchObject({ type: 'object', properties: { item: { type: 'string' } }, required: ['item'] });
  expect(await check({ item: 'tea' })).toMatchObject({ ok: true });
  expect(await check({ item: 7 })).toMatchObject({ ok: false });
});

describe('an invalid or incomplete schema', () => {
  it.each([
    [z3.object({}), undefined, 'TW_SCHEMA_NO_CONVERTER', '@toolwire/validate/zod3'],
    [mini.object({}), undefined, 'TW_SCHEMA_NO_CONVERTER', '@toolwire/validate/zod-mini'],
    [olderZod4.object({}), undefined, 'TW_SCHEMA_NO_CONVERTER', '@toolwire/validate/zod-mini'],
    [v.object({}), undefined, 'TW_SCHEMA_NO_CONVERTER', 'toStandardJsonSchema'],
    [Schema.Struct({}), undefined, 'TW_SCHEMA_NO_CONVERTER', 'toStandardJSONSchemaV1'],
    [Schema.toStandardSchemaV1(Schema.Struct({})), undefined, 'TW_SCHEMA_NO_CONVERTER', 'toStandardJSONSchemaV1'],
    [
      { '~standard': { vendor: 'mine', version: 1, validate: () => ({ value: 1 }) } },
      undefined,
      'TW_SCHEMA_NO_CONVERTER',
      'converters',
    ],
    [{ type: 'object' }, undefined, 'TW_SCHEMA_NO_VALIDATOR', '@toolwire/validate/ajv'],
    [{ type: 'object' }, undefined, 'TW_SCHEMA_NO_VALIDATOR', '@toolwire/validate/no-eval'],
    [{ a: z.string() }, undefined, 'TW_SCHEMA_NOT_A_SCHEMA', 'z.object'],
    [5, undefined, 'TW_SCHEMA_NOT_A_SCHEMA', 'a number'],
    [null, undefined, 'TW_SCHEMA_NOT_A_SCHEMA', 'null'],
    [[], undefined, 'TW_SCHEMA_NOT_A_SCHEMA', 'an array'],
  ])('is rejected with the fix: %#', (schema, options, code, fix) => {
    const problem = problemOf(() => compileInput(schema as SchemaSource, options));
    expect(problem.code).toBe(code);
    expect(problem.message).toContain(fix);
  });

  it('throws errors that other copies of this package recognize', () => {
    expect(isSchemaError({ [Symbol.for('toolwire.schema-error')]: true })).toBe(true);
    expect(isSchemaError(new TypeError('x'))).toBe(false);
    expect(isSchemaError(null)).toBe(false);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(isSchemaError(proxy)).toBe(false);
  });
});

describe('a Standard JSON Schema without a validate function', () => {
  const schema = {
    '~standard': {
      vendor: 'mine',
      version: 1,
      jsonSchema: { input: () => ({ type: 'object', properties: { a: { type: 'number' } } }), output: () => ({}) },
    },
  };

  it('is checked with the validator', () => {
    expect(errorsOf(compileInput(schema, { validator: ajv() }), { a: 'x' })).toHaveProperty('a');
    expect(checkOutput(compileOutput(schema, { validator: noEval() }), 'x')).toEqual({ ok: true, value: 'x' });
    expect(problemOf(() => compileInput(schema)).code).toBe('TW_SCHEMA_NO_VALIDATOR');
  });
});

it('treats a schema whose library returns no JSON Schema as a JSON Schema, and checks it with the validator', () => {
  const standard = {
    vendor: 'mine',
    version: 1,
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => undefined, output: () => undefined },
  };
  class Described {
    readonly type = 'object';
    readonly properties = { a: { type: 'number' } };
    get '~standard'(): object {
      return standard;
    }
  }
  expect(errorsOf(compileInput(new Described(), { validator: ajv() }), { a: 'x' })).toHaveProperty('a');
});
