import { getEventListeners } from 'node:events';
import {
  type Call,
  type Lifetime,
  type MaybePromise,
  type Outcome,
  pipeline,
  type Stage,
  type Tool,
} from '@toolwire/core';
import { deferred, settlePromises } from '@toolwire/internal/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { concurrency } from '../src/limits-stage.ts';
import { callFor, calmTool, done, type ToolCall, untouchable } from './calls.ts';

const never = new Promise<never>(() => {});

const reports = (lifetime?: Lifetime): ToolCall => callFor({ id: 'Reports.Build', name: 'Reports_Build' }, lifetime);
const sums = (): ToolCall => callFor({ id: 'Calculator.Add', name: 'Calculator_Add' });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the concurrency middleware', () => {
  it('returns an immediate outcome synchronously, without a promise, timer or signal', () => {
    const stage = concurrency({ perTool: 1, server: 1 });

    expect(stage(callFor({}, untouchable), () => done)).toBe(done);
    expect(stage(callFor({}, untouchable), () => done)).toBe(done);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('limits concurrent calls of one tool, and runs further calls in turn', async () => {
    const stage = concurrency({ perTool: 1 });
    const [first, second] = [deferred<Outcome>(), deferred<Outcome>()];
    const started = vi.fn<(name: string) => void>();
    const runs: (() => MaybePromise<Outcome>)[] = [
      () => first.promise,
      () => {
        started('second');
        return second.promise;
      },
      () => {
        started('third');
        return done;
      },
    ];
    const outcomes = runs.map(async (run) => stage(reports(), run));
    await settlePromises();
    expect(started).not.toHaveBeenCalled();
    expect(stage(sums(), () => done)).toBe(done);

    first.resolve(done);
    await settlePromises();
    expect(started.mock.calls).toStrictEqual([['second']]);
    second.resolve(done);
    expect(await Promise.all(outcomes)).toStrictEqual([done, done, done]);
  });

  it('counts all versions of a tool together', () => {
    const stage = concurrency({ perTool: 1, queue: 0 });
    void stage(callFor({ version: '1.0.0' }), () => never);

    expect(stage(callFor({ version: '2.0.0' }), () => done)).toMatchObject({ kind: 'refused' });
  });

  it('allows separate limits for single tools', () => {
    const stage = concurrency({ perTool: 2, tools: { 'Reports.Build': 1 }, queue: 0 });
    void stage(reports(), () => never);
    void stage(sums(), () => never);

    expect(stage(reports(), () => done)).toMatchObject({ kind: 'refused' });
    expect(stage(sums(), () => done)).toBe(done);
  });

  it('treats tool IDs that are inherited object members like other IDs', () => {
    const stage = concurrency({ perTool: 1, tools: {}, queue: 0 });
    const call = callFor({ id: '__proto__.constructor' });
    void stage(call, () => never);

    expect(stage(call, () => done)).toMatchObject({ kind: 'refused' });
    expect(stage(callFor({ id: 'constructor.toString' }), () => done)).toBe(done);
  });

  it('refuses as overloaded when tool and queue are full, with a message and without data of the caller', () => {
    const stage = concurrency({ perTool: 1, queue: 0 });
    void stage(reports(), () => never);
    const call = reports();

    expect(stage(call, () => done)).toStrictEqual({
      kind: 'refused',
      code: 'overloaded',
      message:
        "Tool 'Reports_Build' has reached its limit of concurrent calls. The tool did not run; try again in 1 second.",
      retryAfterMs: 1_000,
      tool: call.tool,
    });
  });

  it('refuses as overloaded when the server and its queue are full', () => {
    const stage = concurrency({ server: 1, queue: 0 });
    void stage(reports(), () => never);

    expect(stage(sums(), () => done)).toMatchObject({
      code: 'overloaded',
      message: 'The server has reached its limit of concurrent calls. The tool did not run; try again in 1 second.',
      retryAfterMs: 1_000,
    });
  });

  it('refuses as overloaded when the queue timeout ends', async () => {
    const stage = concurrency({ perTool: 1, queueTimeoutMs: 100 });
    const run = vi.fn<() => Outcome>();
    void stage(reports(), () => never);
    const outcome = stage(reports(), run);
    await vi.advanceTimersByTimeAsync(100);

    expect(await outcome).toMatchObject({
      code: 'overloaded',
      message:
        "Tool 'Reports_Build' is busy, and the call waited too long in the queue. The tool did not run; try again in 1 second.",
    });
    expect(run).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('removes a call whose lifetime ends from the queue at once, and refuses it without a retry hint', async () => {
    const stage = concurrency({ perTool: 1, queue: 1 });
    const [running, outer] = [deferred<Outcome>(), new AbortController()];
    const run = vi.fn<() => Outcome>();
    void stage(reports(), () => running.promise);
    const outcome = stage(reports(outer), run);
    expect(stage(reports(), () => done)).toMatchObject({ code: 'overloaded' });
    outer.abort();
    const next = stage(reports(), () => done);

    expect(await outcome).toEqual({
      kind: 'refused',
      code: 'unavailable',
      message: 'The call was canceled, and the tool did not run.',
      tool: expect.anything() as unknown,
    });
    running.resolve(done);
    expect(await next).toBe(done);
    expect(run).not.toHaveBeenCalled();
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
  });

  it('reserves no server slots for calls that wait for a busy tool', async () => {
    const stage = concurrency({ perTool: 1, server: 2 });
    void stage(reports(), () => never);
    void stage(reports(), () => never);
    void stage(reports(), () => never);

    expect(stage(sums(), () => done)).toBe(done);
  });

  it.each<[string, () => MaybePromise<Outcome>]>([
    ['returns', () => done],
    ['resolves', () => Promise.resolve(done)],
    [
      'throws',
      () => {
        throw new Error('a bug');
      },
    ],
    ['rejects', () => Promise.reject(new Error('a bug'))],
  ])('releases its slots when the rest of the pipeline %s', async (_how, rest) => {
    const stage = concurrency({ perTool: 1, server: 1, queue: 0 });
    const run = async (): Promise<Outcome> => stage(reports(), rest);
    await run().catch((error: unknown) => expect(error).toMatchObject({ message: 'a bug' }));

    expect(stage(reports(), () => done)).toBe(done);
  });

  it.each([
    [{ perTool: 0 }, 'perTool must be'],
    [{ server: -1 }, 'server must be'],
    [{ tools: { 'Reports.Build': 0.5 } }, "tools['Reports.Build'] must be"],
    [{ tools: { 'Reports.Build@1.0.0': 1 } }, "has a limit for 'Reports.Build@1.0.0', which is not a tool ID."],
    [{ tools: { Reports_Build: 1 } }, "has a limit for 'Reports_Build', which is not a tool ID."],
    [{ server: 1, queue: Number.POSITIVE_INFINITY }, 'queue must be'],
  ])('rejects invalid options at startup: %o', (options, message) => {
    expect(() => concurrency(options)).toThrow(message);
  });

  it('does not compile before the middleware that resolves the tool', () => {
    // @ts-expect-error no stage has added a tool
    pipeline().use(concurrency({ perTool: 1 }));
    const addTool: Stage<Call, { tool: Tool }> = (_call, next) => next({ tool: calmTool });
    pipeline()
      .use(addTool)
      .use(concurrency({ perTool: 1 }));
  });
});

describe('under any schedule of two tools on one server', () => {
  it('never exceeds a limit, answers every call once, and is empty at the end', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('arrive' as const), which: fc.nat(1) }),
      fc.record({ kind: fc.constantFrom('end' as const, 'throw' as const, 'abort' as const), which: fc.nat(20) }),
      fc.record({ kind: fc.constant('pass' as const), which: fc.nat(60) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(3),
        fc.array(step, { maxLength: 60, size: 'max' }),
        async (perTool, server, queue, schedule) => {
          const stage = concurrency({ perTool, server, queue, queueTimeoutMs: 50 });
          const running: { tool: string; work: ReturnType<typeof deferred<Outcome>> }[] = [];
          const callers: AbortController[] = [];
          let answers = 0;

          for (const { kind, which } of schedule) {
            if (kind === 'arrive') {
              const tool = which === 0 ? 'Reports.Build' : 'Calculator.Add';
              const caller = new AbortController();
              callers.push(caller);
              const run = async (): Promise<Outcome> =>
                stage(callFor({ id: tool }, caller), async () => {
                  const mine = { tool, work: deferred<Outcome>() };
                  running.push(mine);
                  try {
                    return await mine.work.promise;
                  } finally {
                    running.splice(running.indexOf(mine), 1);
                  }
                });
              const answered = (): void => void (answers += 1);
              run().then(answered, answered);
            } else if (kind === 'pass') {
              await vi.advanceTimersByTimeAsync(which);
            } else if (kind === 'abort') {
              callers[which % (callers.length || 1)]?.abort();
            } else {
              const one = running[which % (running.length || 1)];
              if (kind === 'end') one?.work.resolve(done);
              else one?.work.reject(new Error('a bug'));
            }
            await settlePromises();
            expect(running.length).toBeLessThanOrEqual(server);
            for (const id of ['Reports.Build', 'Calculator.Add']) {
              expect(running.filter(({ tool }) => tool === id).length).toBeLessThanOrEqual(perTool);
            }
          }
          while (running.length > 0) {
            running[0]?.work.resolve(done);
            await settlePromises();
          }
          // Code of other files may have timers too, so these are not counted.
          await vi.advanceTimersByTimeAsync(50);
          expect(answers).toBe(callers.length);
          // Every slot is free again: the largest number of calls starts immediately.
          const started = vi.fn<() => Promise<Outcome>>(() => never);
          for (let count = 0; count < Math.min(perTool, server); count += 1) void stage(reports(), started);
          expect(started).toHaveBeenCalledTimes(Math.min(perTool, server));
        },
      ),
      { numRuns: 200 },
    );
  });
});
