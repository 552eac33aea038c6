import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { z as z3 } from 'zod3';
import { ajv } from '../src/ajv.ts';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import { type CompiledInput, compileInput, compileOutput } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { zod3 } from '../src/zod3.ts';
import { checkInput, checkOutput, errorsOf } from './sync-checks.ts';

const zodNode = z.object({
  name: z.string(),
  get children(): z.ZodOptional<z.ZodArray<typeof zodNode>> {
    return z.array(zodNode).optional();
  },
});
const zod3Node: z3.ZodType = z3.lazy(() => z3.object({ name: z3.string(), children: z3.array(zod3Node).optional() }));
interface Node {
  readonly name: string;
  readonly children?: Node[] | undefined;
}
const valibotNode: v.GenericSchema<Node> = v.object({
  name: v.string(),
  children: v.optional(v.array(v.lazy(() => valibotNode))),
});
const plainNode = {
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
  required: ['name'],
};
const plain = {
  type: 'object',
  properties: { tree: { $ref: '#/$defs/node', description: 'A tree.' } },
  required: ['tree'],
  $defs: { node: plainNode },
};
const trees: readonly (readonly [string, CompiledInput])[] = [
  ['zod', compileInput(z.object({ tree: zodNode }), { validator: ajv() })],
  ['zod 3', compileInput(z3.object({ tree: zod3Node }), { validator: ajv(), converters: [zod3()] })],
  ['valibot', compileInput(toStandardJsonSchema(v.object({ tree: valibotNode })), { validator: ajv() })],
  ['arktype', compileInput(type({ tree: type({ name: 'string', 'children?': 'this[]' }) }), { validator: ajv() })],
  ['a JSON Schema, by ajv', compileInput(plain, { validator: ajv() })],
  ['a JSON Schema, by no-eval', compileInput(plain, { validator: noEval() })],
];

/** A tree with one child on each level, and something in its last leaf. */
function tree(levels: number, leaf: object): object {
  return levels === 0 ? leaf : { name: `level ${levels}`, children: [tree(levels - 1, leaf)] };
}

describe.each(trees)('a recursive schema (%s)', (_, compiled) => {
  it('OTC-DEF-09: is published without references, with its first levels and then open', () => {
    const { jsonSchema } = compiled;
    expect(JSON.stringify(jsonSchema)).not.toMatch(/\$ref|\$defs/);
    const text = JSON.stringify(jsonSchema);
    expect(text.split('"name"').length).toBeGreaterThan(3);
    expect(text).toContain('"description":"The same structure again, nested to any depth."');
  });

  it('is also returned with its references, for protocols that allow them', () => {
    const { document } = compiled;
    expect(JSON.stringify(document)).toMatch(/"\$ref":"#\/\$defs\//);
    for (const validator of [ajv(), noEval()]) {
      const fits = validator.compile(document ?? {});
      expect(fits({ tree: tree(9, { name: 'leaf' }) })).toMatchObject({ ok: true });
      expect(fits({ tree: tree(9, { name: 7 }) })).toMatchObject({ ok: false });
    }
  });

  it('is checked to the last level', () => {
    for (const levels of [0, 1, 3, 9, 30]) {
      const input = { tree: tree(levels, { name: 'leaf' }) };
      expect(checkInput(compiled, input)).toEqual({ ok: true, value: input });
      expect(errorsOf(compiled, { tree: tree(levels, { name: 7 }) })).toHaveProperty('tree');
    }
  });
});

const expression: z.ZodType = z.lazy(() =>
  z.union([z.string(), z.strictObject({ not: expression }), z.tuple([z.literal('and'), expression])]),
);
const expressions = z.object({ v: expression });
const oneOf = {
  type: 'object',
  properties: { v: { $ref: '#/$defs/form' } },
  $defs: {
    form: {
      oneOf: [
        { type: 'string' },
        { type: 'array', items: { $ref: '#/$defs/form' }, not: { contains: { $ref: '#/$defs/list' } } },
        { $ref: '#/$defs/list' },
      ],
    },
    list: {
      type: 'object',
      properties: { x: { $ref: '#/$defs/form' } },
      required: ['x'],
      if: { properties: { x: { $ref: '#/$defs/list' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { y: { type: 'number' } } },
      else: { properties: { y: { type: 'string' } } },
      unevaluatedProperties: false,
    },
  },
};

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<unknown>('a', 1, true, null),
    tie('list'),
    tie('record'),
  ),
  list: fc.oneof(fc.array(tie('value'), { maxLength: 3 }), fc.tuple(fc.constant('and'), tie('value'))),
  record: fc.dictionary(fc.constantFrom('x', 'y', 'not', 'name', 'children'), tie('value'), { maxKeys: 3 }),
}));

describe('every value that the check accepts matches the published schema', () => {
  it.each<readonly [string, SchemaSource]>([
    ['z.json()', z.object({ v: z.json() })],
    ['unions and tuples', expressions],
    ['oneOf, not, if and unevaluatedProperties', oneOf],
  ])('%s', (_, schema) => {
    const compiled = compileInput(schema, { validator: ajv() });
    const validators = [ajv(), noEval()].map((validator) => validator.compile(compiled.jsonSchema));
    let taken = 0;
    fc.assert(
      fc.property(value, (given) => {
        if (!checkInput(compiled, { v: given }).ok) return;
        taken += 1;
        for (const fits of validators) expect(fits({ v: given })).toMatchObject({ ok: true });
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(20);
  });
});

const self = { $ref: '#/$defs/form' };
const text = { type: 'string' };

describe('the open part of a recursive schema forbids nothing that the check accepts', () => {
  it.each<readonly [string, object, unknown]>([
    ['oneOf', { x: { oneOf: [text, self] } }, { x: { x: { x: 'a' } } }],
    ['oneOf beside anyOf', { x: { oneOf: [text, self], anyOf: [text, self] } }, { x: { x: { x: 'a' } } }],
    ['not', { x: { not: self }, y: self }, { y: { y: { x: 'a' } } }],
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    ['if', { x: { if: self, then: { type: 'object' }, else: text }, y: self }, { y: { y: { x: 'a' } } }],
    ['maxContains', { x: { contains: self, maxContains: 1 }, y: self }, { y: { y: { x: [{}, 'a'] } } }],
  ])('%s', (_, properties, given) => {
    const schema = { type: 'object', properties: { v: self }, $defs: { form: { type: 'object', properties } } };
    for (const validator of [ajv(), noEval()]) {
      const compiled = compileInput(schema, { validator });
      expect(checkInput(compiled, { v: given })).toMatchObject({ ok: true });
      expect(validator.compile(compiled.jsonSchema)({ v: given })).toEqual({ ok: true });
    }
  });
});

describe('z.json()', () => {
  it('accepts and returns any JSON', () => {
    const data = { a: [1, 'x', null, { b: [[[[[[{ c: true }]]]]]] }] };
    expect(checkInput(compileInput(z.object({ data: z.json() })), { data })).toEqual({ ok: true, value: { data } });
    expect(checkOutput(compileOutput(z.json()), data)).toEqual({ ok: true, value: data });
  });
});
