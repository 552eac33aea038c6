import { Type } from '@sinclair/typebox';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod/v3';
import { ajv } from '../src/ajv.ts';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import { compileOutput, type JsonSchema } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { zod3 } from '../src/zod3.ts';
import { checkOutput } from './sync-checks.ts';

const converters = [zod3()];
const text = { type: 'string' };
const account = { type: 'object', properties: { email: text } };

function sent(schema: SchemaSource, value: unknown, validator = ajv()): unknown {
  const checked = checkOutput(compileOutput(schema, { validator, converters }), value);
  return checked.ok ? checked.value : checked.reason;
}

describe.each([
  ['ajv', ajv],
  ['no-eval', noEval],
])('an output by a JSON Schema (%s)', (_, create) => {
  const of = (schema: JsonSchema, value: unknown): unknown => sent(schema, value, create());
  const row = { email: 'a@b.example', password: 'canary' };

  it("is sent without fields that the schema doesn't name", () => {
    expect(of(account, row)).toEqual({ email: 'a@b.example' });
    expect(of({ ...account, properties: {} }, row)).toEqual({});
    expect(of({ type: 'array', items: account }, [row])).toEqual([{ email: 'a@b.example' }]);
    expect(of({ properties: { of: account } }, { of: row, password: 'canary' })).toEqual({ of: { email: row.email } });
    expect(of({ prefixItems: [account] }, [row, 'canary'])).toEqual([{ email: row.email }]);
    expect(of({ additionalProperties: account }, { a: row })).toEqual({ a: { email: row.email } });
    expect(of({ patternProperties: { '^a': account } }, { a: row, b: row })).toEqual({ a: { email: row.email } });
  });

  it('is sent with each field that any schema of the same value names', () => {
    const both = { allOf: [account, { properties: { age: { type: 'number' } } }] };
    expect(of(both, { ...row, age: 7 })).toEqual({ email: row.email, age: 7 });
    expect(of({ type: 'object', required: ['email'] }, row)).toEqual({ email: row.email });
    expect(
      of({ type: 'object', dependentRequired: { email: ['name'] } }, { email: 'e', name: 'n', password: 'c' }),
    ).toEqual({ email: 'e', name: 'n' });
    expect(of({ ...account, dependentSchemas: { email: { properties: { seen: {} } } } }, { ...row, seen: 1 })).toEqual({
      email: row.email,
      seen: 1,
    });
    const parts = { properties: { a: account }, allOf: [{ properties: { a: { properties: { age: {} } } } }] };
    expect(of(parts, { a: { ...row, age: 7 } })).toEqual({ a: { email: row.email, age: 7 } });
    expect(
      of({ contains: { properties: { id: {} }, required: ['id'] }, items: account }, [row, { id: 1, x: 2 }]),
    ).toEqual([{ email: row.email }, { id: 1 }]);
  });

  it('is sent with the fields of the union branches that it matches', () => {
    const branch = (kind: string, field: string): JsonSchema => ({
      type: 'object',
      properties: { kind: { const: kind }, [field]: {} },
      required: ['kind'],
    });
    for (const keyword of ['anyOf', 'oneOf']) {
      const union = { [keyword]: [branch('user', 'email'), branch('admin', 'password'), { type: 'null' }] };
      expect(of(union, { kind: 'user', ...row })).toEqual({ kind: 'user', email: row.email });
      expect(of(union, { kind: 'admin', ...row })).toEqual({ kind: 'admin', password: 'canary' });
      expect(of(union, null)).toBeNull();
    }
    const long = { properties: { a: { type: 'string', minLength: 3 }, x: {} }, required: ['a'] };
    const short = { properties: { a: { type: 'string', maxLength: 5 }, y: {} }, required: ['a'] };
    const value = (a: string): object => ({ a, x: 1, y: 2, z: 'canary' });
    expect(of({ anyOf: [long, short] }, value('aaaa'))).toEqual({ a: 'aaaa', x: 1, y: 2 });
    expect(of({ anyOf: [long, short] }, value('a'))).toEqual({ a: 'a', y: 2 });
    const either = {
      if: { properties: { a: { maxLength: 1 } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { x: {} } },
      else: { properties: { y: {} } },
    };
    expect(of(either, value('a'))).toEqual({ a: 'a', x: 1 });
    expect(of(either, value('aa'))).toEqual({ a: 'aa', y: 2 });
  });

  it('is sent with the fields of the condition that it meets, or of the other one', () => {
    const named = { properties: { a: { type: 'string' } } };
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    const schema = { properties: { v: { if: { type: 'number' }, then: { minimum: 0 }, else: named } } };
    expect(of(schema, { v: { a: 'x', secret: 1 } })).toEqual({ v: { a: 'x' } });
    expect(of(schema, { v: 1 })).toEqual({ v: 1 });
  });

  it('is sent with additional fields where the schema allows them', () => {
    for (const more of [true, {}, text]) {
      expect(of({ ...account, additionalProperties: more }, row)).toEqual(row);
    }
    expect(of({ ...account, unevaluatedProperties: true }, row)).toEqual(row);
    expect(of({ prefixItems: [text], items: true }, ['a', row])).toEqual(['a', row]);
    expect(of({ items: [text], additionalItems: account }, ['a', row])).toEqual(['a', { email: row.email }]);
  });

  it('is sent without unnamed fields of a field that the schema also mentions', () => {
    const others = { unevaluatedProperties: account };
    for (const mention of [
      { required: ['a'] },
      { dependentRequired: { a: ['a'] } },
      { dependentSchemas: { a: { minProperties: 1 } } },
      { propertyNames: { enum: ['a'] } },
    ]) {
      for (const schema of [
        { ...mention, ...others },
        { ...mention, additionalProperties: account },
        { allOf: [mention], ...others },
        { allOf: [others], ...mention },
        { allOf: [mention, others] },
        { allOf: [mention, { additionalProperties: account }] },
        { anyOf: [mention], ...others },
        { oneOf: [mention], ...others },
        { $ref: '#/$defs/mention', ...others, $defs: { mention } },
        { dependentSchemas: { a: mention }, ...others },
        { if: mention, else: {}, allOf: [others] },
      ]) {
        const checked = compileOutput(schema, { validator: create() });
        expect(checkOutput(checked, { a: row })).toEqual({ ok: true, value: { a: { email: row.email } } });
      }
    }
    // The same name twice, and no schema that describes it.
    expect(of({ allOf: [{ required: ['a'] }, { required: ['a'] }] }, { a: row, b: row })).toEqual({ a: row });
  });

  it('is sent with the unevaluated fields and items of each schema, and without those of other schemas', () => {
    const aged = { properties: { age: { type: 'number' } }, required: ['age'] };
    const value = { ...row, age: 7 };
    const kept = { email: row.email, age: 7 };
    // Fields that a schema around it names are unevaluated too.
    const outside = { properties: { a: account }, allOf: [{ unevaluatedProperties: aged }] };
    expect(of(outside, { a: value })).toEqual({ a: kept });
    const inside = { allOf: [{ properties: { a: account } }], unevaluatedProperties: aged };
    expect(of(inside, { a: value, b: value })).toEqual({ a: { email: row.email }, b: { age: 7 } });
    const twice = { allOf: [{ unevaluatedProperties: account }], unevaluatedProperties: aged };
    expect(of(twice, { a: value })).toEqual({ a: { email: row.email } });
    const items = { prefixItems: [account], allOf: [{ unevaluatedItems: aged }] };
    expect(of(items, [value, value])).toEqual([kept, { age: 7 }]);
    const itemsTwice = { allOf: [{ unevaluatedItems: account }], unevaluatedItems: aged };
    expect(of(itemsTwice, [value])).toEqual([{ email: row.email }]);
  });

  it('is sent without unnamed fields where it is not among the values that a condition lists', () => {
    const test = { properties: { a: { const: { email: 'other' } } } };
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    const schema = { properties: { a: account }, if: test, then: { minProperties: 1 } };
    expect(of(schema, { a: row })).toEqual({ a: { email: row.email } });
    expect(of(schema, { a: { email: 'other' } })).toEqual({ a: { email: 'other' } });
  });

  it('is sent unchanged where the schema names no field', () => {
    for (const open of [{}, { type: 'object' }, { minProperties: 1 }, { type: ['object', 'null'] }]) {
      expect(of(open, row)).toEqual(row);
      expect(of({ properties: { a: open } }, { a: row, b: row })).toEqual({ a: row });
    }
    expect(of({ type: 'array' }, [row])).toEqual([row]);
    expect(of({ const: row }, row)).toEqual(row);
  });

  it('is sent without unnamed fields at any depth of a recursive schema', () => {
    const tree = { type: 'object', properties: { email: text, children: { type: 'array', items: { $ref: '#' } } } };
    const value = (levels: number): object => ({ ...row, children: levels === 0 ? [] : [value(levels - 1)] });
    expect(JSON.stringify(of(tree, value(8)))).not.toContain('canary');
    expect(JSON.stringify(of(tree, value(8))).match(/email/g)).toHaveLength(9);
    const linked = {
      $ref: '#/$defs/row',
      $defs: { row: { ...account, properties: { email: text, next: { $ref: '#/$defs/row' } } } },
    };
    expect(of(linked, { ...row, next: row })).toEqual({ email: row.email, next: { email: row.email } });
  });

  it('is still rejected where it is invalid, before and after fields are dropped', () => {
    expect(of({ ...account, additionalProperties: false }, row)).toBe('mismatch');
    expect(of({ ...account, minProperties: 2 }, row)).toBe('mismatch');
    expect(of({ type: 'array', items: account, uniqueItems: true }, [{ ...row, id: 1 }, row])).toBe('mismatch');
    expect(of({ ...account, not: { maxProperties: 1 } }, row)).toBe('mismatch');
  });

  it('keeps a field called __proto__ as data, where all fields are named', () => {
    const value = JSON.parse('{"email": "e", "__proto__": {"x": 1}}') as object;
    expect(JSON.stringify(of(account, value))).toBe('{"email":"e"}');
    expect(JSON.stringify(of({ ...account, properties: { a: {} }, additionalProperties: true }, value))).toBe(
      JSON.stringify(value),
    );
  });
});

const secret = { email: 'e', password: 'canary' };
const only = { email: 'e' };
const objects: readonly (readonly [string, SchemaSource, SchemaSource])[] = [
  ['zod', z.object({ email: z.string() }), z.looseObject({ email: z.string() })],
  ['zod 3', z3.object({ email: z3.string() }), z3.object({ email: z3.string() }).passthrough()],
  [
    'valibot',
    toStandardJsonSchema(v.object({ email: v.string() })),
    toStandardJsonSchema(v.looseObject({ email: v.string() })),
  ],
  ['arktype', type({ email: 'string' }), type({ email: 'string', '[string]': 'string' })],
  [
    'TypeBox',
    Type.Object({ email: Type.String() }),
    Type.Object({ email: Type.String() }, { additionalProperties: true }),
  ],
  ['another library', anotherLibrary(account), anotherLibrary({ ...account, additionalProperties: {} })],
];

describe.each(objects)('an output by %s', (_, closed, loose) => {
  it('is sent with the fields that it names', async () => {
    const { check, warnings } = compileOutput(closed, { validator: ajv(), converters });
    expect(await check(secret)).toEqual({ ok: true, value: only });
    expect(warnings).toEqual([]);
  });

  it('is sent with additional fields where its schema is loose, with a warning', async () => {
    const { check, jsonSchema, warnings } = compileOutput(loose, { validator: ajv(), converters });
    expect(await check(secret)).toEqual({ ok: true, value: secret });
    expect(jsonSchema).toHaveProperty('additionalProperties');
    expect(warnings).toEqual([
      'Fields that the output schema does not name are sent, in the value itself. To send only named fields, list them under properties.',
    ]);
  });
});

/** A Standard Schema of a library that returns what it was given. */
function anotherLibrary(jsonSchema: JsonSchema): SchemaSource {
  return {
    '~standard': {
      vendor: 'another',
      version: 1,
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  };
}

describe('without a validator', () => {
  it("a library's output is sent with the fields of each branch that it may match", () => {
    const union = type({ kind: "'a'", x: 'string' }).or({ kind: "'b'", y: 'string' });
    expect(checkOutput(compileOutput(union), { kind: 'a', x: 'x', y: 'y', z: 'canary' })).toEqual({
      ok: true,
      value: { kind: 'a', x: 'x' },
    });
    const likely = anotherLibrary({ anyOf: [{ properties: { x: { minimum: 5 } } }, { properties: { y: {} } }] });
    expect(checkOutput(compileOutput(likely), { x: 1, y: 2, z: 'canary' })).toEqual({
      ok: true,
      value: { x: 1, y: 2 },
    });
  });
});

describe('the fields of an output whose unnamed fields are sent', () => {
  const places = (schema: JsonSchema): unknown => compileOutput(schema, { validator: ajv() }).warnings;
  const line = (list: string): string =>
    `Fields that the output schema does not name are sent, in ${list}. To send only named fields, list them under properties.`;

  it.each<readonly [JsonSchema, string]>([
    [{}, 'the value itself'],
    [{ type: 'object' }, 'the value itself'],
    [{ properties: { meta: { type: 'object' }, rows: { items: { additionalProperties: true } } } }, "'meta', 'rows[]'"],
    [{ properties: { a: { anyOf: [account, { type: 'object' }] } } }, "'a'"],
    [{ properties: { a: { ...account, additionalProperties: text } } }, "'a'"],
    [{ allOf: [account, { additionalProperties: account }] }, 'the value itself'],
    [{ properties: { a: {}, b: {} } }, "'a', 'b'"],
    [
      { required: ['a', 'b'], unevaluatedProperties: { properties: { of: { type: 'object' } } } },
      "the value itself, '*.of'",
    ],
    [{ if: { type: 'string' }, else: { type: 'object' } }, 'the value itself'],
    [{ if: { anyOf: [{ minProperties: 9 }, account] }, else: { type: 'object' } }, 'the value itself'],
  ])('are listed in one warning: %j', (schema, list) => {
    expect(places(schema)).toEqual([line(list)]);
  });

  it.each([
    account,
    { type: 'string' },
    { type: 'array', items: { type: 'number' } },
    { allOf: [{ type: 'object' }, account] },
    { anyOf: [account, { required: ['email'] }, { type: 'null' }], ...account },
    { properties: { a: { enum: [{ b: 1 }] } } },
    { properties: { children: { type: 'array', items: { $ref: '#' } } } },
    { type: 'object', if: { properties: { k: { const: 1 } }, required: ['k'] }, else: account },
    { type: 'object', allOf: [{ if: { allOf: [account] } }] },
  ])("cause no warning where they don't exist: %j", (schema) => {
    expect(places(schema)).toEqual([]);
  });
});
