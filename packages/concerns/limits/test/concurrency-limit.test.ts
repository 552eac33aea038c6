import { getEventListeners } from 'node:events';
import { deferred, settlePromises } from '@toolwire/internal/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Slot, SlotRejection } from '../src/concurrency-limit.ts';
import { createConcurrencyLimit, isLimitError } from '../src/index.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function slotOf(acquired: Slot | SlotRejection | Promise<Slot | SlotRejection>): Slot {
  if (!('admitted' in acquired) || !acquired.admitted) throw new Error('there should have been a slot at once');
  return acquired;
}

describe('createConcurrencyLimit', () => {
  it('grants a free slot at once, without a promise and without reading the signal', () => {
    const limit = createConcurrencyLimit({ max: 2 });
    const caller = {
      get signal(): AbortSignal {
        throw new Error('nobody asked');
      },
    };

    expect(limit.acquire(caller)).toMatchObject({ admitted: true });
    expect(limit.acquire(caller)).toMatchObject({ admitted: true });
    expect(limit).toMatchObject({ running: 2, waiting: 0 });
  });

  it('passes slots to waiting callers in order, and never to a later caller', async () => {
    const limit = createConcurrencyLimit({ max: 1 });
    const order: string[] = [];
    const first = slotOf(limit.acquire());
    const waiters = ['a', 'b', 'c'].map(async (name) => {
      const slot = await limit.acquire();
      order.push(name);
      return slot;
    });
    first.release();
    // The slot already belongs to `a`, although `a` has not resumed yet.
    const late = limit.acquire();
    expect(late).toBeInstanceOf(Promise);

    for (const waiter of waiters) slotOf(await waiter).release();
    expect(order).toStrictEqual(['a', 'b', 'c']);
    slotOf(await late).release();
    expect(limit).toMatchObject({ running: 0, waiting: 0 });
  });

  it('rejects callers synchronously if the queue is full, without creating a signal', () => {
    const limit = createConcurrencyLimit({ max: 1, queue: 1 });
    slotOf(limit.acquire());
    void limit.acquire();
    const signal = vi.fn<() => AbortSignal>();

    const turnedAway = limit.acquire({
      get signal() {
        return signal();
      },
    });
    expect(turnedAway).toStrictEqual({ admitted: false, reason: 'full', retryAfterMs: 1_000 });
    expect(signal).not.toHaveBeenCalled();
    expect(limit).toMatchObject({ running: 1, waiting: 1 });
  });

  it('has no queue with a size of 0', () => {
    const limit = createConcurrencyLimit({ max: 1, queue: 0 });
    slotOf(limit.acquire());

    expect(limit.acquire()).toMatchObject({ admitted: false, reason: 'full' });
  });

  it('rejects callers after the queue timeout, and leaves no timer or listener', async () => {
    const limit = createConcurrencyLimit({ max: 1, queueTimeoutMs: 50 });
    const { signal } = new AbortController();
    slotOf(limit.acquire());
    const late = limit.acquire({ signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(49);
    expect(limit.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);

    expect(await late).toMatchObject({ admitted: false, reason: 'timeout' });
    expect(limit).toMatchObject({ running: 1, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('removes a waiting caller when its signal aborts', async () => {
    const limit = createConcurrencyLimit({ max: 1, queue: 2 });
    const controller = new AbortController();
    const running = slotOf(limit.acquire());
    const leaver = limit.acquire(controller);
    const stayer = limit.acquire();
    controller.abort();
    expect(limit.waiting).toBe(1);
    const next = limit.acquire();
    expect(limit.waiting).toBe(2);
    expect(await leaver).toMatchObject({ admitted: false, reason: 'aborted' });

    running.release();
    slotOf(await stayer).release();
    slotOf(await next).release();
    expect(limit).toMatchObject({ running: 0, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects a caller whose signal has already aborted', () => {
    const limit = createConcurrencyLimit({ max: 1 });
    slotOf(limit.acquire());

    expect(limit.acquire({ signal: AbortSignal.abort() })).toMatchObject({ admitted: false, reason: 'aborted' });
    expect(limit.waiting).toBe(0);
  });

  it('leaves no signal listener and no timer after a waiting caller gets its slot, and ignores a later abort', async () => {
    const limit = createConcurrencyLimit({ max: 1 });
    const controller = new AbortController();
    const running = slotOf(limit.acquire());
    const waiter = limit.acquire(controller);
    running.release();
    controller.abort();

    slotOf(await waiter);
    expect(limit).toMatchObject({ running: 1, waiting: 0 });
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts only the first release of a slot', () => {
    const limit = createConcurrencyLimit({ max: 2 });
    const slot = slotOf(limit.acquire());
    slotOf(limit.acquire());
    slot.release();
    slot.release();

    expect(limit.running).toBe(1);
  });

  it('sets no timer for a duration above the timer limit', () => {
    const limit = createConcurrencyLimit({ max: 1, queueTimeoutMs: Number.POSITIVE_INFINITY });
    slotOf(limit.acquire());
    void limit.acquire();

    expect(limit.waiting).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('estimates the retry delay from the recent rate of free slots', async () => {
    const limit = createConcurrencyLimit({ max: 1, queue: 4 });
    let slot = slotOf(limit.acquire());
    const waiters = [limit.acquire(), limit.acquire(), limit.acquire(), limit.acquire()];
    // Two slots become free, 200 ms apart.
    for (const waiter of waiters.slice(0, 2)) {
      await vi.advanceTimersByTimeAsync(200);
      slot.release();
      slot = slotOf(await waiter);
    }
    void limit.acquire();
    void limit.acquire();

    expect(limit.acquire()).toMatchObject({ reason: 'full', retryAfterMs: 4 * 200 });
    // No slot has become free for three seconds, so the last rate is outdated.
    await vi.advanceTimersByTimeAsync(3_000);
    expect(limit.acquire()).toMatchObject({ retryAfterMs: 3_000 });
  });

  it('limits the retry hint to one minute', async () => {
    const limit = createConcurrencyLimit({ max: 1, queue: 1, queueTimeoutMs: Number.POSITIVE_INFINITY });
    slotOf(limit.acquire());
    void limit.acquire();
    await vi.advanceTimersByTimeAsync(3_600_000);

    expect(limit.acquire()).toMatchObject({ retryAfterMs: 60_000 });
  });

  it.each([
    [{ max: 0 }, 'max must be a whole number of 1 or more, or Infinity for no limit, got 0.'],
    [{ max: 1.5 }, 'max must be'],
    [{ max: Number.NaN }, 'max must be'],
    [{ max: 1, queue: -1 }, 'queue must be a whole number of 0 or more, got -1.'],
    [{ max: 1, queue: Number.POSITIVE_INFINITY }, 'queue must be a whole number of 0 or more, got Infinity.'],
    [{ max: 1, queueTimeoutMs: 0 }, 'queueTimeoutMs must be a number of milliseconds above 0, or Infinity'],
  ])('rejects invalid options: %o', (options, message) => {
    expect(() => createConcurrencyLimit(options)).toThrow(message);
  });
});

describe('run', () => {
  it('runs the work in a slot, and releases it when the work returns, resolves, throws or rejects', async () => {
    const limit = createConcurrencyLimit({ max: 1, queue: 0 });
    const bug = new Error('a bug');

    await expect(limit.run(() => 'now')).resolves.toBe('now');
    await expect(limit.run(() => Promise.resolve('later'))).resolves.toBe('later');
    await expect(
      limit.run(() => {
        throw bug;
      }),
    ).rejects.toBe(bug);
    await expect(limit.run(() => Promise.reject(bug))).rejects.toBe(bug);
    expect(limit.running).toBe(0);
  });

  it('starts the work at once when a slot is free', () => {
    const work = vi.fn<() => string>(() => 'now');
    void createConcurrencyLimit({ max: 1 }).run(work);

    expect(work).toHaveBeenCalledOnce();
  });

  it('rejects with a LimitError when no slot is free, and does not start the work', async () => {
    const limit = createConcurrencyLimit({ max: 1, queue: 1, queueTimeoutMs: 1_500 });
    const work = vi.fn<() => string>();
    const running = deferred<string>();
    const first = limit.run(() => running.promise);
    const late = limit.run(work).catch((error: unknown) => error);
    const full = await limit.run(work).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_500);

    expect(isLimitError(full)).toBe(true);
    expect(full).toMatchObject({
      name: 'LimitError',
      code: 'overloaded',
      retryAfterMs: 1_000,
      message: 'The limit is reached, with 1 running and 1 waiting.',
    });
    expect(await late).toMatchObject({ code: 'overloaded', message: 'No slot became free within 1.5 seconds.' });
    expect(work).not.toHaveBeenCalled();
    running.resolve('done');
    await expect(first).resolves.toBe('done');
  });

  it('rejects with the reason of the signal when it aborts, before or during the wait', async () => {
    const limit = createConcurrencyLimit({ max: 1 });
    const work = vi.fn<() => string>();
    const controller = new AbortController();
    await expect(limit.run(work, { signal: AbortSignal.abort('gone before') })).rejects.toBe('gone before');
    slotOf(limit.acquire());
    const waiting = limit.run(work, controller);
    controller.abort('gone');

    await expect(waiting).rejects.toBe('gone');
    expect(work).not.toHaveBeenCalled();
  });
});

type Step =
  | { readonly kind: 'arrive' }
  | { readonly kind: 'end' | 'fail' | 'abort'; readonly which: number }
  | { readonly kind: 'pass'; readonly ms: number };

const arrive = fc.constant<Step>({ kind: 'arrive' });
const act = fc
  .tuple(fc.constantFrom<'end' | 'fail' | 'abort'>('end', 'fail', 'abort'), fc.nat(20))
  .map(([kind, which]): Step => ({ kind, which }));
const pass = fc.integer({ min: 1, max: 60 }).map((ms): Step => ({ kind: 'pass', ms }));
const steps = fc.array(
  fc.oneof({ weight: 5, arbitrary: arrive }, { weight: 4, arbitrary: act }, { weight: 1, arbitrary: pass }),
  { maxLength: 80, size: 'max' },
);

describe('under any schedule of arrivals, results, failures, aborts and time', () => {
  it('runs as many callers as allowed, in order, and settles each caller once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.nat(5), steps, async (max, queue, schedule) => {
        const queueTimeoutMs = 50;
        const limit = createConcurrencyLimit({ max, queue, queueTimeoutMs });
        const started: number[] = [];
        const ends = new Map<number, string[]>();
        const callers: { work: ReturnType<typeof deferred<void>>; controller: AbortController }[] = [];
        // The model: which callers run, and until when the others wait, in whole milliseconds because sums of fractions are inexact.
        let running: number[] = [];
        let waiting: { id: number; until: number }[] = [];
        const expectedStarts: number[] = [];
        const expectedEnds = new Map<number, string>();
        const begin = (id: number): void => {
          running.push(id);
          expectedStarts.push(id);
        };
        const finish = (id: number | undefined, how: string): void => {
          if (id === undefined) return;
          expectedEnds.set(id, how);
          running = running.filter((one) => one !== id);
          const next = waiting.shift();
          if (next) begin(next.id);
        };

        const take = async (step: Step): Promise<void> => {
          if (step.kind === 'arrive') {
            const id = callers.length;
            const caller = { work: deferred<void>(), controller: new AbortController() };
            callers.push(caller);
            if (running.length < max) begin(id);
            else if (waiting.length < queue) waiting.push({ id, until: Date.now() + queueTimeoutMs });
            else expectedEnds.set(id, 'overloaded');
            const tell = (end: string): void => void ends.set(id, [...(ends.get(id) ?? []), end]);
            const work = (): Promise<void> => {
              started.push(id);
              return caller.work.promise;
            };
            limit.run(work, caller.controller).then(
              () => tell('done'),
              (error: unknown) => tell(isLimitError(error) ? error.code : String(error)),
            );
          } else if (step.kind === 'pass') {
            await vi.advanceTimersByTimeAsync(step.ms);
            for (const { id } of waiting.filter(({ until }) => until <= Date.now())) {
              expectedEnds.set(id, 'overloaded');
            }
            waiting = waiting.filter(({ until }) => until > Date.now());
          } else if (step.kind === 'abort') {
            const id = waiting[step.which % (waiting.length || 1)]?.id;
            if (id === undefined) return;
            expectedEnds.set(id, 'gone');
            waiting = waiting.filter((one) => one.id !== id);
            callers[id]?.controller.abort('gone');
          } else {
            const id = running[step.which % (running.length || 1)];
            if (id === undefined) return;
            if (step.kind === 'end') callers[id]?.work.resolve();
            else callers[id]?.work.reject('failed');
            finish(id, step.kind === 'end' ? 'done' : 'failed');
          }
        };
        const compare = (): void => {
          expect(started).toStrictEqual(expectedStarts);
          expect(limit).toMatchObject({ running: running.length, waiting: waiting.length });
          expect(running.length).toBeLessThanOrEqual(max);
          expect(new Map([...ends].toSorted(([a], [b]) => a - b))).toStrictEqual(
            new Map([...expectedEnds].toSorted(([a], [b]) => a - b).map(([id, end]) => [id, [end]])),
          );
        };

        for (const step of schedule) {
          await take(step);
          await settlePromises();
          compare();
        }
        while (running.length > 0) {
          await take({ kind: 'end', which: 0 });
          await settlePromises();
        }
        // Code of other files may have timers too, so these are not counted.
        await vi.advanceTimersByTimeAsync(queueTimeoutMs);
        compare();
        expect(ends.size).toBe(callers.length);
        expect(limit).toMatchObject({ running: 0, waiting: 0 });
      }),
      { numRuns: process.env['TEST_SCOPE'] === 'all' ? 300 : 100 },
    );
  });
});
