import { expect, it } from 'vitest';
import { isServerUnreachable, isUnreadable } from '../src/values/known-errors.ts';

const withCode = (code: string, options?: ErrorOptions): Error => Object.assign(new Error(code, options), { code });

it.each([
  [withCode('ECONNREFUSED'), true],
  [new TypeError('fetch failed', { cause: withCode('ENOTFOUND') }), true],
  [new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')]), true],
  // One of its addresses may have received the request.
  [new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNRESET')]), false],
  [new AggregateError([]), false],
  [new TypeError('fetch failed', { cause: withCode('ECONNRESET') }), false],
  ['ECONNREFUSED', false],
  [undefined, false],
])('knows whether the server received a request by its error: %s, %s', (thrown, isUnreachable) => {
  expect(isServerUnreachable(thrown)).toBe(isUnreachable);
});

it('ends for an error that is its own cause', () => {
  const error = new Error('broken');
  error.cause = error;
  expect(isServerUnreachable(error)).toBe(false);
});

it.each([
  ['ENOENT', true],
  ['EACCES', true],
  ['EPERM', true],
  ['ENOTDIR', false],
  ['EMFILE', false],
])('an error with the code %s means that a path cannot be read: %s', (code, expected) => {
  expect(isUnreadable(Object.assign(new Error(code), { code }))).toBe(expected);
});
