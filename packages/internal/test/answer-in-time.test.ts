import { expect, it } from 'vitest';
import { answerInTime } from '../src/index.ts';

it('hands an answer on, and a failure', async () => {
  expect(await answerInTime(Promise.resolve(1), 60_000, 'Redis')).toBe(1);
  await expect(answerInTime(Promise.reject(new Error('full')), 60_000, 'Redis')).rejects.toThrow('full');
});

it('says who has not answered', async () => {
  await expect(answerInTime(new Promise(() => undefined), 5, 'Redis')).rejects.toThrow(
    'Redis has not answered within 5 milliseconds.',
  );
});
