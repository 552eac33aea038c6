import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout } from '../src/index.ts';

const never = new Promise<never>(() => {});
const unhandled = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  process.on('unhandledRejection', unhandled);
});

afterEach(() => {
  vi.useRealTimers();
  process.off('unhandledRejection', unhandled);
  unhandled.mockReset();
});

describe('withTimeout', () => {
  it('returns the result of the work, immediately or later, and leaves no timer and no listener', async () => {
    const { signal } = new AbortController();
    const later = withTimeout(() => new Promise((resolve) => setTimeout(resolve, 50, 'later')), { ms: 100, signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(50);

    await expect(later).resolves.toBe('later');
    await expect(withTimeout(() => 'now', { ms: 100, signal })).resolves.toBe('now');
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('rejects with a TimeoutError after the timeout, which is also the abort reason of the signal', async () => {
    let seen: AbortSignal | undefined;
    const late = withTimeout(
      (signal) => {
        seen = signal;
        return never;
      },
      { ms: 1_500 },
    ).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_499);
    expect(seen?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);

    const error = await late;
    expect(error).toMatchObject({ name: 'TimeoutError', message: 'Timed out after 1.5 seconds.' });
    expect(seen?.reason).toBe(error);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['resolves', 'rejects'])('ignores work that %s after the timeout', async (how) => {
    const work = new Promise((resolve, reject) =>
      setTimeout(how === 'rejects' ? reject : resolve, 20, new Error('late')),
    );
    const late = withTimeout(() => work, { ms: 10 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30);
    vi.useRealTimers();
    await new Promise((turn) => setTimeout(turn, 5));

    expect(await late).toMatchObject({ name: 'TimeoutError' });
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('rejects with its own error when the work fails because of the abort', async () => {
    const work = (signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const late = withTimeout(work, { ms: 10 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);

    expect(await late).toMatchObject({ name: 'TimeoutError' });
  });

  it('rejects with what the work throws or rejects, and leaves nothing behind', async () => {
    const { signal } = new AbortController();
    const thrown = withTimeout(
      () => {
        throw new Error('thrown');
      },
      { ms: 10, signal },
    );
    const rejected = withTimeout(() => Promise.reject(new Error('rejected')), { ms: 10, signal });

    await expect(thrown).rejects.toThrow('thrown');
    await expect(rejected).rejects.toThrow('rejected');
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('ends early, with the reason, when the given signal aborts', async () => {
    const outer = new AbortController();
    let seen: AbortSignal | undefined;
    const ended = withTimeout(
      (signal) => {
        seen = signal;
        return never;
      },
      { ms: 10, signal: outer.signal },
    );
    outer.abort('caller gone');

    await expect(ended).rejects.toBe('caller gone');
    expect(seen?.reason).toBe('caller gone');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not start work for a signal that has aborted, and stops when the work itself aborts it', async () => {
    const run = vi.fn();
    await expect(withTimeout(run, { ms: 10, signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(run).not.toHaveBeenCalled();

    const outer = new AbortController();
    const ended = withTimeout(
      () => {
        outer.abort('by the work');
        return never;
      },
      { ms: 10, signal: outer.signal },
    );
    await expect(ended).rejects.toBe('by the work');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([2 ** 31, Number.POSITIVE_INFINITY])(
    'never times out with a duration above the timer limit: %s',
    async (ms) => {
      const done = withTimeout(() => new Promise((resolve) => setTimeout(resolve, 5, 'done')), { ms });
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(5);

      await expect(done).resolves.toBe('done');
    },
  );

  it.each([0, -1, Number.NaN, '10'])('rejects a timeout of %s', async (ms) => {
    await expect(withTimeout(() => 1, { ms: ms as number })).rejects.toThrow(
      `ms must be a number of milliseconds above 0, or Infinity for no limit, got ${typeof ms === 'string' ? `'${ms}'` : ms}.`,
    );
  });
});
