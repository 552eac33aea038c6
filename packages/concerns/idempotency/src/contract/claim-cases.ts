import { assertEqual } from '@toolwire/internal';
import type { KeyedResult } from '../runs/keyed-work.ts';
import {
  all,
  claimedKey,
  claimOf,
  deliveredResult,
  expectRunning,
  expectState,
  expectStored,
  expireLease,
  type IdempotencyStoreCase,
  pause,
  storeCase,
  storedResult,
  ttlMs,
  unique,
} from './case-support.ts';
import { createGate, done, processCase, startGated, workOf } from './processes.ts';

/** Cases about claiming keys. */
export const claimCases: readonly IdempotencyStoreCase[] = [
  storeCase('grants a key to the first claim, and returns its token to later ones', async ({ make }) => {
    const [store, key] = [make({ ttlMs }), unique()];
    const first = claimOf(key);
    await expectState(store, first, 'acquired', 'first claim');
    expectRunning(await store.claim(claimOf(key)), first, 'second claim');
    assertEqual(await store.claim(claimOf(unique())), { state: 'acquired' }, 'claim of another key');
  }),
  storeCase('grants a key again to the same claim, as after a lost response', async ({ make }) => {
    const [store, key] = [make({ ttlMs }), unique()];
    const first = claimOf(key);
    for (let time = 0; time < 2; time += 1) {
      await expectState(store, first, 'acquired', 'repeated claim');
    }
    expectRunning(await store.claim(claimOf(key)), first, 'claim by another caller');
  }),
  storeCase('returns the claim objects themselves if keepsClaims is set', async ({ make }) => {
    const [store, key] = [make({ ttlMs }), unique()];
    const first = claimOf(key);
    await store.claim(first);
    const second = await store.claim(claimOf(key));
    const claim = second.state === 'running' ? second.claim : undefined;
    if (store.keepsClaims !== true) return;
    assertEqual(claim === first, true, 'whether the returned claim is the same object');
  }),
  storeCase('grants a key to exactly one of many concurrent claims', async ({ make }) => {
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
    for (const round of rounds) assertEqual(round, { acquired: 1, running: 7 }, 'states of 8 concurrent claims');
  }),
  storeCase('returns the stored result to any number of claims', async ({ make }) => {
    const { store, key, first } = await claimedKey(make);
    assertEqual(await store.settle(first, storedResult('done')), 'settled', 'settle');
    for (let time = 0; time < 3; time += 1) await expectStored(store, key, 'done');
  }),
  storeCase('reports a conflict while the other work runs, and after it is done', async ({ make }) => {
    const [store, key] = [make({ ttlMs }), unique()];
    const [first, other] = [claimOf(key), claimOf(key, { fingerprint: 'other' })];
    await store.claim(first);
    await expectState(store, other, 'conflict', 'claim of other work during the run');
    await store.settle(first, storedResult('done'));
    await expectState(store, other, 'conflict', 'claim of other work after the run');
    await expectStored(store, key, 'done');
  }),
  storeCase(
    'delivers a result to waiting claims, and grants the key to later ones, even with another fingerprint',
    async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const first = claimOf(key);
      await store.claim(first);
      await store.settle(first, deliveredResult('try again'));
      const waiting = claimOf(key, { awaited: first.token });
      assertEqual(await store.claim(waiting), { state: 'completed', text: 'try again' }, 'waiting claim');
      await expectState(store, claimOf(key, { fingerprint: 'other' }), 'acquired', 'later claim');
      await expectState(store, waiting, 'conflict', 'waiting claim that polls too late');
    },
  ),
  storeCase('deletes a claim that its holder releases, and no other claim', async ({ make }) => {
    const { store, key, first } = await claimedKey(make);
    await store.release(claimOf(key));
    expectRunning(await store.claim(claimOf(key)), first, 'claim after another claim was released');
    await store.release(first);
    await expectState(store, claimOf(key, { fingerprint: 'other' }), 'acquired', 'claim after the release');
  }),
  storeCase('grants an abandoned key only to claims that may take over', async ({ make }) => {
    const { store, key, first } = await claimedKey(make);
    await store.abandon(claimOf(key));
    expectRunning(await store.claim(claimOf(key)), first, 'claim after another claim was abandoned');
    await store.abandon(first);
    await expectState(store, claimOf(key), 'in_doubt', 'claim that may not take over');
    await expectState(store, claimOf(key, { fingerprint: 'other' }), 'conflict', 'claim of other work');
    await expectState(store, claimOf(key, { takeOver: true }), 'acquired', 'claim that may take over');
  }),
  storeCase(
    'still grants the key only to claims that may take over when one of these is abandoned',
    async ({ make }) => {
      const [store, key] = [make({ ttlMs }), unique()];
      const [first, second] = [claimOf(key), claimOf(key, { takeOver: true })];
      await store.claim(first);
      await store.abandon(first);
      await expectState(store, second, 'acquired', 'claim that may take over');
      await store.abandon(second);
      await expectState(store, claimOf(key), 'in_doubt', 'claim that may not take over');
      await expectState(store, claimOf(key, { takeOver: true }), 'acquired', 'second claim that may take over');
    },
  ),
  storeCase('revokes a claim for good once another caller got in_doubt', async ({ make }) => {
    const { store, key, first } = await claimedKey(make);
    await store.abandon(first);
    await expectState(store, claimOf(key), 'in_doubt', 'claim by another caller');
    // Its process was only paused, and resumes.
    await store.renew([first]);
    await expectState(store, claimOf(key), 'in_doubt', 'claim after a renewal by the holder');
    assertEqual(await store.settle(first, storedResult('late')), 'taken', 'settle by the holder');
    await store.release(first);
    await store.abandon(first);
    await expectState(store, claimOf(key), 'in_doubt', 'claim after a release and an abandonment by the holder');
    await expectState(store, claimOf(key, { takeOver: true }), 'acquired', 'claim that may take over');
  }),
];

/** Cases about work that failed or lost its claim, from two simulated processes. */
export const takeoverCases: readonly IdempotencyStoreCase[] = [
  processCase(
    'releases work that throws, and runs it for a call that waits in another process',
    async (here, there) => {
      const { key, gate, first } = await startGated(here);
      const second = there.run(workOf(key, () => 'second'));
      await there.whenWaiting();
      gate.fail(new Error('broken'));
      const [thrown] = await Promise.allSettled([first]);
      assertEqual(thrown.status, 'rejected', 'first call');
      assertEqual(await second, done('second'), 'second result');
    },
  ),
  processCase('runs work with an unknown effect again only if it is repeatable', async (here, there) => {
    const results: KeyedResult<string>[] = [];
    for (const repeatable of [false, true]) {
      const key = unique();
      await here.run(workOf(key, () => 'cut off', { encode: () => undefined }));
      results.push(await there.run(workOf(key, () => 'again', { repeatable })));
    }
    assertEqual(results, [{ state: 'in_doubt' }, done('again')], 'results');
  }),
  processCase('adopts the result of the claim that took over, without another run', async (here, there, subject) => {
    const { key, gate: slow, first: late } = await startGated(here);
    const quick = createGate();
    await expireLease(subject.make({ ttlMs }), key);
    const next = there.run(workOf(key, quick.run, { repeatable: true }));
    await quick.started;
    slow.open('late');
    // The late run loses its claim, and waits for the result of the other run.
    await pause(50);
    quick.open('next');
    assertEqual(await next, done('next'), 'result of the claim that took over');
    assertEqual(await late, { ...done('next'), repeated: true }, 'result of the late run');
  }),
  processCase(
    'returns in_doubt to all callers after a paused process resumes, including its own',
    async (here, there, subject) => {
      const { key, gate: paused, first: late } = await startGated(here);
      await expireLease(subject.make({ ttlMs }), key);
      assertEqual(
        await there.run(workOf(key, () => 'again')),
        { state: 'in_doubt' },
        'result before the process resumes',
      );
      paused.open('late');
      assertEqual(await late, { state: 'in_doubt' }, 'result of the paused process');
      for (const caller of [here, there]) {
        assertEqual(await caller.run(workOf(key, () => 'again')), { state: 'in_doubt' }, 'later result');
      }
    },
  ),
];
