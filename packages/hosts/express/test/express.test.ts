import { expect, test } from 'vitest';
import { mountTools } from '../src/index.ts';

test('mounting anything but a tool server says what it is', () => {
  expect(() => mountTools([] as never)).toThrow('and this is a list');
  expect(() => mountTools({ handle: () => undefined }, { values: [] as never })).toThrow('must be a function');
});
