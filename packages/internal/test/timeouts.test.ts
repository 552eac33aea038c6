import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noResponseError, rejectAfterTimeout, retryUntilTimeout, untilAborted } from '../src/index.ts';

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

const timeoutMs = 1_000;

/** Rejects at the timeout, because the result of its operation is late. */
async function rejectBeforeResult(onLateResult: (result: string) => void): Promise<void> {
  const sent = retryUntilTimeout({
    send: () => new Promise<string>((resolve) => setTimeout(resolve, 2 * timeoutMs, 'late')),
    isTransient: () => true,
    timeoutMs,
    noResponse: () => new Error('no response'),
    onLateResult,
  });
  const [settled] = await Promise.allSettled([sent, vi.advanceTimersByTimeAsync(3 * timeoutMs)]);
  expect(settled).toMatchObject({ status: 'rejected', reason: { message: 'no response' } });
}

describe('a result that arrives after the timeout', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is passed to onLateResult', async () => {
    const onLateResult = vi.fn();
    await rejectBeforeResult(onLateResult);
    expect(onLateResult.mock.calls).toEqual([['late']]);
  });

  it('causes no unhandled rejection if onLateResult throws', async () => {
    const onUnhandled = vi.fn();
    process.once('unhandledRejection', onUnhandled);
    await rejectBeforeResult(() => {
      throw new Error('malformed');
    });
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', onUnhandled);
    expect(onUnhandled).not.toHaveBeenCalled();
  });
});
