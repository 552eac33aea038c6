import {
  all,
  answers,
  claimOf,
  handedOn,
  heldBy,
  type IdempotencyStoreCase,
  kept,
  same,
  ttlMs,
  unique,
} from './case-support.ts';

/** Cases about claiming keys. */
export const claimCases: readonly IdempotencyStoreCase[] = [
  {
    title: 'grants a key to the first claim, and returns its token to later ones',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      same(await store.claim(first), { state: 'acquired' }, 'The first claim gets');
      heldBy(await store.claim(claimOf(key)), first, 'The second claim gets');
      same(await store.claim(claimOf(unique())), { state: 'acquired' }, 'A claim of another key is answered');
    },
  },
  {
    title: 'grants a key again to the same claim, as after a lost response',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      for (let time = 0; time < 2; time += 1) {
        same(await store.claim(first), { state: 'acquired' }, 'The claim is answered');
      }
      heldBy(await store.claim(claimOf(key)), first, 'Another claim gets');
    },
  },
  {
    title: 'returns the claim objects themselves if keepsClaims is set',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      const second = await store.claim(claimOf(key));
      const claim = second.state === 'running' ? second.claim : undefined;
      if (store.keepsClaims === true) same(claim === first, true, 'That the claim itself is returned is');
    },
  },
  {
    title: 'grants a key to exactly one of many concurrent claims',
    run: async ({ make }) => {
      const stores = [make({ ttlMs }), make({ ttlMs })] as const;
      const race = async (): Promise<Record<string, number>> => {
        const key = unique();
        const claims = await all(
          Array.from({ length: 8 }, (_, index) => stores[index % 2 === 0 ? 0 : 1].claim(claimOf(key))),
        );
        const count = (state: string): number => claims.filter((result) => result.state === state).length;
        return { acquired: count('acquired'), running: count('running') };
      };
      const rounds = await all(Array.from({ length: 200 }, race));
      for (const round of rounds) same(round, { acquired: 1, running: 7 }, 'The states of 8 claims are');
    },
  },
  {
    title: 'returns the stored result to any number of claims',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      same(await store.settle(first, kept('done')), 'settled', 'settle answered');
      for (let time = 0; time < 3; time += 1) await answers(store, key, 'done');
    },
  },
  {
    title: 'reports a conflict while the other work runs, and after it is done',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const [first, other] = [claimOf(key), claimOf(key, { fingerprint: 'other' })];
      await store.claim(first);
      same(await store.claim(other), { state: 'conflict' }, 'While it runs, other work is answered');
      await store.settle(first, kept('done'));
      same(await store.claim(other), { state: 'conflict' }, 'When it is done, other work is answered');
      await answers(store, key, 'done');
    },
  },
  {
    title: 'hands a result on to waiting claims, and grants the key to later ones, even with another fingerprint',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.settle(first, handedOn('try again'));
      const waiting = claimOf(key, { awaited: first.token });
      same(await store.claim(waiting), { state: 'answered', text: 'try again' }, 'A waiting claim gets');
      same(await store.claim(claimOf(key, { fingerprint: 'other' })), { state: 'acquired' }, 'A later claim gets');
      same(await store.claim(waiting), { state: 'conflict' }, 'A waiting claim that polls too late gets');
    },
  },
  {
    title: 'deletes a claim that its holder releases, and no other',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.release(claimOf(key));
      heldBy(await store.claim(claimOf(key)), first, 'Released by another, it is answered');
      await store.release(first);
      same(
        await store.claim(claimOf(key, { fingerprint: 'other' })),
        { state: 'acquired' },
        'Released, it is answered',
      );
    },
  },
  {
    title: 'grants an abandoned key only to claims that may take over',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.abandon(claimOf(key));
      heldBy(await store.claim(claimOf(key)), first, 'Abandoned by another, it is answered');
      await store.abandon(first);
      same(await store.claim(claimOf(key)), { state: 'in_doubt' }, 'A claim that may not take over gets');
      same(await store.claim(claimOf(key, { fingerprint: 'other' })), { state: 'conflict' }, 'Other work is answered');
      same(
        await store.claim(claimOf(key, { takeOver: true })),
        { state: 'acquired' },
        'A claim that may take over gets',
      );
    },
  },
  {
    title: 'revokes a claim for good once another caller got in_doubt',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.abandon(first);
      same(await store.claim(claimOf(key)), { state: 'in_doubt' }, 'Another claim gets');
      // Its process was only paused, and resumes.
      await store.renew([first]);
      same(await store.claim(claimOf(key)), { state: 'in_doubt' }, 'After a renewal by its holder, another claim gets');
      same(await store.settle(first, kept('late')), 'taken', 'Its own settle returns');
      await store.release(first);
      await store.abandon(first);
      same(await store.claim(claimOf(key)), { state: 'in_doubt' }, 'After that, another claim gets');
      same(
        await store.claim(claimOf(key, { takeOver: true })),
        { state: 'acquired' },
        'A claim that may take over gets',
      );
    },
  },
];
