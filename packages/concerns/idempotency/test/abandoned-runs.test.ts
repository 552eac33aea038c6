import { deferred } from '@toolwire/internal/testing';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createIdempotency } from '../src/index.ts';
import type { KeyedWork } from '../src/runs/keyed-work.ts';
import { storeWith } from './support.ts';

/** Work that ends when the test or the runner ends it. */
function workFor(
  caller: KeyedWork<string>['caller'],
): Omit<KeyedWork<string>, 'end'> & { readonly end: Mock<(why: string) => void> } {
  const { promise, resolve } = deferred<string>();
  const end = vi.fn<(why: string) => void>(resolve);
  return { key: 'k', fingerprint: 'same', caller, run: () => promise, end };
}

/** A caller, and the function that makes it leave. */
function callerOf(endsDeliberately = false): NonNullable<KeyedWork<string>['caller']> & { readonly leave: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, endsDeliberately, leave: () => controller.abort() };
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('work that is canceled or has no waiting callers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('continues for ten seconds for a disconnected caller to return, then ends', async () => {
    const once = createIdempotency<string>();
    const caller = callerOf();
    const work = workFor(caller);
    const first = once.run(work);
    await pass(60_000);
    caller.leave();
    await pass(9_900);
    expect(work.end).not.toHaveBeenCalled();
    await pass(400);
    expect(work.end.mock.calls).toStrictEqual([['unattended']]);
    expect(await first).toMatchObject({ state: 'done', value: 'unattended' });
  });

  it('continues while a joined caller waits, and lingers when the last one has left', async () => {
    const once = createIdempotency<string>();
    const [one, other] = [callerOf(), callerOf()];
    const work = workFor(one);
    void once.run(work);
    void once.run({ ...workFor(other), run: () => expect.unreachable('it ran twice') });
    one.leave();
    await pass(60_000);
    other.leave();
    await pass(9_900);
    expect(work.end).not.toHaveBeenCalled();
    await pass(400);
    expect(work.end).toHaveBeenCalledOnce();
  });

  it('continues when a caller returns', async () => {
    const once = createIdempotency<string>();
    const caller = callerOf();
    const work = workFor(caller);
    void once.run(work);
    caller.leave();
    await pass(9_000);
    const back = callerOf();
    void once.run(workFor(back));
    await pass(60_000);
    expect(work.end).not.toHaveBeenCalled();
    back.leave();
    await pass(10_300);
    expect(work.end).toHaveBeenCalledOnce();
  });

  it('ends at once when its last caller cancels, but not if another caller may return', async () => {
    const once = createIdempotency<string>();
    const canceler = callerOf(true);
    const alone = workFor(canceler);
    const first = once.run(alone);
    canceler.leave();
    await pass(200);
    expect(alone.end).toHaveBeenCalledOnce();
    expect(await first).toMatchObject({ state: 'left' });

    const [lost, joined] = [callerOf(), callerOf(true)];
    const work = { ...workFor(lost), key: 'other' };
    void once.run(work);
    const second = once.run({ ...workFor(joined), key: 'other' });
    lost.leave();
    joined.leave();
    await pass(200);
    expect(await second).toStrictEqual({ state: 'left' });
    expect(work.end).not.toHaveBeenCalled();
    await pass(10_300);
    expect(work.end).toHaveBeenCalledOnce();
  });

  it('resolves for a caller that cancels, while the work continues for another', async () => {
    const once = createIdempotency<string>();
    const [canceler, other] = [callerOf(true), callerOf()];
    const work = workFor(canceler);
    const first = once.run(work);
    const second = once.run(workFor(other));
    canceler.leave();
    await pass(200);
    expect(await first).toStrictEqual({ state: 'left' });
    expect(work.end).not.toHaveBeenCalled();
    work.end('done');
    expect(await second).toMatchObject({ state: 'done', value: 'done', repeated: true });
  });

  it('ends within about a second when its key is canceled, but not by another owner', async () => {
    const once = createIdempotency<string>();
    const work = { ...workFor(callerOf()), owner: 'ada' };
    const first = once.run(work);
    await once.cancel('k', 'bob');
    await once.cancel('other', 'ada');
    await pass(3_000);
    expect(work.end).not.toHaveBeenCalled();
    await once.cancel('k', 'ada');
    await pass(1_300);
    expect(work.end.mock.calls).toStrictEqual([['canceled']]);
    expect(await first).toMatchObject({ state: 'done', value: 'canceled' });
  });

  // Retried if an earlier file in the same process sets a timer meanwhile. Our own timer would be left every time.
  it('lingers for lingerMs, including Infinity', { retry: 3 }, async () => {
    for (const [lingerMs, lasts] of [
      [0, 300],
      [500, 800],
      [Number.POSITIVE_INFINITY, undefined],
    ] as const) {
      const once = createIdempotency<string>({ lingerMs });
      const caller = callerOf();
      const work = workFor(caller);
      void once.run(work);
      await pass(1_000);
      caller.leave();
      if (lingerMs > 0) {
        await pass(lasts === undefined ? 3_600_000 : lingerMs - 100);
        expect(work.end).not.toHaveBeenCalled();
      }
      if (lasts !== undefined) {
        await pass(lasts);
        expect(work.end).toHaveBeenCalledOnce();
      }
      work.end('done');
      await pass(200);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  it('continues without a caller signal', async () => {
    const work = workFor(undefined);
    void createIdempotency<string>().run(work);
    await pass(3_600_000);
    expect(work.end).not.toHaveBeenCalled();
  });

  it('continues while the store fails, and ends when it is available again', async () => {
    let isBroken = true;
    const reported: unknown[] = [];
    const store = storeWith((memory) => ({
      status: (claims) => (isBroken ? Promise.reject(new Error('gone')) : (memory.status?.(claims) ?? [])),
    }));
    const once = createIdempotency<string>({ store, lingerMs: 100, report: (error) => reported.push(error) });
    const caller = callerOf();
    const work = workFor(caller);
    void once.run(work);
    caller.leave();
    await pass(5_000);
    expect(work.end).not.toHaveBeenCalled();
    // Once a second, and not at every poll of the signals.
    expect(reported.length).toBeLessThan(8);
    isBroken = false;
    await pass(2_500);
    expect(work.end).toHaveBeenCalledOnce();
  });

  it('makes no status request in its first second', async () => {
    const asked: number[] = [];
    const store = storeWith((memory) => ({
      status: (claims) => {
        asked.push(claims.length);
        return memory.status?.(claims) ?? [];
      },
    }));
    const once = createIdempotency<string>({ store });
    const [short, long] = [workFor(callerOf()), { ...workFor(callerOf()), key: 'long' }];
    void once.run(short);
    await pass(900);
    short.end('done');
    void once.run(long);
    await pass(1_000);
    expect(asked).toStrictEqual([]);
    await pass(1_000);
    expect(asked).toStrictEqual([1]);
  });

  it('leaves no timers or listeners after a thousand runs that ended, were canceled, or finished', async () => {
    const once = createIdempotency<string>({ lingerMs: 0 });
    const add = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const works = Array.from({ length: 1_000 }, (_, index) => ({
      ...workFor(callerOf(index % 2 === 0)),
      key: String(index),
    }));
    const results = works.map((work) => once.run(work));
    const joined = works.map((work) => once.run({ ...workFor(callerOf(true)), key: work.key }));
    for (const [index, { caller, end, key }] of works.entries()) {
      if (index % 3 === 0) (caller as ReturnType<typeof callerOf>).leave();
      else if (index % 3 === 1) void once.cancel(key);
      else end('done');
    }
    await pass(2_500);
    for (const { end } of works) end('done');
    await Promise.all([...results, ...joined]);
    await pass(200);
    expect(vi.getTimerCount()).toBe(0);
    expect(add).not.toHaveBeenCalled();
    add.mockRestore();
  });

  it.each([-1, Number.NaN])('rejects lingerMs of %s', (lingerMs) => {
    expect(() => createIdempotency({ lingerMs })).toThrow(
      `lingerMs must be a number of milliseconds of 0 or more, or Infinity for no end, got ${String(lingerMs)}.`,
    );
  });
});
