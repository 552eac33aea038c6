import { describe, expect, it } from 'vitest';
import { ajv } from '../src/ajv.ts';
import { compileOutput, isSchemaError, type JsonSchema } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';

const has = (name: string): JsonSchema => ({ properties: { [name]: { const: name } }, required: [name] });
const fail = { unevaluatedItems: false };

/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema */

/** The cases of the JSON Schema test suite (draft 2020-12) in which ajv and the interpreter disagreed, by the suite's names. */
const cases: readonly (readonly [string, JsonSchema])[] = [
  [
    'unevaluatedItems with nested items',
    { unevaluatedItems: { type: 'boolean' }, anyOf: [{ items: { type: 'string' } }, true] },
  ],
  ['unevaluatedItems depends on adjacent contains', { prefixItems: [true], contains: { type: 'string' }, ...fail }],
  [
    'unevaluatedItems depends on multiple nested contains',
    { allOf: [{ contains: { multipleOf: 2 } }, { contains: { multipleOf: 3 } }], unevaluatedItems: { multipleOf: 5 } },
  ],
  [
    'unevaluatedItems and contains interact to control item dependency relationship',
    {
      if: { contains: { const: 'a' } },
      then: { if: { contains: { const: 'b' } }, then: { contains: { const: 'c' } } },
      ...fail,
    },
  ],
  ['unevaluatedItems with minContains = 0', { contains: { type: 'string' }, minContains: 0, ...fail }],
  [
    'unevaluatedItems with minContains = 0 in allOf',
    { allOf: [{ contains: { type: 'string' }, minContains: 0 }], ...fail },
  ],
  [
    'unevaluatedItems can see annotations from if without then and else',
    { if: { prefixItems: [{ const: 'a' }] }, ...fail },
  ],
  [
    'unevaluatedProperties with if/then/else, then not defined',
    { type: 'object', if: has('foo'), else: has('baz'), unevaluatedProperties: false },
  ],
  [
    'unevaluatedProperties can see annotations from if without then and else',
    { if: has('foo'), unevaluatedProperties: false },
  ],
  [
    'a branch with additionalProperties, for which ajv throws',
    {
      patternProperties: { '^a': true },
      oneOf: [true, { oneOf: [true, { additionalProperties: true }] }],
      unevaluatedProperties: false,
    },
  ],
];

describe.each([
  ['ajv', ajv()],
  ['no-eval', noEval()],
])('a schema that validators decide differently is rejected at definition (%s)', (_, validator) => {
  it.each(cases)('%s', (_name, schema) => {
    let thrown: unknown;
    try {
      compileOutput({ properties: { a: schema } }, { validator });
    } catch (error) {
      thrown = error;
    }
    expect(isSchemaError(thrown) && [thrown.code, thrown.path]).toEqual(['TW_SCHEMA_UNEVALUATED', 'a']);
    expect(String(thrown)).toContain('Validators handle this combination differently.');
  });

  it.each<readonly [string, JsonSchema]>([
    ["a branch with 'unevaluatedItems'", { anyOf: [{ unevaluatedItems: true }, { items: { type: 'string' } }] }],
    ["a branch with 'contains'", { anyOf: [true, { contains: { type: 'string' } }] }],
    ["'contains'", { allOf: [{ contains: { type: 'string' } }] }],
  ])('names %s, which it finds first', (found, schema) => {
    expect(() => compileOutput({ properties: { a: { ...schema, ...fail } } }, { validator })).toThrow(
      `has both 'unevaluatedItems' and ${found}.`,
    );
  });

  it.each<readonly [string, JsonSchema, object, object]>([
    ['allOf', { allOf: [has('a')], unevaluatedProperties: false }, { a: 'a' }, { a: 'a', b: 1 }],
    ['anyOf', { anyOf: [has('a'), has('b')], unevaluatedProperties: false }, { a: 'a' }, { a: 'a', b: 1 }],
    ['a tuple', { prefixItems: [{ type: 'string' }], ...fail }, ['a'], ['a', 1]],
    [
      'a reference',
      { $ref: '#/$defs/a', $defs: { a: has('a') }, unevaluatedProperties: false },
      { a: 'a' },
      { a: 'a', b: 1 },
    ],
    [
      'then without if, which applies to nothing',
      { type: 'object', then: { additionalProperties: true }, unevaluatedProperties: false },
      {},
      { a: 'a' },
    ],
  ])('but not next to %s', (_name, schema, valid, invalid) => {
    const { check } = compileOutput(schema, { validator });
    expect(check(valid)).toMatchObject({ ok: true });
    expect(check(invalid)).toMatchObject({ ok: false });
  });
});

describe.each([
  ['ajv', ajv],
  ['no-eval', noEval],
])('only a matching branch evaluates fields and items (%s)', (_, create) => {
  const closed = { unevaluatedProperties: false };
  const texts = { patternProperties: { '^a': { type: 'string' } } };
  const text = { properties: { b: { type: 'string' } } };
  const tuple = { anyOf: [{ prefixItems: [{ type: 'string' }] }, {}], ...fail };

  it.each<readonly [string, JsonSchema, unknown[], unknown[]]>([
    ['a pattern in a branch', { anyOf: [texts, {}], ...closed }, [{ a1: 'x' }], [{ a1: 1 }]],
    ['an earlier item', { items: { anyOf: [text, {}], ...closed } }, [[{ b: 'x' }]], [[{ b: 'x' }, { b: 1 }]]],
    ['a tuple in a branch', tuple, [['x'], []], [[1]]],
    ['an earlier tuple', { items: tuple }, [[['x']]], [[['x'], [1]]]],
    [
      'a branch that was not reached, next to patterns',
      { ...texts, properties: { y: true }, oneOf: [{ required: ['x'], ...texts }, { required: ['y'] }], ...closed },
      [{ y: 1, a1: 'x' }],
      [{ y: 1, b1: 1 }],
    ],
    [
      'a dependent schema that does not apply, next to patterns',
      { ...texts, allOf: [{ dependentSchemas: { k: { patternProperties: { '^k': true } } } }], ...closed },
      [{ a1: 'x' }, { k: 1, a1: 'x' }],
      [{ a1: 'x', b: 1 }, { k1: 1 }],
    ],
    [
      'a branch for all fields, next to patterns and elsewhere an unevaluated keyword',
      { properties: { t: closed }, ...texts, anyOf: [{ additionalProperties: true }, {}] },
      [{ a1: 'x', b: 1 }],
      [{ a1: 1 }, { t: { b: 1 } }],
    ],
  ])('%s', (_name, schema, valid, invalid) => {
    const validate = create().compile(schema);
    for (const value of valid) expect([value, validate(value).ok]).toEqual([value, true]);
    for (const value of invalid) expect([value, validate(value).ok]).toEqual([value, false]);
  });
});

describe('no-eval', () => {
  const A = {
    type: 'object',
    properties: { at: { type: 'string', format: 'date' }, next: { $ref: '#/components/schemas/A' } },
  };
  const schema = { type: 'object', properties: { a: { $ref: '#/components/schemas/A' } } };
  const values = [{ a: { next: { at: '2026-01-31' } } }, { a: { next: { at: 'soon' } } }, { a: 1 }];

  it('follows references into unknown keywords, in frozen schemas', () => {
    const components = Object.freeze({ schemas: Object.freeze({ A: Object.freeze(A) }) });
    for (const validator of [ajv(), noEval()]) {
      const { check } = compileOutput({ ...schema, components }, { validator });
      expect(values.map((value) => 'ok' in check(value) && (check(value) as { ok: boolean }).ok)).toEqual([
        true,
        false,
        false,
      ]);
      const validate = validator.compile({ ...schema, components });
      expect(values.map((value) => validate(value).ok)).toEqual([true, false, false]);
    }
  });

  it('follows a reference to a schema whose name is a keyword', () => {
    const named = { $ref: '#/components/title', components: { title: { type: 'string' } } };
    expect([5, 'x'].map((value) => noEval().compile(named)(value).ok)).toEqual([false, true]);
  });

  it('rejects a reference without a target at startup', () => {
    expect(() => noEval().compile(schema)).toThrow(
      "The field 'a' refers to '#/components/schemas/A', which the schema does not hold",
    );
    expect(() => compileOutput(schema, { validator: noEval() })).toThrow(
      "The field 'a' refers to '#/components/schemas/A'",
    );
  });
});
