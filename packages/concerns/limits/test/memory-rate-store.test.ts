import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryRateStore } from '../src/index.ts';

const daily = { limit: 1, windowMs: 86_400_000 };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('createMemoryRateStore', () => {
  it.each([[{ limit: 2, windowMs: daily.windowMs }], [{ limit: 1, windowMs: 1_000 }]])(
    'counts two rules separately, even under one key: %o',
    (other) => {
      const store = createMemoryRateStore();
      expect(store.take('a', 1, daily)).toMatchObject({ allowed: true });
      for (let count = 0; count < other.limit; count += 1) {
        expect(store.take('a', 1, other)).toMatchObject({ allowed: true });
      }

      expect(store.take('a', 1, { ...daily })).toMatchObject({ allowed: false });
      expect(store.take('a', 1, { ...other })).toMatchObject({ allowed: false });
    },
  );

  it('stores at least the most recently used half of its keys, allowed or not, and drops older keys', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 10 }),
        fc.array(fc.nat(20), { maxLength: 60, size: 'max' }),
        (maxKeys, keys) => {
          const store = createMemoryRateStore({ maxKeys });
          const byLastUse: number[] = [];
          for (const key of keys) {
            const remembered = byLastUse.indexOf(key);
            const { allowed } = store.take(String(key), 1, daily);
            if (remembered >= 0 && remembered < Math.floor(maxKeys / 2)) expect(allowed).toBe(false);
            if (remembered < 0 || remembered >= maxKeys) expect(allowed).toBe(true);
            if (remembered >= 0) byLastUse.splice(remembered, 1);
            byLastUse.unshift(key);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('limits its memory under a flood of keys', () => {
    const store = createMemoryRateStore({ maxKeys: 1_000 });
    const before = heapUsed();
    for (let count = 0; count < 200_000; count += 1) store.take(`principal ${count}`, 1, daily);

    // All 200 000 would take 40 MB and more.
    expect(heapUsed() - before).toBeLessThan(4_000_000);
    expect(store.take('principal 199999', 1, daily)).toMatchObject({ allowed: false });
  });

  it('limits its memory under a flood of calls with one key', () => {
    let now = 0;
    vi.stubGlobal('performance', { now: () => now });
    const store = createMemoryRateStore();
    const often = { limit: 200_000, windowMs: 1_000_000 };
    const before = heapUsed();
    for (now = 0; now < 200_000; now += 1) store.take('a', 1, often);

    // All 200 000 moments would take 10 MB and more.
    expect(heapUsed() - before).toBeLessThan(2_000_000);
    expect(store.take('a', 1, often)).toMatchObject({ allowed: false });
  });

  it('drops expired keys when other keys are used, before keys that are still counted', () => {
    let now = 0;
    vi.stubGlobal('performance', { now: () => now });
    const store = createMemoryRateStore({ maxKeys: 4 });
    const often = { limit: 1, windowMs: 10 };
    store.take('lapsed', 1, often);
    now = 10;
    for (const key of ['a', 'b', 'c', 'd']) store.take(key, 1, often);
    now = 15;

    expect(store.take('a', 1, often)).toStrictEqual({ allowed: false, retryAfterMs: 5 });
  });

  it.each([0, 1, 2.5, Number.POSITIVE_INFINITY])('rejects a limit of %s keys', (maxKeys) => {
    expect(() => createMemoryRateStore({ maxKeys })).toThrow(
      `maxKeys must be a whole number of 2 or more, got ${maxKeys}.`,
    );
  });
});

/** The heap size after a collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
