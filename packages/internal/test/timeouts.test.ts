import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { noResponseError, rejectAfterTimeout, untilAborted } from '../src/index.ts';

const silence = noResponseError('Redis', 200);

it('passes on a result, and a failure', async () => {
  expect(await rejectAfterTimeout(Promise.resolve(1), 60_000, silence)).toBe(1);
  await expect(rejectAfterTimeout(Promise.reject(new Error('full')), 60_000, silence)).rejects.toThrow('full');
});

it('names all operations that timed out, when the last attempt has less time', async () => {
  await expect(rejectAfterTimeout(new Promise(() => undefined), 5, silence)).rejects.toThrow(
    'Redis has not responded within 200 milliseconds.',
  );
});

it('leaves no listener on a signal that outlives the work', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(signal, () => Promise.resolve(1))).toBe(1);
  await expect(untilAborted(signal, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
