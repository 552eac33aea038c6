import { pairsOfSchemas, schemas } from '@toolwire/internal/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accepts } from '../../src/compare-schemas/accepts.ts';
import { samplesOf } from '../../src/compare-schemas/samples.ts';
import { subschemaOf } from '../../src/compare-schemas/subschema.ts';
import { compareSchemas, type JsonSchema } from '../../src/index.ts';

/** Many with `--all`; `PAIRS=20000` for the whole proof. */
const numRuns = Number(process.env['PAIRS'] ?? (process.env['TEST_SCOPE'] === 'all' ? 150 : 20));

/** Without a precision, Ajv reads the quotient with `parseInt`, which takes -1e+21 for -1. */
const options = { strict: false, validateFormats: false, addUsedSchema: false, multipleOfPrecision: 12 };

/** Compiled by a validator that shares nothing with what is tested. */
function validator(schema: JsonSchema): (value: unknown) => boolean {
  const validate = new Ajv2020(options).compile(schema);
  return (value) => validate(value);
}

/** Values that the generated schemas speak of, and values at the edges of these two. */
function valuesFor(first: JsonSchema, second: JsonSchema): readonly unknown[] {
  return [
    ...samplesOf(subschemaOf(first, first), subschemaOf(second, second)),
    ...samplesOf(subschemaOf(second, second), subschemaOf(first, first)).slice(0, 300),
  ];
}

describe('comparing schemas', () => {
  // Compiles hundreds of schemas: with four other programs on the machine that takes minutes.
  test('returns yes only if the second accepts every value of the first, and no only with a counterexample', {
    timeout: 300_000,
  }, () => {
    fc.assert(
      fc.property(pairsOfSchemas, ([first, second]) => {
        const inclusion = compareSchemas(first, second);
        if (inclusion.verdict === 'unknown') return;
        const [one, other] = [validator(first), validator(second)];
        if (inclusion.verdict === 'no') {
          expect([one(inclusion.example), other(inclusion.example)]).toEqual([true, false]);
          return;
        }
        for (const value of valuesFor(first, second)) {
          if (one(value) && !other(value)) throw new Error(`said yes, but for ${JSON.stringify(value)}`);
        }
      }),
      { numRuns },
    );
  });

  test('returns yes and no often enough for the test, and unknown rarely', () => {
    // So many that no run of bad luck counts.
    const pairs = fc.sample(pairsOfSchemas, 200);
    const found = { yes: 0, no: 0, unknown: 0 };
    for (const [first, second] of pairs) found[compareSchemas(first, second).verdict] += 1;
    expect(found.yes).toBeGreaterThan(pairs.length / 10);
    expect(found.no).toBeGreaterThan(pairs.length / 5);
    expect(found.unknown).toBeLessThan(pairs.length / 3);
  });

  test('accepts the same values as a validator', () => {
    fc.assert(
      fc.property(schemas, fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('a', 1, 'ab')), (schema, value) => {
        const subschema = subschemaOf(schema, schema);
        const isValid = validator(schema);
        for (const each of [value, ...samplesOf(subschema, subschema).slice(0, 60)]) {
          const accepted = accepts(subschema, each);
          if (accepted !== undefined) expect(accepted, JSON.stringify(each)).toBe(isValid(each));
        }
      }),
      { numRuns },
    );
  });

  test('returns yes for a schema and itself', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        expect(compareSchemas(schema, structuredClone(schema)).verdict).toBe('yes');
      }),
      { numRuns },
    );
  });
});
