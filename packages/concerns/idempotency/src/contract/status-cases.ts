import { assertEqual } from '@toolwire/internal';
import type { Claim, IdempotencyStore } from '../idempotency-store.ts';
import {
  claimOf,
  expectState,
  type IdempotencyStoreCase,
  pause,
  storeCase,
  storedResult,
  ttlMs,
  unique,
} from './case-support.ts';

/** Cases about cancellation and waiting callers; stores without the optional methods of a case pass. */
export const statusCases: readonly IdempotencyStoreCase[] = [
  storeCase('reports a cancellation from any process to the holder only', async ({ make }) => {
    const [store, other, key] = [make({ ttlMs }), make({ ttlMs }), unique()];
    if (store.cancel === undefined || store.status === undefined) return;
    const [first, second] = [claimOf(key), claimOf(unique())];
    for (const claim of [first, second]) await store.claim(claim);
    await expectCanceled(store, [first, second], [false, false], 'before a cancellation');
    await other.cancel?.(key);
    await expectCanceled(
      store,
      [second, first, claimOf(key)],
      [false, true, false],
      'after a cancellation of the first claim',
    );
    await store.release(first);
    const next = claimOf(key);
    await store.claim(next);
    await expectCanceled(store, [next, first], [false, false], 'of the next claim of the same key');
  }),
  storeCase('ignores the cancellation of work that is done or never started', async ({ make }) => {
    const [store, key] = [make({ ttlMs }), unique()];
    const [done, otherKey] = [claimOf(key), unique()];
    await store.claim(done);
    await store.settle(done, storedResult('done'));
    for (const each of [key, otherKey]) await store.cancel?.(each);
    assertEqual(await store.claim(claimOf(key)), { state: 'completed', text: 'done' }, 'claim of finished work');
    const first = claimOf(otherKey);
    await expectState(store, first, 'acquired', 'claim after a cancellation without work');
    await expectCanceled(store, [first], [false], 'after a cancellation without work');
  }),
  storeCase('reports how long ago a waiting claim last polled', async ({ make }) => {
    const [store, other, key] = [make({ ttlMs }), make({ ttlMs }), unique()];
    if (store.status === undefined) return;
    const first = claimOf(key);
    await store.claim(first);
    await other.claim(claimOf(key));
    assertEqual(
      (await store.status([first]))[0]?.awaitedMs,
      Number.POSITIVE_INFINITY,
      'awaitedMs before a claim waits',
    );
    await other.claim(claimOf(key, { awaited: first.token }));
    const before = (await store.status([first]))[0]?.awaitedMs ?? Number.NaN;
    await pause(100);
    const after = (await store.status([first]))[0]?.awaitedMs ?? Number.NaN;
    assertEqual(
      before >= 0 && after >= before + 50 && after < 60_000,
      true,
      `whether awaitedMs grows, from ${before} to ${after}`,
    );
  }),
];

async function expectCanceled(
  store: IdempotencyStore,
  claims: readonly Claim[],
  expected: boolean[],
  when: string,
): Promise<void> {
  const statuses = await store.status?.(claims);
  if (statuses !== undefined) {
    assertEqual(
      statuses.map(({ isCanceled }) => isCanceled),
      expected,
      `cancellations ${when}`,
    );
  }
}
