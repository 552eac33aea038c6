import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryUntilTimeout } from '../src/index.ts';

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
