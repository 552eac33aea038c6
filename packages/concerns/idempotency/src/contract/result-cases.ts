import {
  answers,
  claimOf,
  heldBy,
  type IdempotencyStoreCase,
  kept,
  pause,
  same,
  ttlMs,
  unique,
} from './case-support.ts';

/** Cases about storing results. */
export const resultCases: readonly IdempotencyStoreCase[] = [
  {
    title: 'stores the result of a claim that was abandoned',
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
    title: 'rejects every step of a claim that another one has taken over',
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
    title: 'stores the result of a claim that the store has lost',
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
    title: 'accepts the same result twice, as after a lost response',
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
    title: 'stores results until their TTL, and not much longer',
    run: async ({ make }) => {
      const [store, key] = [make({ ttlMs: 2_000 }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.settle(first, kept('done'));
      await answers(store, key, 'done');
      await pause(2_050);
      same(
        await store.claim(claimOf(key, { fingerprint: 'other' })),
        { state: 'acquired' },
        'After its time, it is answered',
      );
    },
  },
  {
    title: 'separates all keys, and returns every text unchanged',
    run: async ({ make }) => {
      const [store, prefix] = [make({ ttlMs }), unique()];
      for (const oddity of oddities) {
        const claim = claimOf(prefix + oddity);
        same(
          await store.claim(claim),
          { state: 'acquired' },
          `A claim of ${JSON.stringify(oddity).slice(0, 20)} is answered`,
        );
        await store.settle(claim, kept(JSON.stringify(oddity)));
      }
      for (const oddity of oddities) await answers(store, prefix + oddity, JSON.stringify(oddity));
    },
  },
  {
    title: 'stores a long result with a long fingerprint',
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
