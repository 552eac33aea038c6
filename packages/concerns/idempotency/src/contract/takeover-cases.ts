import type { KeyedResult } from '../keyed-work.ts';
import { type IdempotencyStoreCase, pause, same, ttlMs, unique } from './case-support.ts';
import { done, gateOf, two, workOf } from './processes.ts';

/** Cases about work that failed or lost its claim, from two simulated processes. */
export const takeoverCases: readonly IdempotencyStoreCase[] = [
  {
    title: 'releases work that throws, and runs it for a call that waits in another process',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, gate] = [unique(), gateOf()];
      const first = here.run(workOf(key, gate.run));
      await gate.started;
      const second = there.run(workOf(key, () => 'second'));
      await there.waits();
      gate.fail(new Error('broken'));
      const [thrown] = await Promise.allSettled([first]);
      same(thrown.status, 'rejected', 'The first is');
      same(await second, done('second'), 'The second result is');
    },
  },
  {
    title: 'runs work with an unknown effect again only if it is repeatable',
    run: async (subject) => {
      const [here, there] = two(subject);
      const results: KeyedResult<string>[] = [];
      for (const repeatable of [false, true]) {
        const key = unique();
        await here.run(workOf(key, () => 'cut off', { encode: () => undefined }));
        results.push(await there.run(workOf(key, () => 'again', { repeatable })));
      }
      same(results, [{ state: 'in_doubt' }, done('again')], 'The results are');
    },
  },
  {
    title: 'adopts the result of the claim that took over, without another run',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, slow, quick] = [unique(), gateOf(), gateOf()];
      const late = here.run(workOf(key, slow.run));
      await slow.started;
      const store = subject.make({ ttlMs });
      const seen = await store.claim({ key, fingerprint: 'same', token: unique(), takeOver: false });
      const token = seen.state === 'running' ? seen.token : '';
      await store.abandon({ key, fingerprint: 'same', token, takeOver: false });
      const next = there.run(workOf(key, quick.run, { repeatable: true }));
      await quick.started;
      slow.open('late');
      await pause(50);
      quick.open('next');
      same(await next, done('next'), 'The result of the claim that took over is');
      same(await late, { ...done('next'), repeated: true }, 'The result of the late run is');
    },
  },
  {
    title: 'returns in_doubt to all callers after a paused process resumes, including its own',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, paused] = [unique(), gateOf()];
      const late = here.run(workOf(key, paused.run));
      await paused.started;
      const store = subject.make({ ttlMs });
      const seen = await store.claim({ key, fingerprint: 'same', token: unique(), takeOver: false });
      const token = seen.state === 'running' ? seen.token : '';
      // Its lease expires.
      await store.abandon({ key, fingerprint: 'same', token, takeOver: false });
      same(await there.run(workOf(key, () => 'again')), { state: 'in_doubt' }, 'Before it comes back, the result is');
      paused.open('late');
      same(await late, { state: 'in_doubt' }, 'The result of its own caller is');
      for (const one of [here, there]) {
        same(await one.run(workOf(key, () => 'again')), { state: 'in_doubt' }, 'A later result is');
      }
    },
  },
];
