import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimOf, kept } from '../src/contract/store-case.ts';
import { idempotencyStoreContract } from '../src/contract.ts';
import { createMemoryIdempotencyStore, type MemoryIdempotencyStore } from '../src/index.ts';
import { long, settle } from './settled-claims.ts';

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
  it('answers at once', () => {
    const store = createMemoryIdempotencyStore();
    const claim = claimOf('a');
    expect(store.claim(claim)).toStrictEqual({ state: 'mine' });
    expect(store.settle(claim, kept('done'))).toBe('settled');
  });

  it('REL-17: remembers the newest half of its entries at least, never more than all of them, and every run that goes on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 0, max: 60 }), (maxEntries, count) => {
        const store = createMemoryIdempotencyStore({ maxEntries, now: () => 0 });
        const running = claimOf('running');
        store.claim(running);
        for (let index = 0; index < count; index += 1) {
          const claim = claimOf(`${index}`);
          store.claim(claim);
          store.settle(claim, kept('done'));
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

  it('has whoever keeps the most give way when all is full: by number, by bytes, and nobody who keeps little', () => {
    for (const options of [{ maxEntries: 100 }, { maxBytes: 100_000 }]) {
      const store = createMemoryIdempotencyStore({ now: () => 0, ...options });
      const small = ['ada', 'bob'].map((owner) => [owner, settle(store, owner, kept(long))] as const);
      for (let index = 0; index < 1_000; index += 1) {
        for (const owner of ['x', 'y', 'z', undefined]) settle(store, owner, kept(index % 2 === 0 ? 'x' : long));
      }
      for (const [owner, key] of small) {
        expect(store.claim(claimOf(key, { owner }))).toStrictEqual({ state: 'answered', text: long });
      }
      const newcomer = settle(store, 'new', kept('charged'));
      expect(store.claim(claimOf(newcomer, { owner: 'new' }))).toStrictEqual({ state: 'answered', text: 'charged' });
    }
  });

  it('FAULT-12: knows no clock that can be set', () => {
    let now = 0;
    const store = createMemoryIdempotencyStore({ ttlMs: 1_000, now: () => now });
    const claim = claimOf('a');
    store.claim(claim);
    now = 10_000_000;
    expect(store.claim(claimOf('a'))).toMatchObject({ state: 'running' });
    store.settle(claim, kept('done'));
    now += 999;
    expect(store.claim(claimOf('a'))).toMatchObject({ state: 'answered' });
    now += 1;
    expect(store.claim(claimOf('a'))).toStrictEqual({ state: 'mine' });
  });

  it.each([
    [{ ttlMs: 0 }, 'ttlMs is 0. Give a number of milliseconds above 0 up to 2147483647.'],
    [{ maxEntries: 1 }, 'maxEntries is 1. Give a whole number of 2 or more.'],
    [{ maxBytesPerOwner: 0 }, 'maxBytesPerOwner is 0. Give a whole number of 1 or more.'],
    [{ maxBytes: Number.NaN }, 'maxBytes is NaN. Give a whole number of 2 or more.'],
  ])('refuses %o', (options, message) => {
    expect(() => createMemoryIdempotencyStore(options)).toThrow(message);
  });
});
