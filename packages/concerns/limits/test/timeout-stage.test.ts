import { getEventListeners, setMaxListeners } from 'node:events';
import { type Call, type Lifetime, type Outcome, pipeline, type Stage, type Tool } from '@toolwire/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeout } from '../src/limits-stage.ts';
import { callFor, calmTool, done, type ToolCall, untouchable } from './calls.ts';

const never = new Promise<never>(() => {});
const unhandled = vi.fn();

function sleep<T>(ms: number, value?: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value));
}

beforeEach(() => {
  vi.useFakeTimers();
  process.on('unhandledRejection', unhandled);
});

afterEach(() => {
  vi.useRealTimers();
  process.off('unhandledRejection', unhandled);
  unhandled.mockReset();
});

describe('the timeout middleware (CASE-16)', () => {
  it('returns an immediate outcome synchronously, without a timer or signal', () => {
    expect(timeout({ defaultMs: 10 })(callFor({}, untouchable), () => done)).toBe(done);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns an outcome in time, and clears its timer', async () => {
    const outcome = timeout({ defaultMs: 10 })(callFor({}), () => sleep(9, done));
    await vi.advanceTimersByTimeAsync(9);

    expect(await outcome).toBe(done);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns failed after the limit, with the duration', async () => {
    const call = callFor({});
    const outcome = timeout({ defaultMs: 30_000 })(call, () => never);
    await vi.advanceTimersByTimeAsync(30_000);

    expect(await outcome).toStrictEqual({
      kind: 'failed',
      reason: 'timeout',
      failure: { message: 'The tool did not answer within 30 seconds.' },
      tool: call.tool,
      durationMs: 30_000,
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('calls onTimeout for timed out calls only', async () => {
    const onTimeout = vi.fn();
    const call = callFor({});
    const late = timeout({ defaultMs: 10, onTimeout })(call, () => never);
    const withinLimit = timeout({ defaultMs: 10, onTimeout })(callFor({}), () => sleep(9, done));
    await vi.advanceTimersByTimeAsync(10);

    expect(await withinLimit).toBe(done);
    expect(await late).toMatchObject({ reason: 'timeout' });
    expect(onTimeout).toHaveBeenCalledExactlyOnceWith(call, 10);
  });

  it('rejects when onTimeout throws, and still aborts the signal of the tool', async () => {
    const onTimeout = (): never => {
      throw new Error('The log is gone');
    };
    let signal: AbortSignal | undefined;
    const stage: Stage<Call & { readonly tool: Tool }, { readonly lifetime: Lifetime }> = timeout({
      defaultMs: 10,
      onTimeout,
    });
    const outcome = stage(callFor({}), (adds) => {
      signal = adds?.lifetime.signal;
      return never;
    });
    const ended = Promise.resolve(outcome).catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(10);
    expect(await ended).toMatchObject({ message: 'The log is gone' });
    expect(signal?.aborted).toBe(true);
  });

  describe('during a user input request', () => {
    const askedFor = (ms: number) => ({ ask: async () => sleep(ms, {}) });
    const ends = async (
      call: Call & { readonly tool: Tool },
      run: (ask: () => Promise<unknown>) => Promise<Outcome>,
    ) => {
      let ended: string | undefined;
      const stage = timeout({ defaultMs: 10 });
      const outcome = stage(call, (adds) => run(async () => (adds?.ask ?? call.ask)?.({})));
      void Promise.resolve(outcome).then(({ kind }) => (ended = kind));
      await vi.advanceTimersByTimeAsync(3_600_100);
      expect(vi.getTimerCount()).toBe(0);
      return ended;
    };
    const hour = { ...callFor({}), ...askedFor(3_600_000) };

    it.each([
      [5, 'value'],
      [7, 'failed'],
    ])('is paused, before and after %d ms of work', async (workMs, ended) => {
      const run = async (ask: () => Promise<unknown>): Promise<Outcome> => {
        await sleep(4);
        await ask();
        return sleep(workMs, done);
      };
      expect(await ends(hour, run)).toBe(ended);
    });

    it('is paused from the first request of the tool until the last of several answers', async () => {
      const run = async (ask: () => Promise<unknown>): Promise<Outcome> => {
        const answers = [ask(), ask()];
        await answers[0];
        await Promise.all([...answers, sleep(9)]);
        return done;
      };
      expect(await ends(hour, run)).toBe('value');
    });

    it('continues when no answer can arrive', async () => {
      const refusing = { ...callFor({}), ask: () => Promise.reject(new Error('Nobody is there')) };
      const run = (ask: () => Promise<unknown>): Promise<Outcome> =>
        ask().then(
          () => done,
          () => sleep(11, done),
        );
      expect(await ends(refusing, run)).toBe('failed');
    });
  });

  it('uses the timeout of the protocol, unless the tool has its own timeout', async () => {
    const ends = async (call: ReturnType<typeof callFor>): Promise<unknown> => {
      const outcome = timeout({ defaultMs: 10 })(call, () => sleep(50, done));
      await vi.advanceTimersByTimeAsync(50);
      return outcome;
    };
    expect(await ends({ ...callFor({}), timeLimitMs: Number.POSITIVE_INFINITY })).toBe(done);
    expect(await ends({ ...callFor({}), timeLimitMs: 20 })).toMatchObject({ reason: 'timeout' });
    expect(await ends({ ...callFor({ timeoutMs: 20 }), timeLimitMs: Number.POSITIVE_INFINITY })).toMatchObject({
      reason: 'timeout',
    });
  });

  it.each([
    [1, '1 millisecond'],
    [999, '999 milliseconds'],
    [1_000, '1 second'],
    [1_500, '1.5 seconds'],
  ])('prefers the timeout of the tool to the default: %s', async (timeoutMs, words) => {
    const outcome = timeout({ defaultMs: 30_000 })(callFor({ timeoutMs }), () => never);
    await vi.advanceTimersByTimeAsync(timeoutMs);

    expect(await outcome).toMatchObject({ failure: { message: `The tool did not answer within ${words}.` } });
  });

  it('uses the default when the timeout of the tool is invalid', async () => {
    for (const timeoutMs of [0, -5, Number.NaN]) {
      const outcome = timeout({ defaultMs: 10 })(callFor({ timeoutMs }), () => sleep(5, done));
      await vi.advanceTimersByTimeAsync(5);
      expect(await outcome).toBe(done);
    }
  });

  it.each([
    [{ idempotent: true }, true],
    [{ readOnly: true }, true],
    [{ destructive: true }, undefined],
    [{ idempotent: false, readOnly: false }, undefined],
    [undefined, undefined],
  ])('allows a retry only for idempotent tools, because the outcome is unknown: %o', async (annotations, canRetry) => {
    const tool = annotations ? { annotations } : {};
    const outcome = timeout({ defaultMs: 10 })(callFor(tool), () => never);
    await vi.advanceTimersByTimeAsync(10);
    const ended = await outcome;

    expect(ended.kind === 'failed' && ended.failure.canRetry).toBe(canRetry);
  });

  it('aborts the signal of the tool with a TimeoutError', async () => {
    let seen: AbortSignal | undefined;
    const outer = new AbortController();
    const outcome = timeout({ defaultMs: 10 })(callFor({}, outer), ({ lifetime }) => {
      seen = lifetime.signal;
      return new Promise((resolve) => lifetime.signal.addEventListener('abort', () => resolve(done)));
    });
    expect(seen?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(10);

    expect(seen?.reason).toMatchObject({ name: 'TimeoutError' });
    expect(await outcome).toMatchObject({ kind: 'failed' });
    expect(outer.signal.aborted).toBe(false);
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
  });

  it('removes its listener if the tool never settles', async () => {
    const outer = new AbortController();
    void timeout({ defaultMs: 10 })(callFor({}, outer), ({ lifetime }) => {
      expect(lifetime.signal.aborted).toBe(false);
      return never;
    });
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);

    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
  });

  it('returns an aborted signal when it is first read after the timeout', async () => {
    let lifetime: Lifetime | undefined;
    void timeout({ defaultMs: 10 })(callFor({}), (adds) => {
      lifetime = adds.lifetime;
      return never;
    });
    await vi.advanceTimersByTimeAsync(10);

    expect(lifetime?.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts with the outer lifetime, and listens to it only when the signal is read', async () => {
    const outer = new AbortController();
    let lifetime: Lifetime | undefined;
    const outcome = timeout({ defaultMs: 10 })(callFor({}, outer), (adds) => {
      lifetime = adds.lifetime;
      return sleep(5, done);
    });
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
    expect(lifetime?.signal).toBe(lifetime?.signal);
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(1);

    outer.abort('caller gone');
    expect(lifetime?.signal.reason).toBe('caller gone');
    await vi.advanceTimersByTimeAsync(5);
    expect(await outcome).toBe(done);
  });

  it('returns an aborted signal when the outer lifetime has already aborted', () => {
    const ended = { signal: AbortSignal.abort('gone') };
    let seen: AbortSignal | undefined;
    void timeout({ defaultMs: 10 })(callFor({}, ended), ({ lifetime }) => {
      seen = lifetime.signal;
      return done;
    });

    expect(seen?.reason).toBe('gone');
  });

  it.each<[string, (lifetime: Lifetime) => Outcome | Promise<Outcome>]>([
    ['answers at once', () => done],
    ['answers later', () => Promise.resolve(done)],
    [
      'throws',
      () => {
        throw new Error('a bug');
      },
    ],
    ['rejects', () => Promise.reject(new Error('a bug'))],
  ])('leaves no listener on the outer signal when the rest %s', async (_how, answer) => {
    const outer = new AbortController();
    const run = async (): Promise<Outcome> =>
      timeout({ defaultMs: 10 })(callFor({}, outer), ({ lifetime }) => {
        expect(lifetime.signal.aborted).toBe(false);
        expect(getEventListeners(outer.signal, 'abort')).toHaveLength(1);
        return answer(lifetime);
      });
    await run().catch((error: unknown) => expect(error).toMatchObject({ message: 'a bug' }));

    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not listen to the outer lifetime for work that continues after the response', async () => {
    const outer = new AbortController();
    let lifetime: Lifetime | undefined;
    await timeout({ defaultMs: 10 })(callFor({}, outer), (adds) => {
      lifetime = adds.lifetime;
      return done;
    });

    expect(lifetime?.signal.aborted).toBe(false);
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
  });

  it.each(['resolves', 'rejects'])('ignores an outcome that %s late', async (how) => {
    const late = new Promise<Outcome>((resolve, reject) =>
      setTimeout(() => (how === 'rejects' ? reject(null) : resolve(done)), 20),
    );
    const outcome = timeout({ defaultMs: 10 })(callFor({}), () => late);
    await vi.advanceTimersByTimeAsync(30);
    vi.useRealTimers();
    await sleep(5);

    expect(await outcome).toMatchObject({ kind: 'failed', durationMs: 10 });
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('sets no timer for a duration above the timer limit, and passes the lifetime on unchanged', () => {
    const call = callFor({ timeoutMs: Number.POSITIVE_INFINITY });
    const outcome = timeout({ defaultMs: 10 })(call, ({ lifetime }) => {
      expect(lifetime).toBe(call.lifetime);
      return never;
    });

    expect(outcome).toBe(never);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives each of several runs its own timeout', async () => {
    const twice: Stage = async (_call, next) => {
      await next();
      return next();
    };
    const addTool: Stage<Call, { tool: Tool }> = (_call, next) => next({ tool: calmTool });
    let runs = 0;
    const handle = pipeline()
      .use(addTool)
      .use(twice)
      .use(timeout({ defaultMs: 10 }))
      .handle(() => {
        runs += 1;
        return runs === 1 ? never : sleep(9, done);
      });
    const outcome = handle(callFor({}));
    await vi.advanceTimersByTimeAsync(19);

    expect(await outcome).toBe(done);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects a default that would end every call at once, at startup', () => {
    expect(() => timeout({ defaultMs: 0 })).toThrow(
      'defaultMs must be a number of milliseconds above 0, or Infinity for no limit, got 0.',
    );
  });

  it('does not compile before the middleware that resolves the tool', () => {
    // @ts-expect-error no stage has added a tool
    pipeline().use(timeout({ defaultMs: 10 }));
  });
});

describe('after 10 000 calls, a third synchronous, a third in time and a third too late', () => {
  it('no timer, listener or late result is left, and every late tool has an aborted signal', async () => {
    vi.useRealTimers();
    const outer = new AbortController();
    setMaxListeners(0, outer.signal);
    const stage = timeout({ defaultMs: 30_000 });
    const count = 10_000;
    const late: AbortSignal[] = [];
    const lateResults: Promise<Outcome>[] = [];
    const timersBefore = openTimers();

    const outcomes = await Promise.all(
      Array.from({ length: count }, async (_, index) =>
        stage(callFor(index % 3 === 2 ? { timeoutMs: 20 } : {}, outer), ({ lifetime }) => {
          const { signal } = lifetime;
          if (index % 3 === 0) return done;
          if (index % 3 === 1) return Promise.resolve(done);
          late.push(signal);
          const result = new Promise<Outcome>((resolve, reject) =>
            signal.addEventListener('abort', () => (index % 2 === 0 ? resolve(done) : reject(new Error('too late')))),
          );
          lateResults.push(result);
          return result;
        }),
      ),
    );
    await Promise.allSettled(lateResults);

    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds.every((kind, index) => kind === (index % 3 === 2 ? 'failed' : 'value'))).toBe(true);
    expect(late).toHaveLength(3_333);
    expect(late.every(({ reason }) => (reason as Error).name === 'TimeoutError')).toBe(true);
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
    // The test runner has one or two timers that come and go.
    expect(openTimers()).toBeLessThan(timersBefore + 10);
    await sleep(5);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

/** The number of open timers of this process, as Node counts them. */
function openTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}

describe('progress of a call', () => {
  const reports: unknown[] = [];
  const reporting = (tool: Partial<Tool> = {}, fields: Partial<Call> = {}) => ({
    ...callFor(tool),
    reportProgress: (...report: unknown[]) => void reports.push(report),
    ...fields,
  });
  // Reports after each pause, and then returns a value.
  const worksFor = (
    stage: ReturnType<typeof timeout>,
    call: ToolCall,
    pauses: readonly number[],
  ): Promise<Outcome> | Outcome =>
    stage(call, async (adds) => {
      for (const [index, pause] of pauses.entries()) {
        await sleep(pause);
        adds?.reportProgress?.(index + 1, pauses.length);
      }
      return sleep(900, done);
    });
  const failureOf = async (outcome: Promise<Outcome> | Outcome): Promise<unknown> => {
    const settled = await outcome;
    return settled.kind === 'failed' ? settled.failure.message : settled;
  };

  beforeEach(() => {
    reports.length = 0;
  });

  it('starts the default limit anew with each report, and passes the report on', async () => {
    const outcome = worksFor(timeout({ defaultMs: 1000, maxTimeMs: 10_000 }), reporting(), [900, 900, 900]);
    await vi.advanceTimersByTimeAsync(3600);

    expect(await outcome).toBe(done);
    expect(reports).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a call that reports nothing for the default limit', async () => {
    const outcome = worksFor(timeout({ defaultMs: 1000, maxTimeMs: 10_000 }), reporting(), [900, 5000]);
    await vi.advanceTimersByTimeAsync(1900);

    expect(await failureOf(outcome)).toBe('The tool did not answer within 1 second of its last progress report.');
  });

  it('ends a call that reports for longer than maxTimeMs', async () => {
    const onTimeout = vi.fn();
    const call = reporting();
    const stage = timeout({ defaultMs: 1000, maxTimeMs: 2000, onTimeout });
    let signal: AbortSignal | undefined;
    const outcome = stage(call, async (adds) => {
      signal = adds?.lifetime?.signal;
      for (let part = 1; ; part += 1) {
        await sleep(900);
        adds?.reportProgress?.(part);
      }
    });
    await vi.advanceTimersByTimeAsync(2000);

    expect(await failureOf(outcome)).toBe('The tool did not answer within 2 seconds.');
    expect(onTimeout).toHaveBeenCalledExactlyOnceWith(call, 2000);
    expect(signal?.reason).toMatchObject({ message: 'Timed out after 2 seconds.' });
  });

  it('times out once, even if the tool keeps reporting or gets an answer later', async () => {
    const onTimeout = vi.fn();
    const call = reporting({}, { ask: () => sleep(3000, {}) });
    const outcome = timeout({ defaultMs: 1000, maxTimeMs: 10_000, onTimeout })(call, async (adds) => {
      await sleep(2000);
      adds?.reportProgress?.(1);
      await adds?.ask?.({});
      return never;
    });
    await vi.advanceTimersByTimeAsync(20_000);

    expect(await failureOf(outcome)).toBe('The tool did not answer within 1 second.');
    expect(onTimeout).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['without maxTimeMs', {}, reporting()],
    ['of a tool with its own timeoutMs', { maxTimeMs: 10_000 }, reporting({ timeoutMs: 1000 })],
    ['of a call whose caller set the limit', { maxTimeMs: 10_000 }, reporting({}, { timeLimitMs: 1000 })],
  ])('does not extend the limit %s', async (_, options, call) => {
    const outcome = worksFor(timeout({ defaultMs: 1000, ...options }), call, [900, 900]);
    await vi.advanceTimersByTimeAsync(1000);

    expect(await failureOf(outcome)).toBe('The tool did not answer within 1 second.');
  });

  it('counts neither the time of an answer to `ask`, nor restarts a paused timer', async () => {
    const call = reporting({}, { ask: () => sleep(5000, {}) });
    const outcome = timeout({ defaultMs: 1000, maxTimeMs: 3000 })(call, async (adds) => {
      const { ask, reportProgress } = adds ?? call;
      const answer = ask?.({});
      await sleep(2000);
      reportProgress?.(1);
      await answer;
      return sleep(900, done);
    });
    await vi.advanceTimersByTimeAsync(5900);

    expect(await outcome).toBe(done);
  });
});
