import { expect, test } from 'vitest';
import { closeAfterLast } from '../src/close-after-last.ts';

test('rejects with the failure before the close, when the close fails too', async () => {
  const steps: string[] = [];
  const fail = (step: string) => () => {
    steps.push(step);
    return Promise.reject(new Error(step));
  };
  const use = closeAfterLast(fail('close'))();
  await expect(use.end(fail('before'))).rejects.toThrow('before');
  expect(steps).toEqual(['before', 'close']);
});
