import type { Claim, IdempotencyStore } from '../idempotency-store.ts';
import { claimOf, type IdempotencyStoreCase, kept, pause, same, ttlMs, unique } from './store-case.ts';

/** What a store tells the owners of claims about others, where it can. */
export const newsCases: readonly IdempotencyStoreCase[] = [
  {
    title: 'tells an owner that its work is cancelled, by whichever store, and nobody else',
    run: async ({ make }) => {
      const [store, other, key] = [make({ ttlMs }), make({ ttlMs }), unique()];
      const [first, second] = [claimOf(key), claimOf(unique())];
      for (const claim of [first, second]) await store.claim(claim);
      await newsAre(store, [first, second], [false, false], 'Before');
      await other.cancel?.(key);
      await newsAre(store, [second, first, claimOf(key)], [false, true, false], 'After it was cancelled');
      await store.release(first);
      const next = claimOf(key);
      await store.claim(next);
      await newsAre(store, [next, first], [false, false], 'The next of the same key');
    },
  },
  {
    title: 'cancels nothing that is done, or was never begun',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const [done, never] = [claimOf(key), unique()];
      await store.claim(done);
      await store.settle(done, kept('done'));
      for (const one of [key, never]) await store.cancel?.(one);
      same(await store.claim(claimOf(key)), { state: 'answered', text: 'done' }, 'A claim of what is done is answered');
      const first = claimOf(never);
      same(await store.claim(first), { state: 'mine' }, 'What comes after it was cancelled is answered');
      await newsAre(store, [first], [false], 'What comes after it was cancelled');
    },
  },
  {
    title: 'tells an owner how long ago somebody who waits for it last asked',
    run: async ({ make }) => {
      const [store, other, key] = [make({ ttlMs }), make({ ttlMs }), unique()];
      if (store.news === undefined) return;
      const first = claimOf(key);
      await store.claim(first);
      await other.claim(claimOf(key));
      same((await store.news([first]))[0]?.awaitedMs, Number.POSITIVE_INFINITY, 'Where nobody waits yet, it is');
      await other.claim(claimOf(key, { awaited: first.token }));
      const before = (await store.news([first]))[0]?.awaitedMs ?? Number.NaN;
      await pause(100);
      const after = (await store.news([first]))[0]?.awaitedMs ?? Number.NaN;
      same(before >= 0 && after >= before + 50 && after < 60_000, true, `That ${before} and then ${after} may be is`);
    },
  },
];

async function newsAre(
  store: IdempotencyStore,
  claims: readonly Claim[],
  cancelled: boolean[],
  what: string,
): Promise<void> {
  const news = await store.news?.(claims);
  if (news !== undefined) {
    same(
      news.map(({ isCancelled }) => isCancelled),
      cancelled,
      `${what}: that the claims are cancelled is`,
    );
  }
}
