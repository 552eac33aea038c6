import { cpuMs } from '@toolwire/internal/testing';
import { expect, test } from 'vitest';
import { errorsInside, errorsOutside, errorText, readFieldErrors } from '../src/page/field-errors.ts';

test('errors of a parameter are separated by their paths', () => {
  expect(
    readFieldErrors({
      a: 'Must be a number, got the string "ten"',
      to: '[1]["full name"]: is required; [2].email: must be a string; [2]["a\\"]: b"]: must be a string; $up.x: is required',
      list: 'Must have at least 2 items; [0]: must be a string',
    }),
  ).toEqual([
    { path: ['a'], message: 'Must be a number, got the string "ten"' },
    { path: ['to', 1, 'full name'], message: 'Is required' },
    { path: ['to', 2, 'email'], message: 'Must be a string' },
    { path: ['to', 2, 'a"]: b'], message: 'Must be a string' },
    { path: ['to', '$up', 'x'], message: 'Is required' },
    { path: ['list'], message: 'Must have at least 2 items' },
    { path: ['list', 0], message: 'Must be a string' },
  ]);
});

test('a semicolon in a message or in a value separates no errors', () => {
  for (const text of [
    "Is required. You sent 'A'; did you mean 'a'?",
    'Must be a number, got the string "x; B: c; [0]: d"',
    'Must be a number, got the string "x\\"; [0]: d"',
  ]) {
    expect(readFieldErrors({ a: text })).toEqual([{ path: ['a'], message: text }]);
  }
});

test('a long text of names ends', () => {
  for (const name of ['a', '.a', '[0]', '["a"]', '["', 'a[']) {
    expect(cpuMs(() => readFieldErrors({ a: name.repeat(100_000) }))).toBeLessThan(1_000);
  }
});

test('errors are shown at the field, or with their paths where there is no field', () => {
  const errors = readFieldErrors({ to: '[0].email: is required; [1]["full name"]: is required; Must be short' });
  expect(errorsInside(errorsInside(errors, 'to'), 0)).toEqual([{ path: ['email'], message: 'Is required' }]);
  expect(errorText(errorsOutside(errorsInside(errors, 'to'), [0]))).toBe('[1].full name: Is required; Must be short');
  expect(errorText(errorsOutside(errors, []))).toBe(
    'to[0].email: Is required; to[1].full name: Is required; to: Must be short',
  );
  expect(errorText([])).toBeUndefined();
});
