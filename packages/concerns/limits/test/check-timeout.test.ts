import type { Call, Outcome, Stage, Tool } from '@toolwire/core';
import { deferred, settlePromises } from '@toolwire/internal/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkTimeout, createInterruption } from '../src/limits-stage.ts';
import { callFor, done } from './calls.ts';

type CheckStage = Stage<Call & { readonly tool: Tool }, { readonly checked: boolean }>;

const never = new Promise<never>(() => undefined);

function waitingFor(check: Promise<unknown>): CheckStage {
  return async (_call, next) => {
    await check;
    return next({ checked: true });
  };
}

describe('a check with a timeout (CASE-16)', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const limited = (stage: CheckStage, onTimeout?: () => void) => {
    const interruption = createInterruption();
    const next = vi.fn((): Outcome | Promise<Outcome> => done);
    const run = (tool: Partial<Tool> = {}, more: Partial<Call> = {}) =>
      checkTimeout(stage, { defaultMs: 10, interruption, onTimeout })({ ...callFor(tool), ...more }, next);
    return { run, next, interrupt: interruption.interrupt };
  };

  it('returns an immediate outcome unchanged', () => {
    const passing = limited((_call, next) => next({ checked: true }));
    expect(passing.run()).toBe(done);
    expect(passing.next).toHaveBeenCalledExactlyOnceWith({ checked: true });
    const refusal: Outcome = { kind: 'invalid', message: 'No.', parameterErrors: {} };
    expect(limited(() => refusal).run()).toBe(refusal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not affect the timeout of the tool', async () => {
    const running = deferred<Outcome>();
    for (const stage of [waitingFor(Promise.resolve()), ((_call, next) => next({ checked: true })) as CheckStage]) {
      const { run, next, interrupt } = limited(stage);
      next.mockReturnValue(running.promise);
      const outcome = run();
      await settlePromises();
      expect(vi.getTimerCount()).toBe(0);
      interrupt();
      await vi.advanceTimersByTimeAsync(100);
      running.resolve(done);
      expect(await outcome).toBe(done);
    }
  });

  it.each([
    ['the default', 10, {}, {}],
    ["the tool's", 5, { timeoutMs: 5 }, { timeLimitMs: 7 }],
    ["the call's", 7, {}, { timeLimitMs: 7 }],
  ])('is refused as unavailable after its timeout: %s', async (_whose, ms, tool, call) => {
    const onTimeout = vi.fn();
    const check = deferred<undefined>();
    const { run, next } = limited(waitingFor(check.promise), onTimeout);
    const ended = vi.fn();
    const outcome = Promise.resolve(run(tool, call)).finally(ended);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({
      kind: 'refused',
      code: 'unavailable',
      message: `The call could not be checked within ${ms} milliseconds. The tool did not run; try again in 1 second.`,
      retryAfterMs: 1000,
      tool: { id: 'Conf.Sleep' },
    });
    expect(onTimeout).toHaveBeenCalledOnce();
    // A later result doesn't run the tool.
    check.resolve(undefined);
    await settlePromises();
    expect(next).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits without a limit if no timeout is set', async () => {
    const { run } = limited(waitingFor(never));
    void run({ timeoutMs: Number.POSITIVE_INFINITY });
    await settlePromises();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is ended by an interruption, also by an earlier one', async () => {
    const { run, next, interrupt } = limited(waitingFor(never));
    const [one, other] = [run(), run()];
    interrupt();
    for (const outcome of [one, other, run()]) {
      expect(await outcome).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('stopped') as string,
      });
    }
    expect(next).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes its error on, and leaves nothing behind', async () => {
    const { run } = limited(waitingFor(Promise.reject(new Error('The database is gone'))));
    await expect(run()).rejects.toThrow('The database is gone');
    expect(vi.getTimerCount()).toBe(0);
    // A failure after the limit has no effect either.
    const check = deferred<undefined>();
    const late = limited(waitingFor(check.promise)).run();
    await vi.advanceTimersByTimeAsync(10);
    check.reject(new Error('The database is gone'));
    expect(await late).toMatchObject({ code: 'unavailable' });
  });

  it('rejects when logging fails, and runs nothing', async () => {
    const check = deferred<undefined>();
    const { run, next } = limited(waitingFor(check.promise), () => {
      throw new Error('The log is gone');
    });
    const ended = Promise.resolve(run()).catch(String);
    await vi.advanceTimersByTimeAsync(10);
    expect(await ended).toBe('Error: The log is gone');
    check.resolve(undefined);
    await settlePromises();
    expect(next).not.toHaveBeenCalled();
  });
});
