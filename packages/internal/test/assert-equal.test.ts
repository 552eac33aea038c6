import { expect, it } from 'vitest';
import { assertEqual } from '../src/index.ts';

it.each([
  [1, 1],
  [undefined, undefined],
  [
    { a: 1, b: [{ c: 2, d: 3 }] },
    { b: [{ d: 3, c: 2 }], a: 1 },
  ],
  [JSON.parse('{"__proto__":1,"a":2}'), JSON.parse('{"a":2,"__proto__":1}')],
])('accepts the equal values %j and %j', (actual, expected) => {
  expect(() => assertEqual(actual, expected, 'result')).not.toThrow();
});

it.each([
  [1, 2, 'result: expected 2, got 1'],
  [undefined, null, 'result: expected null, got undefined'],
  [{ b: 1, a: 2 }, { a: 1 }, 'result: expected {"a":1}, got {"a":2,"b":1}'],
  [[1, 2], [2, 1], 'result: expected [2,1], got [1,2]'],
  [JSON.parse('{"__proto__":1}'), {}, 'result: expected {}, got {"__proto__":1}'],
])('rejects %j, which differs from %j', (actual, expected, message) => {
  expect(() => assertEqual(actual, expected, 'result')).toThrow(message);
});
