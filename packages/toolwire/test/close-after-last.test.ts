import { expect, test, vi } from 'vitest';
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

test('closes also if the step before the close throws instead of rejecting', async () => {
  const close = vi.fn(() => Promise.resolve());
  const use = closeAfterLast(close)();
  const fail = (): never => {
    throw new Error('before');
  };
  await expect(use.end(fail)).rejects.toThrow('before');
  expect(close).toHaveBeenCalledOnce();
});
