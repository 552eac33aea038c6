import { settlePromises } from '@toolwire/internal/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryRateStore, createRateLimit, type RateDecision, type RateStore } from '../src/index.ts';
import type { RateLimitResult } from '../src/rate-limit.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function limitAt(clock: { now: number }, limit: number, windowMs: number) {
  vi.stubGlobal('performance', { now: () => clock.now });
  return createRateLimit({ limit, windowMs });
}

describe('createRateLimit', () => {
  it('allows the configured number of calls, and returns the exact delay in milliseconds until the next call', () => {
    const clock = { now: 0 };
    const limit = limitAt(clock, 2, 1_000);
    expect(limit.take('a')).toStrictEqual({ allowed: true, retryAfterMs: 0 });
    clock.now = 300;
    expect(limit.take('a')).toStrictEqual({ allowed: true, retryAfterMs: 0 });
    clock.now = 400;

    expect(limit.take('a')).toStrictEqual({ allowed: false, retryAfterMs: 600 });
    clock.now = 999;
    expect(limit.take('a')).toStrictEqual({ allowed: false, retryAfterMs: 1 });
    clock.now = 1_000;
    expect(limit.take('a')).toMatchObject({ allowed: true });
    expect(limit.take('a')).toStrictEqual({ allowed: false, retryAfterMs: 300 });
  });

  it('does not allow twice the limit around the end of a window, as fixed windows and full buckets do', () => {
    const clock = { now: 999 };
    const limit = limitAt(clock, 5, 1_000);
    const takeSome = (): unknown[] => Array.from({ length: 6 }, () => limit.take('a'));
    expect(takeSome().filter((answer) => (answer as RateLimitResult).allowed)).toHaveLength(5);
    clock.now = 1_001;

    expect(takeSome().filter((answer) => (answer as RateLimitResult).allowed)).toHaveLength(0);
  });

  it('counts every key separately, whatever its name', () => {
    const limit = limitAt({ now: 0 }, 1, 1_000);

    for (const key of ['a', 'b', '__proto__', 'constructor', '']) {
      expect(limit.take(key), key).toMatchObject({ allowed: true });
      expect(limit.take(key), key).toMatchObject({ allowed: false });
    }
  });

  it('counts a call with its cost', () => {
    const limit = limitAt({ now: 0 }, 5, 1_000);

    expect(limit.take('a', 3)).toMatchObject({ allowed: true });
    expect(limit.take('a', 3)).toMatchObject({ allowed: false });
    expect(limit.take('a', 2)).toMatchObject({ allowed: true });
  });

  it('uses a monotonic clock by default', async () => {
    vi.useFakeTimers();
    const limit = createRateLimit({ limit: 1, windowMs: 1_000 });
    expect(limit.take('a')).toMatchObject({ allowed: true });
    vi.setSystemTime(0);
    expect(limit.take('a')).toStrictEqual({ allowed: false, retryAfterMs: 1_000 });
    await vi.advanceTimersByTimeAsync(1_000);

    expect(limit.take('a')).toMatchObject({ allowed: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns whole milliseconds even if the clock has fractions, and admits the next call then', () => {
    const clock = { now: 0.25 };
    const limit = limitAt(clock, 1, 1_000);
    void limit.take('a');
    clock.now = 0.75;

    expect(limit.take('a')).toStrictEqual({ allowed: false, retryAfterMs: 1_000 });
    clock.now += 1_000;
    expect(limit.take('a')).toMatchObject({ allowed: true });
  });

  it.each([
    [{ limit: 0, windowMs: 1 }, 'limit must be a whole number of 1 or more, got 0.'],
    [{ limit: 1, windowMs: 0 }, 'windowMs must be a number of milliseconds above 0, got 0.'],
    [{ limit: 1, windowMs: Number.POSITIVE_INFINITY }, 'windowMs must be'],
    [
      { limit: 1, windowMs: 1, whenStoreFails: 'open' as 'allow' },
      "whenStoreFails must be 'allow' or 'refuse', got 'open'.",
    ],
  ])('rejects invalid options: %o', (options, message) => {
    expect(() => createRateLimit(options)).toThrow(message);
  });

  it.each([
    [0, 'cost must be a whole number of 1 or more, got 0.'],
    [-1, 'cost must be'],
    [6, 'cost must be at most the limit, which is 5, got 6.'],
  ])('rejects a cost of %d', (cost, message) => {
    expect(() => createRateLimit({ limit: 5, windowMs: 1 }).take('a', cost)).toThrow(message);
  });
});

describe('a store that fails', () => {
  const down = new Error('connection lost');
  const stores: [string, RateStore][] = [
    [
      'throws',
      {
        take: () => {
          throw down;
        },
      },
    ],
    ['rejects', { take: () => Promise.reject(down) }],
    ['never answers', { take: () => new Promise(() => {}) }],
    ['answers nothing', { take: () => undefined as unknown as RateDecision }],
    ['answers no decision', { take: async () => ({ allowed: 'yes' }) as unknown as RateDecision }],
    ['does not say when to come back', { take: () => ({ allowed: false }) as RateDecision }],
    ['says to come back never', { take: () => ({ allowed: false, retryAfterMs: Number.POSITIVE_INFINITY }) }],
  ];

  it.each(stores)('that %s allows calls, and is reported', async (_how, store) => {
    vi.useFakeTimers();
    const report = vi.fn<(error: unknown, key: string) => void>();
    const answer = createRateLimit({ limit: 1, windowMs: 1, store, report }).take('a');
    await vi.advanceTimersByTimeAsync(1_000);

    expect(await answer).toStrictEqual({ allowed: true, retryAfterMs: 0, storeFailed: true });
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Error), 'a');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(stores)('that %s rejects calls if configured', async (_how, store) => {
    vi.useFakeTimers();
    const limit = createRateLimit({ limit: 1, windowMs: 1, store, whenStoreFails: 'refuse' });
    const answer = limit.take('a');
    await vi.advanceTimersByTimeAsync(1_000);

    expect(await answer).toStrictEqual({ allowed: false, retryAfterMs: 1_000, storeFailed: true });
  });

  it('does not throw when the report also fails', () => {
    const store: RateStore = {
      take: () => {
        throw down;
      },
    };
    const report = (): never => {
      throw new Error('the log is gone');
    };

    expect(createRateLimit({ limit: 1, windowMs: 1, store, report }).take('a')).toMatchObject({ allowed: true });
  });
});

const takes = fc.array(
  fc.record({ after: fc.nat(30), cost: fc.integer({ min: 1, max: 3 }), key: fc.constantFrom('a', 'b') }),
  {
    maxLength: 120,
    size: 'max',
  },
);

describe('under any schedule', () => {
  it('decides exactly like a model that stores every call, for limits of up to 64', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 12 }),
        fc.integer({ min: 1, max: 200 }),
        takes,
        (limit, windowMs, schedule) => {
          const clock = { now: 0 };
          const rate = limitAt(clock, limit, windowMs);
          const began: { key: string; at: number }[] = [];
          for (const { after, cost, key } of schedule) {
            clock.now += after;
            const inWindow = (now: number): number =>
              began.filter((one) => one.key === key && one.at > now - windowMs).length;
            let roomAt = clock.now;
            while (inWindow(roomAt) + cost > limit) roomAt += 1;
            const allowed = roomAt === clock.now;

            expect(rate.take(key, cost)).toStrictEqual({ allowed, retryAfterMs: roomAt - clock.now });
            if (allowed) for (let count = 0; count < cost; count += 1) began.push({ key, at: clock.now });
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never allows more than any limit in any window, and admits a call after the returned delay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 65, max: 200 }),
        fc.integer({ min: 1, max: 2_000 }),
        fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 60 })), { minLength: 20, maxLength: 80, size: 'max' }),
        (limit, windowMs, schedule) => {
          const clock = { now: 0 };
          const rate = limitAt(clock, limit, windowMs);
          const began: { at: number; cost: number }[] = [];
          const since = (time: number): number =>
            began.filter(({ at }) => at > time).reduce((sum, { cost }) => sum + cost, 0);
          for (const [after, cost] of schedule) {
            clock.now += after;
            let answer = rate.take('a', cost) as RateLimitResult;
            if (!answer.allowed) {
              // A call is refused for at most a 64th of a window too long.
              expect(since(clock.now - windowMs * (1 + 1 / 64)) + cost).toBeGreaterThan(limit);
              clock.now += answer.retryAfterMs;
              answer = rate.take('a', cost) as RateLimitResult;
            }
            expect(answer).toStrictEqual({ allowed: true, retryAfterMs: 0 });
            began.push({ at: clock.now, cost });
            expect(since(clock.now - windowMs)).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never allows more than the limit, in whatever order a remote store responds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 5 }), async (scheduler, limit) => {
        const memory = createMemoryRateStore();
        const take = scheduler.scheduleFunction(async (key: string, cost: number) =>
          memory.take(key, cost, { limit, windowMs: 1_000 }),
        );
        const rate = createRateLimit({ limit, windowMs: 1_000, store: { take } });
        const answers = Array.from({ length: 10 }, async () => rate.take('a'));
        await scheduler.waitIdle();
        await settlePromises();

        expect((await Promise.all(answers)).filter(({ allowed }) => allowed)).toHaveLength(limit);
      }),
      { numRuns: 50 },
    );
  });
});
