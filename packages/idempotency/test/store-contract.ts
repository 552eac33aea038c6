import { describe, expect, it } from 'vitest';
import type { IdempotencyStore } from '../src/index.ts';
import { all, claimOf, freshKey, handedOn, kept, wait } from './claims.ts';

/** How to make a store of a kind; all that are made share what they keep, as several processes do. */
export interface StoreKind {
  readonly make: (options: { readonly ttlMs?: number }) => IdempotencyStore;
  /** Makes a store forget a key, as a restart does. */
  readonly forget: (key: string) => Promise<void>;
}

/** What every store must do, whatever it is made of. */
export function describeStore(name: string, kind: () => StoreKind): void {
  describe(`${name}, as a store`, () => {
    const make = (ttlMs = 60_000): IdempotencyStore => kind().make({ ttlMs });

    it('gives a key to the first who claims it, and tells the others whose it is', async () => {
      const [store, key] = [make(), freshKey()];
      const first = claimOf(key);
      expect(await store.claim(first)).toStrictEqual({ state: 'mine' });
      expect(await store.claim(claimOf(key))).toStrictEqual({ state: 'running', token: first.token });
      expect(await store.claim(claimOf(freshKey()))).toStrictEqual({ state: 'mine' });
    });

    it('row 11: gives a key to exactly one of many who claim it at once', async () => {
      const stores = [make(), make()];
      const race = async (): Promise<Record<string, number>> => {
        const key = freshKey();
        const claims = await all(Array.from({ length: 8 }, (_, index) => stores[index % 2]?.claim(claimOf(key))));
        const count = (state: string): number => claims.filter((result) => result?.state === state).length;
        return { mine: count('mine'), running: count('running') };
      };
      const rounds = await all(Array.from({ length: 200 }, race));
      expect(rounds).toStrictEqual(Array(200).fill({ mine: 1, running: 7 }));
    });

    it('answers a claim with what was kept, and any number of them', async () => {
      const [store, key] = [make(), freshKey()];
      const first = claimOf(key);
      await store.claim(first);
      expect(await store.settle(first, kept('done'))).toBe('settled');
      for (let time = 0; time < 3; time += 1) {
        expect(await store.claim(claimOf(key))).toStrictEqual({ state: 'answered', text: 'done' });
      }
    });

    it('case 8: tells a conflict while the other work runs, and when it is done', async () => {
      const [store, key] = [make(), freshKey()];
      const first = claimOf(key);
      await store.claim(first);
      expect(await store.claim(claimOf(key, { fingerprint: 'other' }))).toStrictEqual({ state: 'conflict' });
      await store.settle(first, kept('done'));
      expect(await store.claim(claimOf(key, { fingerprint: 'other' }))).toStrictEqual({ state: 'conflict' });
      expect(await store.claim(claimOf(key))).toStrictEqual({ state: 'answered', text: 'done' });
    });

    it('case 10: hands an answer on to those who wait for it, and lets others begin anew, also with other work', async () => {
      const [store, key] = [make(), freshKey()];
      const first = claimOf(key);
      await store.claim(first);
      await store.settle(first, handedOn('try again'));
      const waiting = claimOf(key, { awaited: first.token });
      expect(await store.claim(waiting)).toStrictEqual({ state: 'answered', text: 'try again' });

      const second = claimOf(key, { fingerprint: 'other' });
      expect(await store.claim(second)).toStrictEqual({ state: 'mine' });
      // Who comes too late for the answer waits for the next one, if it is of the same work.
      expect(await store.claim(waiting)).toStrictEqual({ state: 'conflict' });
    });

    it('forgets a claim that is released, by its owner alone', async () => {
      const [store, key] = [make(), freshKey()];
      const first = claimOf(key);
      await store.claim(first);
      await store.release(claimOf(key));
      expect(await store.claim(claimOf(key))).toStrictEqual({ state: 'running', token: first.token });
      await store.release(first);
      expect(await store.claim(claimOf(key, { fingerprint: 'other' }))).toStrictEqual({ state: 'mine' });
    });

    it('rule 18: lets only those take over an abandoned claim who say that the work may be done again', async () => {
      const [store, key] = [make(), freshKey()];
      const first = claimOf(key);
      await store.claim(first);
      await store.abandon(claimOf(key));
      expect(await store.claim(claimOf(key))).toMatchObject({ state: 'running' });
      await store.abandon(first);
      expect(await store.claim(claimOf(key))).toStrictEqual({ state: 'in_doubt' });
      expect(await store.claim(claimOf(key, { fingerprint: 'other' }))).toStrictEqual({ state: 'conflict' });
      expect(await store.claim(claimOf(key, { takeOver: true }))).toStrictEqual({ state: 'mine' });
    });

    it('takes the answer of an owner who was thought lost, but not when somebody has taken over', async () => {
      const [store, key] = [make(), freshKey()];
      const first = claimOf(key);
      await store.claim(first);
      await store.abandon(first);
      expect(await store.settle(first, kept('after all'))).toBe('settled');
      expect(await store.claim(claimOf(key))).toStrictEqual({ state: 'answered', text: 'after all' });

      const other = freshKey();
      const [lost, second] = [claimOf(other), claimOf(other, { takeOver: true })];
      await store.claim(lost);
      await store.abandon(lost);
      await store.claim(second);
      expect(await store.settle(lost, kept('too late'))).toBe('taken');
      await store.release(lost);
      await store.abandon(lost);
      expect(await store.claim(claimOf(other))).toStrictEqual({ state: 'running', token: second.token });
      expect(await store.settle(second, kept('in time'))).toBe('settled');
      expect(await store.settle(lost, kept('too late'))).toBe('taken');
      expect(await store.claim(claimOf(other))).toStrictEqual({ state: 'answered', text: 'in time' });
    });

    it('takes the answer of a claim that it has lost', async () => {
      const [store, key] = [make(), freshKey()];
      const first = claimOf(key);
      await store.claim(first);
      await kind().forget(key);
      expect(await store.settle(first, kept('done'))).toBe('settled');
      expect(await store.claim(claimOf(key))).toStrictEqual({ state: 'answered', text: 'done' });
    });

    it('takes the same answer twice, as when it was not heard that the first time went well', async () => {
      const [store, key] = [make(), freshKey()];
      const first = claimOf(key);
      await store.claim(first);
      await store.settle(first, kept('done'));
      expect(await store.settle(first, kept('done'))).toBe('settled');
      expect(await store.claim(claimOf(key))).toStrictEqual({ state: 'answered', text: 'done' });
    });

    it('keeps answers as long as it was told, and not much longer', async () => {
      const [store, key] = [make(300), freshKey()];
      const first = claimOf(key);
      await store.claim(first);
      await store.settle(first, kept('done'));
      await wait(100);
      expect(await store.claim(claimOf(key))).toMatchObject({ state: 'answered' });
      await wait(300);
      expect(await store.claim(claimOf(key, { fingerprint: 'other' }))).toStrictEqual({ state: 'mine' });
    });

    it('rule 6: keeps every key apart from every other, and every text as it was', async () => {
      const store = make();
      const prefix = freshKey();
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
      for (const oddity of oddities) {
        const claim = claimOf(prefix + oddity);
        expect(await store.claim(claim)).toStrictEqual({ state: 'mine' });
        await store.settle(claim, kept(JSON.stringify(oddity)));
      }
      for (const oddity of oddities) {
        const text = JSON.stringify(oddity);
        expect(await store.claim(claimOf(prefix + oddity))).toStrictEqual({ state: 'answered', text });
      }
    });

    it('keeps a long answer', async () => {
      const [store, key] = [make(), freshKey()];
      const claim = claimOf(key, { fingerprint: 'f'.repeat(5_000) });
      await store.claim(claim);
      await store.settle(claim, kept('ü'.repeat(1_000_000)));
      const result = await store.claim(claimOf(key, { fingerprint: 'f'.repeat(5_000) }));
      expect(result).toStrictEqual({ state: 'answered', text: 'ü'.repeat(1_000_000) });
    });
  });
}
