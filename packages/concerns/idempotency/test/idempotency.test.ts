import { deferred } from '@toolwire/internal/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { all } from '../src/contract/case-support.ts';
import { type Claim, createIdempotency, createMemoryIdempotencyStore, type IdempotencyStore } from '../src/index.ts';
import type { KeyedWork } from '../src/runs/keyed-work.ts';
import { storeWith } from './support.ts';

const leaseMs = 3_000;

/** A store whose methods a test can replace. It has leases, like a shared store. */
function breakable(): {
  readonly store: IdempotencyStore;
  readonly broken: Partial<IdempotencyStore>;
  readonly asked: string[];
} {
  const broken: Partial<IdempotencyStore> = {};
  const asked: string[] = [];
  const noted = <Step>(name: string, step: Step): Step => {
    asked.push(name);
    return step;
  };
  const store = storeWith((memory) => ({
    leaseMs,
    claim: (claim) => noted('claim', broken.claim ?? ((one) => memory.claim(one)))(claim),
    settle: (claim, result) => noted('settle', broken.settle ?? ((one, of) => memory.settle(one, of)))(claim, result),
    release: (claim) => noted('release', broken.release ?? ((one) => memory.release(one)))(claim),
    renew: (claims) => noted('renew', broken.renew ?? ((some) => memory.renew(some)))(claims),
  }));
  return { store, broken, asked };
}

function workOf(run: () => string | Promise<string>, fields: Partial<KeyedWork<string>> = {}): KeyedWork<string> {
  return { key: 'a', fingerprint: 'same', run, ...fields };
}

/** Work whose result is only for waiting calls, so it is returned before it is stored. */
function deliveredWork(fields: Partial<KeyedWork<string>> = {}): KeyedWork<string> {
  return workOf(() => 'done', { encode: (text) => ({ retention: 'delivered', text, bytes: 0 }), ...fields });
}

const never = (): never => expect.unreachable('it ran');
const silence = (): Promise<never> => new Promise<never>(() => undefined);
const broke = (): Promise<never> => Promise.reject(new Error('broken'));

describe('createIdempotency', () => {
  it('is synchronous if the store and the work are', () => {
    const once = createIdempotency<string>();
    expect(once.run(workOf(() => 'done'))).toStrictEqual({ state: 'done', value: 'done', repeated: false });
    expect(once.run(workOf(never))).toStrictEqual({ state: 'done', value: 'done', repeated: true });
  });

  it('does not join a finished run, even with a synchronous store that keeps no claims', async () => {
    const once = createIdempotency<string>({ store: storeWith(() => ({})) });
    const first = once.run(workOf(() => Promise.resolve('done'), { encode: () => undefined, repeatable: true }));
    expect(await first).toMatchObject({ value: 'done' });
    const again = workOf(() => Promise.resolve('done again'), { repeatable: true });
    expect(await once.run(again)).toStrictEqual({ state: 'done', value: 'done again', repeated: false });
  });

  it('stores undefined as null', () => {
    const once = createIdempotency<unknown>();
    void once.run({ key: 'a', fingerprint: '', run: () => undefined });
    expect(once.run({ key: 'a', fingerprint: '', run: never })).toMatchObject({ value: null, repeated: true });
  });

  it('runs work whose result cannot be encoded once, then returns in_doubt', () => {
    const report = vi.fn<(error: unknown) => void>();
    const once = createIdempotency<unknown>({ report });
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(once.run({ key: 'a', fingerprint: '', run: () => circle })).toMatchObject({ state: 'done', value: circle });
    expect(once.run({ key: 'a', fingerprint: '', run: never })).toStrictEqual({ state: 'in_doubt' });
    expect(report).toHaveBeenCalledOnce();
  });

  it.each([
    ['asynchronous', (): Promise<string> => Promise.resolve('done')],
    ['synchronous', (): string => 'done'],
  ])('rethrows an error of finalValue of %s work, then returns in_doubt', async (_kind, run) => {
    const once = createIdempotency<string>();
    const finalValue = (): never => {
      throw new Error('no answer');
    };
    await expect((async () => once.run(workOf(run, { finalValue })))()).rejects.toThrow('no answer');
    expect(await once.run(workOf(never))).toStrictEqual({ state: 'in_doubt' });
  });

  it('returns unavailable for a stored result that cannot be decoded', () => {
    const report = vi.fn<(error: unknown) => void>();
    const once = createIdempotency<string>({ report }, () => {
      throw new Error('What is this?');
    });
    void once.run(workOf(() => 'done'));
    expect(once.run(workOf(never))).toMatchObject({ state: 'unavailable' });
    expect(report).toHaveBeenCalledOnce();
  });

  it.each<[object, string]>([
    [{ onStoreFailure: 'run' }, "Invalid option 'onStoreFailure' in createIdempotency()."],
    [{ storeTimeoutMs: 0 }, 'storeTimeoutMs must be a number of milliseconds above 0 up to 2147483647, got 0.'],
  ])('rejects %o', (options, message) => {
    expect(() => createIdempotency(options)).toThrow(message);
  });
});

describe('a store that fails', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(async () => {
    // One more poll of the run monitor, and the lease of claims that are undone.
    await vi.advanceTimersByTimeAsync(leaseMs + 100);
    const left = vi.getTimerCount();
    vi.useRealTimers();
    if (left > 0) throw new Error(`${left} timers are left over.`);
  });

  it.each([
    ['rejects', broke],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
  ])('that %s: runs nothing, returns unavailable, and works again when it is back', async (_how, claim) => {
    const { store, broken } = breakable();
    const report = vi.fn<(error: unknown) => void>();
    const once = createIdempotency<string>({ store, report });
    broken.claim = claim;
    expect(await once.run(workOf(never))).toMatchObject({ state: 'unavailable', error: new Error('broken') });
    expect(report).toHaveBeenCalledOnce();
    delete broken.claim;
    expect(await once.run(workOf(() => 'done'))).toMatchObject({ value: 'done', repeated: false });
  });

  it('FAULT-05: releases a claim that was granted after the timeout, so that the next claim does not wait for its lease', async () => {
    const { store, broken, asked } = breakable();
    const inner = createMemoryIdempotencyStore();
    const gate = deferred<void>();
    const once = createIdempotency<string>({ store });
    broken.claim = async (claim) => {
      await gate.promise;
      return inner.claim(claim);
    };
    broken.release = (claim) => inner.release(claim);
    const first = once.run(workOf(never));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toMatchObject({ state: 'unavailable' });
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toContain('release');
    expect(await once.run(workOf(() => 'done'))).toMatchObject({ value: 'done' });
  });

  it('FAULT-05: undoes a claim without a response until its lease is over, and no other claim', async () => {
    const { store, broken, asked } = breakable();
    const inner = createMemoryIdempotencyStore();
    const once = createIdempotency<string>({ store });
    const [lost, other] = ['lost', 'other'].map((key) => ({ key, fingerprint: 'same', token: 'x', takeOver: false }));
    inner.claim(other as Claim);
    const claims: Claim[] = [];
    // The request arrives late, after the first attempts to undo it, and its response is lost.
    broken.claim = (claim) => {
      claims.push(claim);
      setTimeout(() => void inner.claim(claim), leaseMs / 2);
      return silence();
    };
    broken.release = (claim) => inner.release(claim);
    const calls = ['lost', 'other'].map((key) => once.run(workOf(never, { key })));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await all(calls)).toMatchObject([{ state: 'unavailable' }, { state: 'unavailable' }]);
    await vi.advanceTimersByTimeAsync(900);
    expect(inner.claim(lost as Claim)).toMatchObject({ state: 'running', token: claims[0]?.token });
    await vi.advanceTimersByTimeAsync(leaseMs);
    expect(inner.claim(lost as Claim)).toStrictEqual({ state: 'acquired' });
    expect(inner.claim({ ...other, token: 'y' } as Claim)).toMatchObject({ state: 'running', token: 'x' });
    expect(asked.filter((name) => name === 'release')).toHaveLength(8);
  });

  it('keeps the effect of a lost run unknown when a claim that took over late is undone', async () => {
    const memory = createMemoryIdempotencyStore();
    const gate = deferred<void>();
    const store = storeWith(() => ({ claim: (claim) => gate.promise.then(() => memory.claim(claim)) }), memory);
    const before = { key: 'a', fingerprint: 'same', token: 'before', takeOver: false };
    memory.claim(before);
    memory.abandon(before);
    const late = createIdempotency<string>({ store }).run(workOf(never, { repeatable: true }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toMatchObject({ state: 'unavailable' });
    gate.resolve();
    await vi.advanceTimersByTimeAsync(10);
    const next = createIdempotency<string>({ store: memory });
    expect(next.run(workOf(never))).toStrictEqual({ state: 'in_doubt' });
    expect(next.run(workOf(() => 'done', { repeatable: true }))).toMatchObject({ value: 'done', repeated: false });
    await vi.advanceTimersByTimeAsync(60_000);
  });

  it('returns a result only once it is stored, to all callers', async () => {
    const { store, broken, asked } = breakable();
    const report = vi.fn<(error: unknown) => void>();
    const once = createIdempotency<string>({ store, report });
    const returned: unknown[] = [];
    broken.settle = silence;
    const run = vi.fn<() => Promise<string>>(async () => 'done');
    const calls = [once.run(workOf(run)), once.run(workOf(run))];
    for (const call of calls) void Promise.resolve(call).then((one) => returned.push(one));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(report.mock.calls[0]?.[0]).toMatchObject({ name: 'TimeoutError' });

    // Its claim is renewed meanwhile, so no other process takes over.
    broken.settle = broke;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toContain('renew');
    expect(returned).toStrictEqual([]);
    delete broken.settle;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(returned).toStrictEqual([
      { state: 'done', value: 'done', repeated: false },
      { state: 'done', value: 'done', repeated: true },
    ]);
    expect(run).toHaveBeenCalledOnce();
  });

  it.each([
    ['a timeout', silence],
    ['an error', broke],
    [
      'a throw',
      (): never => {
        throw new Error('broken');
      },
    ],
  ])('returns hasRun instead of a result that was not stored within a lease: after %s', async (_how, settle) => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    broken.settle = settle;
    const first = once.run(workOf(async () => 'done'));
    await vi.advanceTimersByTimeAsync(leaseMs + 2_000);
    expect(await first).toMatchObject({ state: 'unavailable', hasRun: true });
    expect(await once.run(workOf(never))).toMatchObject({ state: 'unavailable', hasRun: true });
    expect(await once.run(workOf(never, { fingerprint: 'other' }))).toStrictEqual({ state: 'conflict' });

    // A retry stores the result when the store is back.
    delete broken.settle;
    await vi.advanceTimersByTimeAsync(leaseMs);
    const elsewhere = createIdempotency<string>({ store });
    for (const process of [once, elsewhere]) {
      expect(await process.run(workOf(never))).toStrictEqual({ state: 'done', value: 'done', repeated: true });
    }
  });

  it('returns a result for waiting calls before it is stored, because the next call runs again', async () => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    broken.settle = broke;
    expect(await once.run(deliveredWork())).toMatchObject({ state: 'done', value: 'done' });
    delete broken.settle;
    await vi.advanceTimersByTimeAsync(leaseMs);
  });

  it('retries a step three times per lease, for ten leases', async () => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    const settle = vi.fn(broke);
    broken.settle = settle;
    await once.run(deliveredWork());
    await vi.advanceTimersByTimeAsync(20 * leaseMs);
    expect(settle).toHaveBeenCalledTimes(1 + 10 * 3);
  });

  it('stops retrying eventually, and leaves no timer', async () => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    broken.settle = broke;
    const first = once.run(workOf(() => 'done'));
    await vi.advanceTimersByTimeAsync(20 * leaseMs);
    expect(await first).toMatchObject({ state: 'unavailable', hasRun: true });
  });

  it.each([
    ['results for waiting calls', deliveredWork],
    ['stored results', (fields: Partial<KeyedWork<string>>) => workOf(() => 'done', fields)],
  ])('drops failed steps above the limit, and lets their leases expire: %s', async (_what, work) => {
    const { store, broken } = breakable();
    // A short lease, so that each result is retried once before its call ends.
    const once = createIdempotency<string>({ store: { ...store, leaseMs: 30 } });
    broken.settle = broke;
    const keys = Array.from({ length: 1_200 }, (_, index) => `key ${index}`);
    const calls = keys.map((key) => once.run(work({ key })));
    await vi.advanceTimersByTimeAsync(60);
    await all(calls);
    const renewed: number[] = [];
    broken.renew = async (claims) => void renewed.push(claims.length);
    await vi.advanceTimersByTimeAsync(10);
    delete broken.settle;
    await vi.advanceTimersByTimeAsync(leaseMs);
    expect(renewed[0]).toBe(1_000);
    // The cleanup of these tests fails if a timer remains.
  });

  it('stores every other result, even if the store refuses one of them each time', async () => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    broken.settle = broke;
    for (const key of ['refused', 'other']) await once.run(deliveredWork({ key }));
    const stored: string[] = [];
    broken.settle = async ({ key }): Promise<'settled'> => {
      if (key === 'refused') throw new Error('The result is too large.');
      stored.push(key);
      return 'settled';
    };
    await vi.advanceTimersByTimeAsync(20 * leaseMs);
    expect(stored).toStrictEqual(['other']);
  });

  it('does not keep the process alive for retries', async () => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    // Not a spy: vitest would restore it to the fake timer after the last test.
    const intervals = vi.fn(globalThis.setInterval);
    vi.stubGlobal('setInterval', intervals);
    broken.settle = broke;
    await once.run(deliveredWork());
    expect(intervals.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).not.toContain(true);
    expect(intervals).toHaveBeenCalled();
    vi.unstubAllGlobals();
    delete broken.settle;
    await vi.advanceTimersByTimeAsync(leaseMs);
  });

  it('renews running claims on time, however many steps are retried', async () => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    const gate = deferred<string>();
    const running = once.run(workOf(() => gate.promise, { key: 'running' }));
    broken.settle = broke;
    for (let count = 0; count < 900; count += 1) await once.run(deliveredWork({ key: `key ${count}` }));
    const renewedAt = [performance.now()];
    broken.renew = async () => void renewedAt.push(performance.now());
    let recorded = 0;
    broken.settle = async (): Promise<'settled'> => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      recorded += 1;
      return 'settled';
    };
    await vi.advanceTimersByTimeAsync(8 * leaseMs);
    const gaps = renewedAt.slice(1).map((at, index) => at - (renewedAt[index] ?? at));
    expect(Math.max(...gaps)).toBeLessThanOrEqual((2 * leaseMs) / 3);
    expect(recorded).toBe(900);
    delete broken.settle;
    gate.resolve('done');
    await running;
  });

  it('returns no result if the store fails before it returns the authoritative one', async () => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    broken.settle = async (): Promise<'taken'> => 'taken';
    broken.claim = async () => ({ state: 'acquired' });
    const gate = deferred<string>();
    const first = once.run(workOf(() => gate.promise));
    await vi.advanceTimersByTimeAsync(10);
    broken.claim = broke;
    gate.resolve('done');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toStrictEqual({ state: 'unavailable', error: new Error('broken'), hasRun: true });
  });

  it('does not say that nothing ran if the key belongs to other work when the run ends', async () => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    const gate = deferred<string>();
    const first = once.run(workOf(() => gate.promise));
    await vi.advanceTimersByTimeAsync(10);
    broken.settle = async (): Promise<'taken'> => 'taken';
    broken.claim = async () => ({ state: 'conflict' });
    gate.resolve('done');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toMatchObject({ state: 'unavailable', hasRun: true });
  });

  it('renews running claims only', async () => {
    const { store, broken } = breakable();
    const once = createIdempotency<string>({ store });
    const renewed: string[][] = [];
    broken.renew = async (claims) => void renewed.push(claims.map(({ key }) => key));
    const gates = { a: deferred<string>(), b: deferred<string>() };
    const runs = (['a', 'b'] as const).map((key) => once.run(workOf(() => gates[key].promise, { key })));
    await vi.advanceTimersByTimeAsync(leaseMs / 3);
    gates.a.resolve('done');
    await runs[0];
    await vi.advanceTimersByTimeAsync(leaseMs / 3);
    gates.b.resolve('done');
    await runs[1];
    await vi.advanceTimersByTimeAsync(leaseMs);
    expect(renewed).toStrictEqual([['a', 'b'], ['b']]);
  });

  it('stops waiting for a run of another process, and never runs it itself', async () => {
    const { store, broken } = breakable();
    const elsewhere = createIdempotency<string>({ store });
    const once = createIdempotency<string>({ store });
    const gate = deferred<string>();
    const first = elsewhere.run(workOf(() => gate.promise));
    const second = once.run(workOf(never));
    await vi.advanceTimersByTimeAsync(50);
    broken.claim = broke;
    await vi.advanceTimersByTimeAsync(250);
    expect(await second).toMatchObject({ state: 'unavailable' });
    gate.resolve('done');
    await first;
  });

  it.each([
    [
      'at once',
      (): never => {
        throw new Error('The log is gone');
      },
    ],
    // vitest fails a run with an unhandled rejection.
    ['later', () => Promise.reject(new Error('The log is gone'))],
  ])('ignores a report function that fails %s', async (_when, report: () => void) => {
    const { store, broken } = breakable();
    broken.claim = broke;
    expect(await createIdempotency<string>({ store, report }).run(workOf(never))).toMatchObject({
      state: 'unavailable',
    });
  });
});
