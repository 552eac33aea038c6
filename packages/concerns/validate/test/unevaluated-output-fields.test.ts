import { type Schema, Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ajv } from '../src/ajv.ts';
import { compileOutput, type JsonSchema } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { checkOutput } from './sync-checks.ts';

const name = fc.constantFrom('a', 'b', 'ab', 'c', 'd');
const { value: anyValue } = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, fc.constantFrom(1, 7, 'x', null), tie('object')),
  object: fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4 }),
}));
const anyObject = fc.dictionary(name, anyValue, { minKeys: 1, maxKeys: 4 });

const { schema: anySchema } = fc.letrec<{ schema: JsonSchema | boolean; object: JsonSchema }>((tie) => {
  const schema = tie('schema');
  const branches = fc.array(schema, { minLength: 1, maxLength: 3 });
  const keywords = {
    minimum: fc.constant(5),
    properties: fc.dictionary(name, schema, { maxKeys: 3 }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), schema, { maxKeys: 1 }),
    additionalProperties: schema,
    allOf: branches,
    anyOf: branches,
    oneOf: branches,
  };
  return {
    object: fc
      .uniqueArray(fc.constantFrom(...(Object.keys(keywords) as (keyof typeof keywords)[])), { maxLength: 2 })
      .chain((names) => fc.record(Object.fromEntries(names.map((keyword) => [keyword, keywords[keyword]])))),
    schema: fc.oneof({ maxDepth: 3, depthSize: 'small', withCrossShrink: true }, fc.constant(true), tie('object')),
  };
});

const numRuns = process.env['TEST_SCOPE'] === 'all' ? 1_000 : 100;
const [compiling, interpreting] = [ajv(), noEval()];

describe('the fields of an output', () => {
  it('are the fields that unevaluatedProperties allows, unless the schema names none', () => {
    let compared = 0;
    fc.assert(
      fc.property(anySchema, anyObject, (schema, value) => {
        const root = { allOf: [schema] };
        const checked = checkOutput(compileOutput(root, { validator: compiling }), value);
        if (!checked.ok) return;
        const { errors } = new Validator(
          { ...root, unevaluatedProperties: false } as Schema,
          '2020-12',
          false,
        ).validate(value);
        const unnamed = new Set(errors.map(({ instanceLocation }) => instanceLocation.split('/')[1]));
        const named = Object.keys(value).filter((key) => !unnamed.has(key));
        if (named.length === 0) return;
        compared += 1;
        expect(Object.keys(checked.value as object)).toEqual(named);
      }),
      { numRuns, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(0);
  });

  it("don't depend on the validator, match the schema, and stay the same when projected again", () => {
    fc.assert(
      fc.property(anySchema, anyObject, (schema, value) => {
        const root = { allOf: [schema] };
        const compiled = compileOutput(root, { validator: compiling });
        const checked = checkOutput(compiled, value);
        const interpreted = checkOutput(compileOutput(root, { validator: interpreting }), value);
        expect(interpreted.ok).toBe(checked.ok);
        if (!checked.ok) return;
        expect(interpreted).toEqual(checked);
        expect(checkOutput(compiled, checked.value)).toEqual(checked);
      }),
      { numRuns, endOnFailure: true },
    );
  });
});
