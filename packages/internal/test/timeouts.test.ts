import { expect, it } from 'vitest';
import { noResponseError, rejectAfterTimeout } from '../src/index.ts';

const silence = noResponseError('Redis', 200);

it('hands an answer on, and a failure', async () => {
  expect(await rejectAfterTimeout(Promise.resolve(1), 60_000, silence)).toBe(1);
  await expect(rejectAfterTimeout(Promise.reject(new Error('full')), 60_000, silence)).rejects.toThrow('full');
});

it('says who has not answered in all the time it had, when the last try is given less', async () => {
  await expect(rejectAfterTimeout(new Promise(() => undefined), 5, silence)).rejects.toThrow(
    'Redis has not answered within 200 milliseconds.',
  );
});
