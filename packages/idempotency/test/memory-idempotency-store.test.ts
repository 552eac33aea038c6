import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimOf, handedOn, kept } from '../src/contract/store-case.ts';
import { idempotencyStoreContract } from '../src/contract.ts';
import { createIdempotency, createMemoryIdempotencyStore } from '../src/index.ts';

describe('the memory store', () => {
  it.concurrent.each(idempotencyStoreContract)('$title', async ({ run }) => {
    const stores = new Map([60_000, 800].map((ttlMs) => [ttlMs, createMemoryIdempotencyStore({ ttlMs })]));
    await run({ make: ({ ttlMs }) => stores.get(ttlMs) ?? expect.unreachable('A case wants another time.') });
  });
});

describe('createMemoryIdempotencyStore', () => {
  it('answers at once', () => {
    const store = createMemoryIdempotencyStore();
    const claim = claimOf('a');
    expect(store.claim(claim)).toStrictEqual({ state: 'mine' });
    expect(store.settle(claim, kept('done'))).toBe('settled');
  });

  it('rule 17: remembers the newest half of its entries at least, never more than all of them, and every run that goes on', () => {
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

  it('rule 17: stays within its bytes', () => {
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

  it('rule 17: keeps of an asynchronous run what was recorded, and not its answer', async () => {
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

  it('row 12: knows no clock that can be set', () => {
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
    [{ ttlMs: 0 }, 'ttlMs is 0. Give a number of milliseconds above 0 and below 2^31.'],
    [{ maxEntries: 1 }, 'maxEntries is 1. Give a whole number of 2 or more.'],
    [{ maxBytes: Number.NaN }, 'maxBytes is NaN. Give a whole number of 2 or more.'],
  ])('refuses %o', (options, message) => {
    expect(() => createMemoryIdempotencyStore(options)).toThrow(message);
  });
});

/** What is left on the heap after a collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
