import type { Claim, IdempotencyStore } from '../idempotency-store.ts';
import { claimOf, type IdempotencyStoreCase, kept, pause, same, ttlMs, unique } from './case-support.ts';

/** Cases about cancellation and waiting callers; stores without `status` pass. */
export const statusCases: readonly IdempotencyStoreCase[] = [
  {
    title: 'reports a cancellation from any process to the holder only',
    run: async ({ make }) => {
      const [store, other, key] = [make({ ttlMs }), make({ ttlMs }), unique()];
      const [first, second] = [claimOf(key), claimOf(unique())];
      for (const claim of [first, second]) await store.claim(claim);
      await expectCancelled(store, [first, second], [false, false], 'Before');
      await other.cancel?.(key);
      await expectCancelled(store, [second, first, claimOf(key)], [false, true, false], 'After it was cancelled');
      await store.release(first);
      const next = claimOf(key);
      await store.claim(next);
      await expectCancelled(store, [next, first], [false, false], 'The next of the same key');
    },
  },
  {
    title: 'ignores the cancellation of work that is done or never started',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const [done, never] = [claimOf(key), unique()];
      await store.claim(done);
      await store.settle(done, kept('done'));
      for (const one of [key, never]) await store.cancel?.(one);
      same(await store.claim(claimOf(key)), { state: 'answered', text: 'done' }, 'A claim of what is done is answered');
      const first = claimOf(never);
      same(await store.claim(first), { state: 'acquired' }, 'What comes after it was cancelled is answered');
      await expectCancelled(store, [first], [false], 'What comes after it was cancelled');
    },
  },
  {
    title: 'reports how long ago a waiting claim last polled',
    run: async ({ make }) => {
      const [store, other, key] = [make({ ttlMs }), make({ ttlMs }), unique()];
      if (store.status === undefined) return;
      const first = claimOf(key);
      await store.claim(first);
      await other.claim(claimOf(key));
      same((await store.status([first]))[0]?.awaitedMs, Number.POSITIVE_INFINITY, 'Before a claim waits, it is');
      await other.claim(claimOf(key, { awaited: first.token }));
      const before = (await store.status([first]))[0]?.awaitedMs ?? Number.NaN;
      await pause(100);
      const after = (await store.status([first]))[0]?.awaitedMs ?? Number.NaN;
      same(before >= 0 && after >= before + 50 && after < 60_000, true, `That ${before} and then ${after} may be is`);
    },
  },
];

async function expectCancelled(
  store: IdempotencyStore,
  claims: readonly Claim[],
  cancelled: boolean[],
  what: string,
): Promise<void> {
  const statuses = await store.status?.(claims);
  if (statuses !== undefined) {
    same(
      statuses.map(({ isCancelled }) => isCancelled),
      cancelled,
      `${what}: that the claims are cancelled is`,
    );
  }
}
