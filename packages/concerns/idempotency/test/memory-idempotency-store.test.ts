import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimOf, storedResult } from '../src/contract/case-support.ts';
import { idempotencyStoreContract } from '../src/contract.ts';
import { createMemoryIdempotencyStore, type MemoryIdempotencyStore } from '../src/index.ts';
import { long, settle } from './settled-claims.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the memory store', () => {
  it.concurrent.each(idempotencyStoreContract)('$title', async ({ run }) => {
    const stores = new Map<string, MemoryIdempotencyStore>();
    await run({
      make: (options) => {
        const name = JSON.stringify(options);
        const store = stores.get(name) ?? createMemoryIdempotencyStore(options);
        stores.set(name, store);
        return store;
      },
    });
  });
});

describe('createMemoryIdempotencyStore', () => {
  it('is synchronous', () => {
    const store = createMemoryIdempotencyStore();
    const claim = claimOf('a');
    expect(store.claim(claim)).toStrictEqual({ state: 'acquired' });
    expect(store.settle(claim, storedResult('done'))).toBe('settled');
  });

  it('REL-17: keeps at least the newest half of maxEntries, at most maxEntries, and every running claim', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 0, max: 60 }), (maxEntries, count) => {
        const store = createMemoryIdempotencyStore({ maxEntries });
        const running = claimOf('running');
        store.claim(running);
        for (let index = 0; index < count; index += 1) {
          const claim = claimOf(`${index}`);
          store.claim(claim);
          store.settle(claim, storedResult('done'));
        }
        const remembered = Array.from(
          { length: count },
          (_, index) => store.claim(claimOf(`${index}`, { fingerprint: 'other' })).state === 'conflict',
        );
        expect(remembered.filter(Boolean).length).toBeLessThanOrEqual(maxEntries + 1);
        expect(remembered.slice(Math.max(0, count - Math.floor(maxEntries / 2) + 1)).every(Boolean)).toBe(true);
        expect(store.claim(claimOf('running'))).toMatchObject({ state: 'running', token: running.token });
      }),
      { numRuns: 300 },
    );
  });

  it('evicts results of the largest owners first, by number and by bytes', () => {
    for (const options of [{ maxEntries: 100 }, { maxBytes: 100_000 }]) {
      const store = createMemoryIdempotencyStore(options);
      const small = ['ada', 'bob'].map((owner) => [owner, settle(store, owner, storedResult(long))] as const);
      for (let index = 0; index < 1_000; index += 1) {
        for (const owner of ['x', 'y', 'z', undefined]) {
          settle(store, owner, storedResult(index % 2 === 0 ? 'x' : long));
        }
      }
      for (const [owner, key] of small) {
        expect(store.claim(claimOf(key, { owner }))).toStrictEqual({ state: 'completed', text: long });
      }
      const newcomer = settle(store, 'new', storedResult('charged'));
      expect(store.claim(claimOf(newcomer, { owner: 'new' }))).toStrictEqual({ state: 'completed', text: 'charged' });
    }
  });

  it('FAULT-12: uses a monotonic clock', () => {
    let now = 0;
    vi.stubGlobal('performance', { now: () => now });
    const store = createMemoryIdempotencyStore({ ttlMs: 1_000 });
    const claim = claimOf('a');
    store.claim(claim);
    now = 10_000_000;
    expect(store.claim(claimOf('a'))).toMatchObject({ state: 'running' });
    store.settle(claim, storedResult('done'));
    now += 999;
    expect(store.claim(claimOf('a'))).toMatchObject({ state: 'completed' });
    now += 1;
    expect(store.claim(claimOf('a'))).toStrictEqual({ state: 'acquired' });
  });

  it.each([
    [{ ttlMs: 0 }, 'ttlMs must be a number of milliseconds above 0 up to 2147483647, got 0.'],
    [{ maxEntries: 1 }, 'maxEntries must be a whole number of 2 or more, got 1.'],
    [{ maxBytes: Number.NaN }, 'maxBytes must be a whole number of 2 or more, got NaN.'],
  ])('refuses %o', (options, message) => {
    expect(() => createMemoryIdempotencyStore(options)).toThrow(message);
  });
});
