import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimOf, handedOn, kept, unique } from '../src/contract/store-case.ts';
import { idempotencyStoreContract } from '../src/contract.ts';
import {
  type Answered,
  createIdempotency,
  createMemoryIdempotencyStore,
  type MemoryIdempotencyStore,
} from '../src/index.ts';

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

  it('REL-17: stays within its bytes', () => {
    const store = createMemoryIdempotencyStore({ maxBytes: 4_000_000 });
    const before = heapUsed();
    for (let index = 0; index < 2_000; index += 1) {
      const claim = claimOf(`${index}`);
      store.claim(claim);
      // A text of its own each time, one byte a character.
      store.settle(claim, kept(Buffer.alloc(50_000, 'x').toString('latin1')));
    }

    // All of them would take 100 MB.
    expect(heapUsed() - before).toBeLessThan(6_000_000);
    expect(store.claim(claimOf('1999'))).toMatchObject({ state: 'answered' });
  });

  it('REL-17: keeps of an asynchronous run what was recorded, and not its answer', async () => {
    const once = createIdempotency<string>({ store: createMemoryIdempotencyStore() });
    const before = heapUsed();
    for (let index = 0; index < 200; index += 1) {
      await once.run({
        key: `${index}`,
        fingerprint: 'same',
        run: async () => Buffer.alloc(500_000, 'x').toString('latin1'),
        record: () => kept('done'),
      });
    }
    expect(heapUsed() - before).toBeLessThan(6_000_000);
  });

  it('keeps the answer of a small tenant whom a greedy one cannot push out, whose own calls never run twice unseen', () => {
    const store = createMemoryIdempotencyStore();
    const key = settle(store, 'small', kept(long));
    const before = heapUsed();
    // All of them would take 3 GB, and 300 MB where not every case runs.
    const count = process.env['TEST_SCOPE'] === 'all' ? 3_000 : 300;
    const keys = Array.from({ length: count }, () =>
      // A text of its own each time, one byte a character.
      settle(store, 'greedy', { ...kept('x'), text: Buffer.alloc(2 ** 20, 'x').toString('latin1'), bytes: 2 ** 20 }),
    );

    expect(heapUsed() - before).toBeLessThan(32 * 2 ** 20);
    expect(store.claim(claimOf(key, { owner: 'small' }))).toStrictEqual({ state: 'answered', text: long });
    const states = keys.map((one) => store.claim(claimOf(one, { owner: 'greedy' })).state);
    expect(states.slice(-8)).toStrictEqual(Array.from({ length: 8 }, () => 'answered'));
    expect(new Set(states)).toStrictEqual(new Set(['answered', 'unkept']));
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

  it('forgets the answers of owners who never come back, and the owners', () => {
    let now = 0;
    const store = createMemoryIdempotencyStore({ ttlMs: 1_000, now: () => now });
    const before = heapUsed();
    for (let index = 0; index < 2_000; index += 1) {
      const text = Buffer.alloc(20_000, 'x').toString('latin1');
      settle(store, `${index}`, { fate: 'kept', text, bytes: text.length });
    }
    expect(heapUsed() - before).toBeGreaterThan(30_000_000);
    now = 2_000;
    settle(store, 'next', kept('done'));
    expect(heapUsed() - before).toBeLessThan(2_000_000);
  });

  it('stays small under a flood of calls of one key that may be tried again', () => {
    const store = createMemoryIdempotencyStore();
    const before = heapUsed();
    for (let index = 0; index < 100_000; index += 1) {
      const claim = claimOf('a');
      store.claim(claim);
      store.settle(claim, handedOn('try again'));
    }
    expect(heapUsed() - before).toBeLessThan(2_000_000);
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

const long = 'x'.repeat(1_000);

/** Settles a claim of a key of its own, which it answers. */
function settle(store: MemoryIdempotencyStore, owner: string | undefined, answer: Answered): string {
  const claim = claimOf(unique(), { owner });
  expect(store.claim(claim)).toStrictEqual({ state: 'mine' });
  expect(store.settle(claim, answer)).toBe('settled');
  return claim.key;
}

/** What is left on the heap after a collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
