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
])('mounting a value that is not a tool server explains it: %s', (mounted, words) => {
  expect(() => expectHostedServer(mounted)).toThrow(`got ${words}`);
});
