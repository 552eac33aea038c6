import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ajv } from '../src/ajv.ts';
import {
  type Checked,
  type CompiledInput,
  compileInput,
  type JsonSchema,
  type JsonSchemaValidator,
  SchemaError,
} from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { corpus } from './corpus.ts';

const validators: readonly (readonly [string, () => JsonSchemaValidator])[] = [
  ['ajv', ajv],
  ['no-eval', noEval],
];

const verdict = (validator: JsonSchemaValidator, schema: JsonSchema, value: unknown): boolean =>
  validator.compile(schema)(value).ok;

describe.each(validators)('%s decides as JSON Schema defines', (_, create) => {
  const validator = create();
  it.each(corpus.map((entry) => [JSON.stringify(entry.schema), entry] as const))('%s', (_name, entry) => {
    const check = validator.compile(entry.schema);
    for (const value of entry.valid) expect([value, check(value).ok]).toEqual([value, true]);
    for (const value of entry.invalid) expect([value, check(value).ok]).toEqual([value, false]);
  });
});

const schemaName = fc.constantFrom('a', 'b', 'toString', 'constructor', 'x y', 'ä', '/~');
const name = fc.oneof(schemaName, fc.constant('\ud800'));
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, '', 'a', 'ab', 'aé😀', '2026-01-31', 'a@b.co', 'toString'),
  fc.constantFrom(0, -0, 1, 1.5, 0.06, 0.3, -2, 1e300),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));

const count = fc.integer({ min: 0, max: 3 });
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema | boolean; object: JsonSchema }>((tie) => {
  const schema = tie('schema');
  const schemas = fc.array(schema, { minLength: 1, maxLength: 3 });
  const keywords = {
    type: fc.oneof(
      fc.constantFrom('array', 'boolean', 'integer', 'null', 'number', 'object', 'string'),
      fc.uniqueArray(fc.constantFrom('array', 'null', 'object', 'string'), { minLength: 1 }),
    ),
    enum: fc.array(anyValue, { minLength: 1, maxLength: 3 }),
    const: anyValue,
    minimum: fc.constantFrom(-1, 0, 1.5),
    exclusiveMaximum: fc.constantFrom(1, 2),
    multipleOf: fc.constantFrom(1, 0.1, 0.01, 3),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^a', 'b$', '^\\p{L}+$'),
    format: fc.constantFrom('date', 'email', 'uri', 'uuid', 'ipv6', 'unheard-of'),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    items: schema,
    prefixItems: schemas,
    contains: schema,
    required: fc.uniqueArray(schemaName, { maxLength: 2 }),
    properties: fc.dictionary(schemaName, schema, { maxKeys: 3 }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', '.'), schema, { maxKeys: 1 }),
    additionalProperties: schema,
    propertyNames: schema,
    minProperties: count,
    maxProperties: count,
    dependentRequired: fc.dictionary(schemaName, fc.uniqueArray(schemaName, { maxLength: 2 }), { maxKeys: 2 }),
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    if: schema,
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: schema,
    else: schema,
  };
  return {
    object: fc
      .uniqueArray(fc.constantFrom(...(Object.keys(keywords) as (keyof typeof keywords)[])), { maxLength: 4 })
      .chain((names) => fc.record(Object.fromEntries(names.map((keyword) => [keyword, keywords[keyword]])))),
    schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.boolean(), tie('object')),
  };
});

// Each is a separate schema, which Ajv compiles.
const numRuns = process.env['TEST_SCOPE'] === 'all' ? 1_000 : 200;

/** Returns no check for a tuple with a condition, on which validators disagree. */
function compileUnlessUndecidable(
  properties: Readonly<Record<string, unknown>>,
  validator: JsonSchemaValidator,
): CompiledInput['check'] | undefined {
  try {
    return compileInput({ properties }, { validator }).check;
  } catch (error) {
    if (error instanceof SchemaError && error.code === 'TW_SCHEMA_UNEVALUATED') return undefined;
    throw error;
  }
}

describe("the result doesn't depend on the validator", () => {
  const [compiling, interpreting] = [ajv(), noEval()];

  it('is the same for any schema and any value', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const root = { allOf: [schema] };
        expect(verdict(interpreting, root, value)).toBe(verdict(compiling, root, value));
      }),
      { numRuns },
    );
  });

  it('is explained for every invalid value, for any schema', () => {
    fc.assert(
      fc.property(anySchema, anyValue, fc.constantFrom(compiling, interpreting), (schema, p, validator) => {
        const check = compileUnlessUndecidable({ p: schema }, validator);
        fc.pre(check !== undefined);
        const checked = check({ p }) as Checked;
        if (checked.ok) return;
        const texts = Object.values(checked.parameterErrors);
        expect(Object.keys(checked.parameterErrors)).toEqual(['p']);
        expect(texts.every((text) => text.length > 5)).toBe(true);
      }),
      { numRuns },
    );
  });
});

it.each(validators)('%s checks dependencies next to dependentRequired and dependentSchemas', (_, create) => {
  const schema = {
    dependencies: { a: ['b'], c: { required: ['d'] } },
    dependentRequired: { e: ['f'] },
    dependentSchemas: { c: { required: ['g'] } },
  };
  const rejected = [{ a: 1 }, { c: 1, g: 1 }, { c: 1, d: 1 }, { e: 1 }];
  expect(rejected.map((value) => verdict(create(), schema, value))).toEqual([false, false, false, false]);
  expect(verdict(create(), schema, { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 })).toBe(true);
});

it.each(validators)('%s counts names with lone surrogates separately', (_, create) => {
  const schema = { type: 'object', minProperties: 2, additionalProperties: { type: 'number' } };
  expect(verdict(create(), schema, { '\ud800': 1, '\ud801': 1 })).toBe(true);
  expect(verdict(create(), schema, { '\ud800': 1 })).toBe(false);
});

it.each(validators)('%s validates the fields of names that differ only in a lone surrogate', (_, create) => {
  const schema = { type: 'object', additionalProperties: { type: 'string' } };
  expect(verdict(create(), schema, { '\u{fd800}': 123, '\ud800': 'x' })).toBe(false);
  expect(verdict(create(), schema, { a: { '\ud800': 'x', '\u{fd800}': 123 } })).toBe(false);
});

it.each(validators)('%s reports names with lone surrogates as they are', (_, create) => {
  const result = create().compile({ additionalProperties: { type: 'number' } })({ '\udfffé': 'x' });
  expect(result).toEqual({ ok: false, path: ['\udfffé'] });
});

describe.each(validators)('an input that %s rejects has errors next to', (_, create) => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, size: { type: 'number' } } };
  const recursive = { properties: { node: { $ref: '#/$defs/node' } }, $defs: { node } };
  const notText = 'ust be a string, got the number 1';

  it.each([
    [
      'a condition',
      {
        allOf: [{ properties: { a: { type: 'string' } } }],
        if: { required: ['z'] },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { properties: { z: false } },
      },
      { a: 1, z: 1 },
      { a: `M${notText}`, z: 'Is not allowed' },
    ],
    [
      'contains',
      { properties: { l: { items: { type: 'string' }, contains: { const: 'a' } } } },
      { l: [1] },
      {
        l: `Must have at least 1 of the kind of item that 'contains' in the schema describes, got 0; [0]: m${notText}`,
      },
    ],
    [
      'anyOf',
      { properties: { a: false }, anyOf: [{ required: ['b'] }] },
      { a: 1 },
      { a: 'Is not allowed', b: 'Is required' },
    ],
    [
      'a part whose union has no fitting branch',
      { properties: { p: { allOf: [{ properties: { x: { anyOf: [{ type: 'string' }] } } }, false] } } },
      { p: { x: 1 } },
      { p: `x: m${notText}` },
    ],
  ])('%s', (_keyword, schema, value, errors) => {
    for (const whole of [
      { type: 'object', ...schema },
      { allOf: [recursive, schema], $defs: { node } },
    ]) {
      expect(compileInput(whole, { validator: create() }).check(value)).toMatchObject({ parameterErrors: errors });
    }
  });
});

describe('ajv compiles', () => {
  const compiled = vi.spyOn(Ajv2020.prototype, 'compile');
  beforeEach(() => void compiled.mockClear());
  afterAll(() => compiled.mockRestore());

  it('the first schema at once, to detect a runtime that forbids code generation, and later schemas with their first value', () => {
    const validator = ajv();
    validator.compile({ type: 'string' });
    expect(compiled).toHaveBeenCalledTimes(1);
    const check = validator.compile({ type: 'object', properties: { a: { type: 'number', minimum: 1 } } });
    expect(compiled).toHaveBeenCalledTimes(1);
    expect([check({ a: 1 }).ok, check({ a: 2 }).ok]).toEqual([true, true]);
    expect(compiled).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['a type that is none', { type: 'text' }, 'type must be JSONType'],
    ['a pattern that is none', { type: 'string', pattern: '(' }, 'Invalid regular expression'],
    ['a reference to nothing', { properties: { a: { $ref: '#/$defs/nothing' } } }, "can't resolve reference"],
    ['a reference to its dialect', { $ref: 'https://json-schema.org/draft/2020-12/schema' }, "can't resolve reference"],
    ['nullable without a type', { nullable: 'yes' }, '"nullable" cannot be used'],
  ])('immediately if only ajv may reject the schema: %s', (_what, schema, problem) => {
    const validator = ajv();
    validator.compile({ type: 'string' });
    expect(() => validator.compile(schema)).toThrow(problem);
    expect(() => validator.compile(schema)).toThrow(expect.objectContaining({ code: 'TW_SCHEMA_INVALID' }));
  });
});
