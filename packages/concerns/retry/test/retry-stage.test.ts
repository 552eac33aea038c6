import { type Call, type Outcome, pipeline, type Stage, type Tool } from '@toolwire/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRetryBudget } from '../src/index.ts';
import { retry } from '../src/retry-stage.ts';
import { busy, callOf, done, untouchable } from './calls.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The rest of the pipeline: answers with each outcome in turn, and then with the last. */
function answering(...outcomes: readonly Outcome[]) {
  let index = -1;
  return vi.fn((): Outcome | Promise<Outcome> => {
    index = Math.min(index + 1, outcomes.length - 1);
    return outcomes[index] ?? done;
  });
}

const failed = (failure: Partial<Extract<Outcome, { kind: 'failed' }>['failure']>): Outcome => ({
  kind: 'failed',
  failure: { message: 'No', ...failure },
});

describe('the retry middleware', () => {
  it.each([{ idempotent: true }, { readOnly: true }])(
    'reruns an idempotent or read-only tool: %o',
    async (annotations) => {
      const next = answering(busy, done);
      const outcome = retry()(callOf(annotations), next);
      await vi.advanceTimersByTimeAsync(99);
      expect(next).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);

      expect(await outcome).toBe(done);
      expect(next).toHaveBeenCalledTimes(2);
    },
  );

  it.each([undefined, {}, { idempotent: false, readOnly: false }, { destructive: true }])(
    'runs any other tool once: %o',
    (annotations) => {
      const next = answering(busy);
      expect(retry()(callOf(annotations, untouchable), next)).toBe(busy);
      expect(next).toHaveBeenCalledTimes(1);
    },
  );

  it('returns an immediate outcome synchronously, without a promise, timer or signal', () => {
    expect(retry()(callOf({ readOnly: true }, untouchable), () => done)).toBe(done);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reads no signal when it does not wait', async () => {
    expect(await retry()(callOf({ readOnly: true }, untouchable), () => Promise.resolve(done))).toBe(done);
  });

  it.each([
    ['no hint, which means no', failed({})],
    ['something for the model to read', failed({ canRetry: true, additionalPromptContent: 'ids: doorbell42' })],
    [
      'a refusal of a stage further in',
      { kind: 'refused', code: 'overloaded', message: 'Full', retryAfterMs: 1 } as const,
    ],
    ['input that does not fit', { kind: 'invalid', message: 'Wrong', parameterErrors: {} } as const],
    ['a task', { kind: 'deferred', task: { id: '1', pollAfterMs: 5 } } as const],
  ])('returns unchanged: %s', async (_what, outcome) => {
    const next = answering(outcome);
    expect(await retry()(callOf({ idempotent: true }), next)).toBe(outcome);
    expect(next).toHaveBeenCalledTimes(1);
  });

  it('returns the last failure after the last attempt', async () => {
    const last = failed({ canRetry: true, retryAfterMs: 7 });
    const next = answering(busy, busy, last);
    const outcome = retry()(callOf({ idempotent: true }), next);
    await vi.runAllTimersAsync();

    expect(await outcome).toBe(last);
    expect(next).toHaveBeenCalledTimes(3);
  });

  it('leaves long delays to the caller', async () => {
    const later = failed({ canRetry: true, retryAfterMs: 10_000 });
    const next = answering(later);
    expect(await retry()(callOf({ idempotent: true }), next)).toBe(later);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns at once when the caller leaves during the delay, and runs nothing more', async () => {
    const caller = new AbortController();
    const next = answering(busy);
    const outcome = retry()(callOf({ idempotent: true }, caller), next);
    await vi.advanceTimersByTimeAsync(50);
    caller.abort();

    expect(await outcome).toBe(busy);
    await vi.runAllTimersAsync();
    expect(next).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shares one budget among all calls', async () => {
    const stage = retry({ budget: createRetryBudget({ max: 1 }) });
    const next = answering(busy);
    const outcomes = Promise.all([1, 2, 3].map(async () => stage(callOf({ idempotent: true }), next)));
    await vi.runAllTimersAsync();

    expect(await outcomes).toEqual([busy, busy, busy]);
    expect(next).toHaveBeenCalledTimes(4);
  });

  it('grows the budget for synchronous calls, too', async () => {
    const stage = retry({ budget: createRetryBudget({ max: 1 }) });
    for (const outcomes of [[busy, done], [done], [done], [done], [done], [busy, done]]) {
      const outcome = stage(callOf({ idempotent: true }), answering(...outcomes));
      await vi.runAllTimersAsync();
      expect(await outcome).toBe(done);
    }
  });

  it('passes a thrown error on, which is a bug that must be reported', async () => {
    const stage = retry();
    const call = callOf({ idempotent: true });
    expect(() =>
      stage(call, () => {
        throw new Error('a bug');
      }),
    ).toThrow('a bug');
    await expect(stage(call, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  });

  it('wraps the run in a pipeline', async () => {
    const addTool: Stage<Call, { tool: Tool }> = (_call, next) => next({ tool: callOf({ readOnly: true }).tool });
    let runs = 0;
    const handle = pipeline()
      .use(addTool)
      .use(retry())
      .handle(() => {
        runs += 1;
        return runs === 1 ? busy : done;
      });
    const outcome = handle(callOf(undefined));
    await vi.runAllTimersAsync();

    expect(await outcome).toBe(done);
    expect(runs).toBe(2);
  });

  it('rejects an invalid policy at startup', () => {
    expect(() => retry({ maxAttempts: 0 })).toThrow('maxAttempts must be a whole number of 1 or more, got 0.');
  });

  it('does not compile before the middleware that resolves the tool', () => {
    // @ts-expect-error no stage has added a tool
    pipeline().use(retry());
  });
});
