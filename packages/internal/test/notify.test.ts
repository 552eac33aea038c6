import process from 'node:process';
import { expect, test, vi } from 'vitest';
import { callListener } from '../src/index.ts';

test('a listener gets each notification', () => {
  const listener = vi.fn();
  callListener(listener, 'error', 7);
  expect(listener.mock.calls).toEqual([['error', 7]]);
});

test('a listener is optional', () => {
  expect(() => callListener(undefined, 'error')).not.toThrow();
});

test.each([
  [
    'at once',
    () => {
      throw new Error('The log is gone');
    },
  ],
  ['later', () => Promise.reject(new Error('The log is gone'))],
])('a listener that fails %s affects no other listener', async (_when, listener: () => unknown) => {
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', note);
  try {
    expect(() => callListener(listener)).not.toThrow();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', note);
  }
  expect(rejections).toEqual([]);
});
