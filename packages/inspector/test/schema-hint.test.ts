import { expect, test } from 'vitest';
import { schemaHint } from '../src/page/schema/schema-hint.ts';

test.each([
  [{ type: 'string', format: 'email' }, 'string, an email address'],
  [{ type: 'string', format: 'date-time', pattern: '^2' }, 'string, a date and time'],
  [{ type: 'string', format: 'color' }, 'string, format color'],
  [{ type: 'string', format: '__proto__' }, 'string, format __proto__'],
  [
    { type: 'string', pattern: '^a', minLength: 1, maxLength: 20 },
    'string, at least 1 character, at most 20 characters, matches ^a',
  ],
  [{ type: 'array', minItems: 2, maxItems: 1 }, 'array, at least 2 items, at most 1 item'],
  [
    { type: 'number', exclusiveMinimum: 0, maximum: 1.5, multipleOf: 0.5 },
    'number, more than 0, at most 1.5, a multiple of 0.5',
  ],
  [{ type: 'integer', minimum: -1, exclusiveMaximum: 5 }, 'integer, at least -1, less than 5'],
  [{ minimum: { a: 1 } }, 'at least {"a":1}'],
  [{}, ''],
])('the hint for %j is in words', (schema, hint) => {
  expect(schemaHint(schema)).toBe(hint);
});
