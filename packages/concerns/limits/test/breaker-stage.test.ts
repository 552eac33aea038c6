import {
  type Call,
  type FailedOutcome,
  type MaybePromise,
  type Outcome,
  pipeline,
  type Stage,
  type Tool,
} from '@toolwire/core';
import { deferred, settlePromises } from '@toolwire/internal/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { breaker, timeout } from '../src/limits-stage.ts';
import { callFor, calmTool, done, untouchable } from './calls.ts';

// Like the result of invoke for a thrown error that is not a ToolError.
const unexpected: Outcome = {
  kind: 'failed',
  reason: 'unexpected',
  failure: { message: 'The tool failed unexpectedly.' },
  durationMs: 1,
};
const inOwnWords: Outcome = { kind: 'failed', failure: { message: 'There is no such city.' } };

const fail = () => unexpected;
const succeed = () => done;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the breaker middleware', () => {
  it('returns an immediate outcome synchronously, without a promise, timer or signal', () => {
    expect(breaker()(callFor({}, untouchable), succeed)).toBe(done);
    expect(breaker()(callFor({}, untouchable), () => inOwnWords)).toBe(inOwnWords);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('refuses a tool as unavailable after several failures in a row, without data of the caller', async () => {
    const stage = breaker({ failureThreshold: 2, openMs: 10_000 });
    const [call, run] = [callFor(), vi.fn<() => Outcome>(fail)];
    expect(stage(call, run)).toBe(unexpected);
    expect(stage(call, run)).toBe(unexpected);
    await vi.advanceTimersByTimeAsync(2_500);

    expect(stage(call, run)).toStrictEqual({
      kind: 'refused',
      code: 'unavailable',
      message: "Tool 'Conf_Sleep' keeps failing, so it is paused. The tool did not run; try again in 8 seconds.",
      retryAfterMs: 7_500,
      tool: call.tool,
    });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('admits one probe after the pause, and uses its result', async () => {
    const stage = breaker({ failureThreshold: 1, openMs: 1_000 });
    void stage(callFor(), fail);
    await vi.advanceTimersByTimeAsync(1_000);
    const probe = deferred<Outcome>();
    const probed = stage(callFor(), () => probe.promise);
    expect(stage(callFor(), succeed)).toMatchObject({ code: 'unavailable' });
    probe.resolve(done);
    expect(await probed).toBe(done);

    expect(stage(callFor(), succeed)).toBe(done);
  });

  it('has a breaker for each version of each tool', () => {
    const stage = breaker({ failureThreshold: 1 });
    void stage(callFor({ version: '2.0.0' }), fail);

    expect(stage(callFor({ version: '2.0.0' }), succeed)).toMatchObject({ code: 'unavailable' });
    expect(stage(callFor({ version: '1.0.0' }), succeed)).toBe(done);
    expect(stage(callFor({ id: 'Conf.Other', version: '2.0.0' }), succeed)).toBe(done);
  });

  describe('per caller', () => {
    const as = (id: string | undefined, tool?: Parameters<typeof callFor>[0]): ReturnType<typeof callFor> => ({
      ...callFor(tool),
      principal: id === undefined ? undefined : { id },
    });

    it('is open for a caller whose calls fail, and closed for other callers', () => {
      const stage = breaker({ failureThreshold: 2 });
      for (let count = 0; count < 50; count += 1) void stage(as('mallory'), fail);

      expect(stage(as('mallory'), succeed)).toMatchObject({ kind: 'refused', code: 'unavailable' });
      for (const other of ['ada', undefined]) expect(stage(as(other), succeed)).toBe(done);
      expect(stage(as('mallory'), succeed)).toMatchObject({ kind: 'refused', code: 'unavailable' });
    });

    it('distinguishes callers with the same ID by issuer and client', () => {
      const stage = breaker({ failureThreshold: 2 });
      const principals = [
        { id: 'ada', issuer: 'x' },
        { id: 'ada', issuer: 'y' },
        { id: 'ada', via: { id: 'app' } },
      ];
      const [mallory, ...others] = principals.map((principal) => ({ ...callFor(), principal }));
      for (let count = 0; count < 2; count += 1) void stage(mallory ?? callFor(), fail);

      for (const other of others) expect(stage(other, succeed)).toBe(done);
    });

    it('opens for all callers after the tool has failed for several callers in a row', () => {
      const stage = breaker({ failureThreshold: 3 });
      for (const id of ['ada', 'ada', 'grace']) void stage(as(id), fail);
      expect(stage(as('linus'), () => unexpected)).toBe(unexpected);

      expect(stage(as('new'), succeed)).toMatchObject({ kind: 'refused', code: 'unavailable' });
    });

    it('resets the count for all callers after a success', () => {
      const stage = breaker({ failureThreshold: 3 });
      for (const id of ['ada', 'grace']) void stage(as(id), fail);
      void stage(as('linus'), succeed);
      for (const id of ['ada', 'grace']) void stage(as(id), fail);

      expect(stage(as('new'), succeed)).toBe(done);
    });

    it('probes for each caller separately, and closes on success', async () => {
      const stage = breaker({ failureThreshold: 1, openMs: 1_000 });
      void stage(as('ada'), fail);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(stage(as('ada'), succeed)).toBe(done);
      void stage(as('ada'), fail);

      expect(stage(as('ada'), succeed)).toMatchObject({ code: 'unavailable' });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(stage(as('ada'), succeed)).toBe(done);
    });

    it('stores a thousand callers with failures, and drops the oldest', () => {
      const stage = breaker({ failureThreshold: 2 });
      const failFor = (caller: number): void => {
        void stage(as(`${caller}`), fail);
        // Otherwise it would soon be open for all callers.
        void stage(as('somebody'), succeed);
      };
      for (let caller = 0; caller <= 1_000; caller += 1) failFor(caller);
      for (const caller of [0, 1_000]) failFor(caller);

      expect(stage(as('0'), succeed)).toBe(done);
      expect(stage(as('1000'), succeed)).toMatchObject({ code: 'unavailable' });
    });
  });

  it('counts unexpected failures, at once or later', async () => {
    const stage = breaker({ failureThreshold: 2 });
    void stage(callFor(), fail);
    await stage(callFor(), async () => unexpected);

    expect(stage(callFor(), succeed)).toMatchObject({ kind: 'refused' });
  });

  it('counts calls that the timeout has ended', async () => {
    const addTool: Stage<Call, { tool: Tool }> = (_call, next) => next({ tool: calmTool });
    const handle = pipeline()
      .use(addTool)
      .use(breaker({ failureThreshold: 1 }))
      .use(timeout({ defaultMs: 50 }))
      .handle(() => new Promise(() => {}));
    const first = handle(callFor());
    await vi.advanceTimersByTimeAsync(50);
    expect(await first).toMatchObject({ kind: 'failed' });

    expect(await handle(callFor())).toMatchObject({ code: 'unavailable' });
  });

  it.each<[string, Outcome]>([
    ['a value', done],
    ['a failure in the words of its author', inOwnWords],
    ['a failure that its author says may pass', { kind: 'failed', failure: { message: 'Busy.', canRetry: true } }],
    ['a task that goes on', { kind: 'deferred', task: { id: 't', pollAfterMs: 1 } }],
  ])('counts %s as a success of the tool', (_what, outcome) => {
    const stage = breaker({ failureThreshold: 2 });
    for (const end of [unexpected, outcome, unexpected]) void stage(callFor(), () => end);

    expect(stage(callFor(), succeed)).toBe(done);
  });

  it.each<[string, Outcome]>([
    ['an input that does not fit', { kind: 'invalid', message: 'No.', parameterErrors: {} }],
    ['a refusal of a later stage', { kind: 'refused', code: 'overloaded', message: 'Full.' }],
  ])('ignores %s, because the tool did not run', (_what, outcome) => {
    const stage = breaker({ failureThreshold: 2 });
    for (const end of [unexpected, outcome, unexpected]) void stage(callFor(), () => end);

    expect(stage(callFor(), succeed)).toMatchObject({ kind: 'refused' });
  });

  it('ignores a failure after the caller has left, because the abort may have caused it', async () => {
    const stage = breaker({ failureThreshold: 1 });
    const [caller, work] = [new AbortController(), deferred<Outcome>()];
    const outcome = stage(callFor({}, caller), () => work.promise);
    caller.abort();
    work.resolve(unexpected);
    expect(await outcome).toBe(unexpected);

    expect(stage(callFor(), succeed)).toBe(done);
  });

  it('uses a custom isFailure', () => {
    const isFailure = (outcome: Outcome): boolean => outcome.kind === 'failed' && outcome.failure.canRetry === true;
    const stage = breaker({ failureThreshold: 1, isFailure });
    const mayPass: FailedOutcome = { kind: 'failed', failure: { message: 'Busy.', canRetry: true } };
    expect(stage(callFor(), fail)).toBe(unexpected);
    expect(stage(callFor(), () => mayPass)).toBe(mayPass);

    expect(stage(callFor(), succeed)).toMatchObject({ kind: 'refused' });
  });

  it.each<[string, () => MaybePromise<Outcome>]>([
    [
      'throws',
      () => {
        throw new Error('a bug');
      },
    ],
    ['rejects', () => Promise.reject(new Error('a bug'))],
  ])('does not lose a probe when the rest of the pipeline %s', async (_how, rest) => {
    const stage = breaker({ failureThreshold: 1, openMs: 1_000 });
    void stage(callFor(), fail);
    await vi.advanceTimersByTimeAsync(1_000);
    const probe = async (): Promise<Outcome> => stage(callFor(), rest);
    await expect(probe()).rejects.toThrow('a bug');

    expect(stage(callFor(), succeed)).toBe(done);
  });

  it('does not lose a probe when isFailure throws', async () => {
    const judge = vi.fn<(outcome: Outcome) => boolean>(() => true);
    const stage = breaker({ failureThreshold: 1, openMs: 1_000, isFailure: judge });
    void stage(callFor(), fail);
    await vi.advanceTimersByTimeAsync(1_000);
    judge.mockImplementationOnce(() => {
      throw new Error('a bug of the judge');
    });
    expect(() => stage(callFor(), fail)).toThrow('a bug of the judge');
    judge.mockReturnValue(false);

    expect(stage(callFor(), succeed)).toBe(done);
    await settlePromises();
  });

  it('rejects invalid options at startup', () => {
    expect(() => breaker({ failureThreshold: 0 })).toThrow('failureThreshold must be');
    expect(() => breaker({ isFailure: true as never })).toThrow('isFailure must be a function');
  });

  it('does not compile before the middleware that resolves the tool', () => {
    // @ts-expect-error no stage has added a tool
    pipeline().use(breaker());
  });
});
