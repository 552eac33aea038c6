import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonFields } from '../../src/index.ts';
import { exampleValue, isMultipleOf } from '../../src/json-schema/index.ts';

test.each<readonly [schema: JsonFields, example: number]>([
  [{ type: 'number', exclusiveMinimum: 0.7, multipleOf: 0.1 }, 0.8],
  [{ type: 'number', minimum: 0.7, multipleOf: 0.1 }, 0.7],
  [{ type: 'number', exclusiveMaximum: -0.7, multipleOf: 0.1 }, -0.8],
  [{ type: 'number', exclusiveMinimum: 0.29, multipleOf: 0.01 }, 0.3],
  [{ type: 'number', exclusiveMinimum: 0, multipleOf: 1e-7 }, 1e-7],
  [{ type: 'integer', multipleOf: 0.5 }, 1],
  [{ type: 'integer', multipleOf: 1.5 }, 3],
  [{ type: 'integer', multipleOf: 0.29 }, 29],
  [{ type: 'integer', minimum: 0.5, multipleOf: 0.5 }, 1],
  [{ type: ['integer', 'null'], minimum: 4, multipleOf: 2.5 }, 5],
  [{ type: 'integer', exclusiveMaximum: 3, multipleOf: 0.5 }, 1],
  [{ type: 'integer', exclusiveMaximum: -3, multipleOf: 0.5 }, -4],
  [{ type: 'integer', multipleOf: 1e-20 }, 1],
  [{ type: 'integer', multipleOf: Number.MIN_VALUE }, 1],
])('the example of %j is %d', (schema, example) => {
  expect(exampleValue(schema, schema)).toBe(example);
});

test('the example of a number is valid, if any value is', () => {
  const limit = fc.integer({ min: -2_000, max: 2_000 }).map((cents) => cents / 100);
  const types = fc.constantFrom('number', 'integer');
  const steps = fc.constantFrom(0.01, 0.05, 0.1, 0.25, 0.3, 0.5, 0.7, 1, 1.1, 1.5, 2, 2.5, 7);
  const limits = fc.record(
    { minimum: limit, exclusiveMinimum: limit, maximum: limit, exclusiveMaximum: limit, multipleOf: steps },
    { requiredKeys: [] },
  );
  const isValid = (value: number, { type, multipleOf, ...given }: JsonFields): boolean =>
    (type === 'number' || Number.isInteger(value)) &&
    (multipleOf === undefined || isMultipleOf(value, Number(multipleOf))) &&
    value >= Number(given['minimum'] ?? -Infinity) &&
    value > Number(given['exclusiveMinimum'] ?? -Infinity) &&
    value <= Number(given['maximum'] ?? Infinity) &&
    value < Number(given['exclusiveMaximum'] ?? Infinity);
  const candidates = Array.from({ length: 6_001 }, (_, index) => (index - 3_000) / 100);
  fc.assert(
    fc.property(types, limits, (type, given) => {
      const schema: JsonFields = { type, ...given };
      const example = exampleValue(schema, schema);
      return isValid(Number(example), schema) || candidates.every((candidate) => !isValid(candidate, schema));
    }),
  );
});
