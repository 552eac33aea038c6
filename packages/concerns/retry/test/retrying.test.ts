import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RetryHints } from '../src/decide-retry.ts';
import { createRetryBudget, retrying, wait } from '../src/index.ts';
import type { PlannedRetry } from '../src/retrying.ts';

/** As `@toolwire/errors` marks what its errors say. */
function toolError(hints: RetryHints): Error {
  return Object.assign(new Error('No'), { [Symbol.for('toolwire.tool-error')]: true, ...hints });
}

/** As `@toolwire/limits` marks that it has turned work away. */
function limitError(retryAfterMs: number): Error {
  return Object.assign(new Error('Full'), { [Symbol.for('toolwire.limit-error')]: true, retryAfterMs });
}

/** Work that rejects with each error in turn, and then succeeds. */
function failing(...errors: readonly unknown[]) {
  const left = [...errors];
  return vi.fn(async ({ attempt }: { readonly attempt: number }) => {
    if (left.length > 0) throw left.shift();
    return `done at ${attempt}`;
  });
}

describe('retrying', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('runs the work once when it succeeds, immediately or later', async () => {
    const run = failing();
    expect(await retrying(run)).toBe('done at 1');
    expect(await retrying(() => 'at once')).toBe('at once');
    expect(run).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('makes no attempt after one that ended a fraction of a millisecond before the deadline', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(999.5);
    const run = failing(new Error('first'));
    await expect(retrying(run, { deadlineMs: 1_000 })).rejects.toThrow('first');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('retries after a backoff, and reports it', async () => {
    const retries: PlannedRetry<string>[] = [];
    const run = failing(new Error('first'), new Error('second'));
    const answer = retrying(run, { onRetry: (retry) => void retries.push(retry) });
    await vi.advanceTimersByTimeAsync(249);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(500);

    expect(await answer).toBe('done at 3');
    expect(retries).toMatchObject([
      { attempt: 1, afterMs: 250, settled: { ok: false, error: { message: 'first' } } },
      { attempt: 2, afterMs: 500, settled: { ok: false, error: { message: 'second' } } },
    ]);
  });

  it('rejects with the last error after the last attempt, even if the work throws synchronously', async () => {
    const run = vi.fn(() => {
      throw new Error(`failure ${run.mock.calls.length}`);
    });
    const answer = retrying(run, { maxAttempts: 2 }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await answer).toMatchObject({ message: 'failure 2' });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['a tool error that says nothing', toolError({}), 1],
    ['a tool error for the model to read', toolError({ canRetry: true, additionalPromptContent: 'ids: 1' }), 1],
    ['a tool error that can be retried', toolError({ canRetry: true, retryAfterMs: 20 }), 2],
    ['a limit', limitError(20), 2],
    ['what was aborted', new DOMException('gone', 'AbortError'), 1],
    ['what took too long', new DOMException('late', 'TimeoutError'), 2],
    ['a text', 'boom', 2],
    ['nothing', undefined, 2],
  ])('decides by the thrown value: %s', async (_what, thrown, times) => {
    const run = failing(thrown);
    const answer = retrying(run).catch(() => 'failed');
    await vi.runAllTimersAsync();
    expect(await answer).toBe(times === 2 ? 'done at 2' : 'failed');
    expect(run).toHaveBeenCalledTimes(times);
  });

  it('waits for the delay of a limit error', async () => {
    const run = failing(limitError(1_234));
    void retrying(run);
    await vi.advanceTimersByTimeAsync(1_233);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('retries results too, with a function that classifies them', async () => {
    const statuses = [503, 503, 200];
    const answer = retrying(() => statuses.shift() ?? 500, {
      outcomeOf: (settled) =>
        settled.ok && settled.value === 503
          ? { kind: 'refused', code: 'unavailable', retryAfterMs: 10 }
          : { kind: 'value' },
    });
    await vi.runAllTimersAsync();
    expect(await answer).toBe(200);
  });

  it('returns the current result when no attempt is left', async () => {
    const answer = retrying(() => 503, { outcomeOf: () => ({ kind: 'refused', code: 'unavailable' }) });
    await vi.runAllTimersAsync();
    expect(await answer).toBe(503);
  });

  it('stops at once, without waiting, when a delay would exceed the deadline', async () => {
    const error = toolError({ canRetry: true, retryAfterMs: 5_000 });
    await expect(retrying(failing(error), { deadlineMs: 5_000 })).rejects.toBe(error);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts the time of attempts towards the deadline', async () => {
    const run = vi.fn(async () => {
      await wait(600);
      throw new Error('slow');
    });
    const answer = retrying(run, { deadlineMs: 1_000, maxAttempts: 10 }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await answer).toMatchObject({ message: 'slow' });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('starts nothing with an aborted signal', async () => {
    const run = failing();
    await expect(retrying(run, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(run).not.toHaveBeenCalled();
  });

  it('passes the signal to each attempt, and does not retry after an abort', async () => {
    const caller = new AbortController();
    const run = vi.fn(async ({ signal }: { readonly signal: AbortSignal | undefined }) => {
      caller.abort('gone');
      throw new Error(`aborted: ${signal?.aborted}`);
    });
    const onRetry = vi.fn();
    await expect(retrying(run, { signal: caller.signal, onRetry })).rejects.toBe('gone');
    expect(run).toHaveBeenCalledTimes(1);
    expect(onRetry).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer behind when an abort ends the wait', async () => {
    const caller = new AbortController();
    const answer = retrying(failing('once'), { signal: caller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    expect(vi.getTimerCount()).toBe(1);
    caller.abort('gone');
    expect(await answer).toBe('gone');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns a result that arrived despite an abort', async () => {
    const caller = new AbortController();
    const run = async () => {
      caller.abort('gone');
      return 'done';
    };
    expect(await retrying(run, { signal: caller.signal })).toBe('done');
  });

  it.each(['outcomeOf', 'onRetry'])(
    'rejects a value of %s that is not a function, and starts nothing',
    async (name) => {
      const run = vi.fn<() => number>();
      await expect(retrying(run, { [name]: true })).rejects.toThrow(`${name} must be a function`);
      expect(run).not.toHaveBeenCalled();
    },
  );

  it('leaves no listener on the signal', async () => {
    const caller = new AbortController();
    const answer = retrying(failing('once', 'twice'), { signal: caller.signal });
    await vi.runAllTimersAsync();
    await answer;
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });
});

describe('an abort during the wait', () => {
  it('rejects immediately, starts no attempt, and leaves no timer or listener', async () => {
    const caller = new AbortController();
    const run = failing(toolError({ canRetry: true, retryAfterMs: 30_000 }));
    const ended = vi.fn();
    retrying(run, { signal: caller.signal }).catch(ended);
    await wait(30);
    caller.abort('gone');

    await nextTurn();
    expect(ended).toHaveBeenCalledWith('gone');
    await wait(30);
    expect(run).toHaveBeenCalledTimes(1);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it('rejects a delay that starts after it', async () => {
    await expect(wait(1_000, AbortSignal.abort('gone'))).rejects.toBe('gone');
  });

  it('has no effect after the delay', async () => {
    const caller = new AbortController();
    await wait(1, caller.signal);
    caller.abort();
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it.each([-1, Number.NaN, 2 ** 31])('a delay of %s ms is rejected', (ms) => {
    expect(() => wait(ms)).toThrow(`ms must be a number of milliseconds from 0`);
  });
});

describe('a retry budget', () => {
  it('allows its savings, and then a share of the calls', () => {
    const budget = createRetryBudget({ max: 2 });
    expect([budget.withdraw(), budget.withdraw(), budget.withdraw()]).toEqual([true, true, false]);
    for (let call = 1; call <= 4; call += 1) budget.deposit();
    expect(budget.withdraw()).toBe(false);
    budget.deposit();
    expect(budget.withdraw()).toBe(true);
  });

  it('is shared: calls cannot use the same retry', async () => {
    const budget = createRetryBudget({ max: 1 });
    const options = { budget, baseMs: 0 };
    expect(await retrying(failing('once'), options)).toBe('done at 2');
    await expect(retrying(failing('once'), options)).rejects.toBe('once');
  });

  it('grows with every call', async () => {
    const options = { budget: createRetryBudget({ max: 1 }), baseMs: 0 };
    expect(await retrying(failing('once'), options)).toBe('done at 2');
    for (let call = 1; call <= 4; call += 1) await retrying(() => 'done', options);
    expect(await retrying(failing('fifth'), options)).toBe('done at 2');
  });

  it('never allows more retries than its savings and its share of the calls', () => {
    const steps = fc.array(fc.boolean(), { maxLength: 500 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (taken, max) => {
        const budget = createRetryBudget({ max });
        let calls = 0;
        let retries = 0;
        for (const isRetry of taken) {
          if (isRetry) retries += budget.withdraw() ? 1 : 0;
          else {
            budget.deposit();
            calls += 1;
          }
        }
        expect(retries).toBeLessThanOrEqual(max + calls / 5 + 1e-6);
      }),
    );
  });

  it('rejects an invalid amount', () => {
    expect(() => createRetryBudget({ max: 0 })).toThrow('max must be a whole number of 1 or more, got 0.');
  });
});
