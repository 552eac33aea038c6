import { expect, it } from 'vitest';
import { noResponseError, rejectAfterTimeout } from '../src/index.ts';

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
