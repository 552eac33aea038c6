import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringifyValue } from '../src/index.ts';

const values = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '/', ' ', '~', '\u007f', '\n', 'ä', '\ud800', '\u2028') }),
  fc.string({ minLength: 90, maxLength: 110 }),
  fc.jsonValue(),
);

test('a value is written as JSON.stringify writes it', () => {
  fc.assert(fc.property(values, (value) => stringifyValue(value) === JSON.stringify(value)));
});

test.each([-0, 1e21, 5e-324, Number.MAX_SAFE_INTEGER, Number.NaN, Number.POSITIVE_INFINITY])('so is %d', (value) => {
  expect(stringifyValue(value)).toBe(JSON.stringify(value));
});
