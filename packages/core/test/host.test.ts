import { expect, test } from 'vitest';
import { expectHostedServer } from '../src/internal.ts';

const server = { handle: () => undefined };

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [[], 'a list'],
  [Promise.resolve(server), 'a promise; await it'],
  [{ tools: [] }, 'another object'],
  [() => server, 'a function'],
])('mounting anything but a tool server says what it is: %s', (mounted, words) => {
  expect(() => expectHostedServer(mounted)).toThrow(`got ${words}`);
});
