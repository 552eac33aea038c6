import type { IdempotencyStore } from '../idempotency-store.ts';
import {
  all,
  claimOf,
  handedOn,
  heldBy,
  type IdempotencyStoreCase,
  kept,
  pause,
  same,
  ttlMs,
  unique,
} from './store-case.ts';

/** What a store does step by step. */
export const storeCases: readonly IdempotencyStoreCase[] = [
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
  {
    title: 'takes the answer of an owner who was thought lost',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.abandon(first);
      same(await store.settle(first, kept('after all')), 'settled', 'settle answered');
      await answers(store, key, 'after all');
    },
  },
  {
    title: 'takes nothing of an owner whose claim somebody else has taken over',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const [lost, second] = [claimOf(key), claimOf(key, { takeOver: true })];
      await store.claim(lost);
      await store.abandon(lost);
      await store.claim(second);
      same(await store.settle(lost, kept('too late')), 'taken', 'settle answered, while the second runs,');
      await store.release(lost);
      await store.abandon(lost);
      await store.renew([lost]);
      heldBy(await store.claim(claimOf(key)), second, 'A claim is answered');
      same(await store.settle(second, kept('in time')), 'settled', 'settle answered');
      same(await store.settle(lost, kept('too late')), 'taken', 'settle answered, when the second is done,');
      await answers(store, key, 'in time');
    },
  },
  {
    title: 'takes the answer of a claim that it has lost',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.release(first);
      same(await store.settle(first, kept('done')), 'settled', 'settle answered');
      await answers(store, key, 'done');
    },
  },
  {
    title: 'takes the same answer twice, as when nobody heard that the first time went well',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      for (let time = 0; time < 2; time += 1) {
        same(await store.settle(first, kept('done')), 'settled', 'settle answered');
      }
      await answers(store, key, 'done');
    },
  },
  {
    title: 'keeps answers for their time, and not much longer',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs: 2_000 }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.settle(first, kept('done'));
      await answers(store, key, 'done');
      await pause(2_050);
      same(
        await store.claim(claimOf(key, { fingerprint: 'other' })),
        { state: 'mine' },
        'After its time, it is answered',
      );
    },
  },
  {
    title: 'keeps every key apart from every other, and every text as it was',
    run: async ({ make }) => {
      const [store, prefix] = [make({ ttlMs }), unique()];
      for (const oddity of oddities) {
        const claim = claimOf(prefix + oddity);
        same(
          await store.claim(claim),
          { state: 'mine' },
          `A claim of ${JSON.stringify(oddity).slice(0, 20)} is answered`,
        );
        await store.settle(claim, kept(JSON.stringify(oddity)));
      }
      for (const oddity of oddities) await answers(store, prefix + oddity, JSON.stringify(oddity));
    },
  },
  {
    title: 'keeps a long answer to a long question',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const [fingerprint, text] = ['f'.repeat(5_000), 'ü'.repeat(1_000_000)];
      const claim = claimOf(key, { fingerprint });
      await store.claim(claim);
      await store.settle(claim, kept(text));
      const found = await store.claim(claimOf(key, { fingerprint }));
      same(found.state === 'answered' && found.text === text, true, 'That it comes back as it was is');
    },
  },
];

const oddities = [
  '',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\ud801',
  '\ufffd',
  'ä',
  'a\u0308',
  ' ',
  '🙂',
  'x'.repeat(10_000),
];

async function answers(store: IdempotencyStore, key: string, text: string): Promise<void> {
  same(await store.claim(claimOf(key)), { state: 'answered', text }, 'A claim is answered');
}
