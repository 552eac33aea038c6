import { describe, expect, test } from 'vitest';
import { contextEntry, createContextKey, expectHostedServer, valuesReader } from '../src/index.ts';

const user = createContextKey('user', 'nobody');
const server = { handle: () => undefined };

describe('the values of a request', () => {
  test('are there at once where the context is', () => {
    const read = valuesReader(server, (name: string) => [contextEntry(user, name)]);
    expect(read('ada')).toMatchObject({ get: expect.any(Function) as unknown });
  });

  test('are what the context says, then what is known already', async () => {
    const read = valuesReader(server, async (name: string) => [contextEntry(user, name)]);
    expect((await read('ada')).get(user)).toBe('ada');
    expect((await read('ada', [contextEntry(user, 'bob')])).get(user)).toBe('bob');
  });

  test.each([
    ['is no list', 'ada', 'must answer a list such as [contextEntry(key, value)], not a string'],
    ['is one entry without its list', contextEntry(user, 'ada'), 'is not iterable'],
  ])('are refused, and told to the log, where the answer %s', (_how, answer, words) => {
    const told: unknown[] = [];
    const read = valuesReader({ ...server, report: (thrown) => told.push(thrown) }, () => answer as never);
    expect(() => read('')).toThrow(words);
    expect(told).toMatchObject([{ message: expect.stringContaining(words) as unknown }]);
  });

  test('come from a function', () => {
    expect(() => valuesReader(server, [] as never)).toThrow('`context` must be a function, not a list');
  });
});

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [[], 'a list'],
  [Promise.resolve(server), 'a promise, to be awaited first'],
  [{ tools: [] }, 'another object'],
  [() => server, 'a function'],
])('mounting anything but a tool server says what it is: %s', (mounted, words) => {
  expect(() => expectHostedServer(mounted)).toThrow(`and this is ${words}`);
});
