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
} from './store-case.ts';

/** What a store does with claims. */
export const claimCases: readonly IdempotencyStoreCase[] = [
  {
    title: 'gives a key to the first who claims it, and tells the others whose it is',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      same(await store.claim(first), { state: 'mine' }, 'The first claim is answered');
      heldBy(await store.claim(claimOf(key)), first, 'The second claim is answered');
      same(await store.claim(claimOf(unique())), { state: 'mine' }, 'A claim of another key is answered');
    },
  },
  {
    title: 'gives a key again to the same claim, as when its first answer was not heard',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      for (let time = 0; time < 2; time += 1) {
        same(await store.claim(first), { state: 'mine' }, 'The claim is answered');
      }
      heldBy(await store.claim(claimOf(key)), first, 'Another is answered');
    },
  },
  {
    title: 'hands out the claims themselves, if it says that it keeps them',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      const second = await store.claim(claimOf(key));
      const claim = second.state === 'running' ? second.claim : undefined;
      if (store.keepsClaims === true) same(claim === first, true, 'Whether the claim itself is handed out is');
    },
  },
  {
    title: 'gives a key to exactly one of many who claim it at once',
    run: async ({ make }) => {
      const stores = [make({ ttlMs }), make({ ttlMs })] as const;
      const race = async (): Promise<Record<string, number>> => {
        const key = unique();
        const claims = await all(
          Array.from({ length: 8 }, (_, index) => stores[index % 2 === 0 ? 0 : 1].claim(claimOf(key))),
        );
        const count = (state: string): number => claims.filter((result) => result.state === state).length;
        return { mine: count('mine'), running: count('running') };
      };
      const rounds = await all(Array.from({ length: 200 }, race));
      for (const round of rounds) same(round, { mine: 1, running: 7 }, 'Of 8 claims, so many are answered');
    },
  },
  {
    title: 'answers claims with what was kept, any number of them',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      same(await store.settle(first, kept('done')), 'settled', 'settle answered');
      for (let time = 0; time < 3; time += 1) await answers(store, key, 'done');
    },
  },
  {
    title: 'tells a conflict while the other work runs, and when it is done',
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
    title: 'hands an answer on to those who wait for it, and lets others begin anew, also with other work',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.settle(first, handedOn('try again'));
      const waiting = claimOf(key, { awaited: first.token });
      same(await store.claim(waiting), { state: 'answered', text: 'try again' }, 'Who waits is answered');
      same(await store.claim(claimOf(key, { fingerprint: 'other' })), { state: 'mine' }, 'Who comes later is answered');
      same(await store.claim(waiting), { state: 'conflict' }, 'Who looks too late is answered');
    },
  },
  {
    title: 'forgets a claim that its owner releases, and no other',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.release(claimOf(key));
      heldBy(await store.claim(claimOf(key)), first, 'Released by another, it is answered');
      await store.release(first);
      same(await store.claim(claimOf(key, { fingerprint: 'other' })), { state: 'mine' }, 'Released, it is answered');
    },
  },
  {
    title: 'gives an abandoned claim to those alone who say that the work may be done again',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.abandon(claimOf(key));
      heldBy(await store.claim(claimOf(key)), first, 'Abandoned by another, it is answered');
      await store.abandon(first);
      same(await store.claim(claimOf(key)), { state: 'in_doubt' }, 'Who may not take over is answered');
      same(await store.claim(claimOf(key, { fingerprint: 'other' })), { state: 'conflict' }, 'Other work is answered');
      same(await store.claim(claimOf(key, { takeOver: true })), { state: 'mine' }, 'Who may take over is answered');
    },
  },
];
