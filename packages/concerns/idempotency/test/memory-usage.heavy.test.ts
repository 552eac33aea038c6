import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimOf, deliveredResult, storedResult } from '../src/contract/case-support.ts';
import { createIdempotency, createMemoryIdempotencyStore } from '../src/index.ts';
import { long, settle } from './settled-claims.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('memory of createMemoryIdempotencyStore', () => {
  it('REL-17: stays below maxBytes', () => {
    const store = createMemoryIdempotencyStore({ maxBytes: 4_000_000 });
    const before = heapUsed();
    for (let index = 0; index < 2_000; index += 1) {
      const claim = claimOf(`${index}`);
      store.claim(claim);
      // A new string each time, one byte per character.
      store.settle(claim, storedResult(Buffer.alloc(50_000, 'x').toString('latin1')));
    }

    // All of them would take 100 MB.
    expect(heapUsed() - before).toBeLessThan(6_000_000);
    expect(store.claim(claimOf('1999'))).toMatchObject({ state: 'completed' });
  });

  it('REL-17: keeps the encoded result of an asynchronous run, and not the result itself', async () => {
    const once = createIdempotency<string>({ store: createMemoryIdempotencyStore() });
    const before = heapUsed();
    for (let index = 0; index < 200; index += 1) {
      await once.run({
        key: `${index}`,
        fingerprint: 'same',
        run: async () => Buffer.alloc(500_000, 'x').toString('latin1'),
        encode: () => storedResult('done'),
      });
    }
    expect(heapUsed() - before).toBeLessThan(6_000_000);
  });

  it('keeps the result of a small owner under load of a large one, whose calls never run twice', () => {
    const store = createMemoryIdempotencyStore();
    const key = settle(store, 'small', storedResult(long));
    const before = heapUsed();
    // All of them would take 3 GB, and 300 MB where not every case runs.
    const count = process.env['TEST_SCOPE'] === 'all' ? 3_000 : 300;
    const keys = Array.from({ length: count }, () =>
      // A new string each time, one byte per character.
      settle(store, 'greedy', {
        ...storedResult('x'),
        text: Buffer.alloc(2 ** 20, 'x').toString('latin1'),
        bytes: 2 ** 20,
      }),
    );

    expect(heapUsed() - before).toBeLessThan(32 * 2 ** 20);
    expect(store.claim(claimOf(key, { owner: 'small' }))).toStrictEqual({ state: 'completed', text: long });
    const states = keys.map((one) => store.claim(claimOf(one, { owner: 'greedy' })).state);
    expect(states.slice(-8)).toStrictEqual(Array.from({ length: 8 }, () => 'completed'));
    expect(new Set(states)).toStrictEqual(new Set(['completed', 'not_stored']));
  });

  it('frees the results and entries of idle owners', () => {
    let now = 0;
    vi.stubGlobal('performance', { now: () => now });
    const store = createMemoryIdempotencyStore({ ttlMs: 1_000 });
    const before = heapUsed();
    for (let index = 0; index < 2_000; index += 1) {
      const text = Buffer.alloc(20_000, 'x').toString('latin1');
      settle(store, `${index}`, { retention: 'stored', text, bytes: text.length });
    }
    expect(heapUsed() - before).toBeGreaterThan(30_000_000);
    now = 2_000;
    settle(store, 'next', storedResult('done'));
    expect(heapUsed() - before).toBeLessThan(2_000_000);
  });

  it('stays small under many retryable calls of one key', () => {
    const store = createMemoryIdempotencyStore();
    const before = heapUsed();
    for (let index = 0; index < 100_000; index += 1) {
      const claim = claimOf('a');
      store.claim(claim);
      store.settle(claim, deliveredResult('try again'));
    }
    expect(heapUsed() - before).toBeLessThan(2_000_000);
  });
});

/** The heap size after a collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
