import { assertEqual } from '@toolwire/internal';
import type { KeyedResult } from '../runs/keyed-work.ts';
import { expireLease, type IdempotencyStoreCase, pause, storeCase, ttlMs, unique } from './case-support.ts';
import { createGate, done, workOf } from './gated-work.ts';
import { twoProcesses } from './processes.ts';

/** Cases about work that failed or lost its claim, from two simulated processes. */
export const takeoverCases: readonly IdempotencyStoreCase[] = [
  storeCase('releases work that throws, and runs it for a call that waits in another process', async (subject) => {
    const [here, there] = twoProcesses(subject);
    const [key, gate] = [unique(), createGate()];
    const first = here.run(workOf(key, gate.run));
    await gate.started;
    const second = there.run(workOf(key, () => 'second'));
    await there.whenWaiting();
    gate.fail(new Error('broken'));
    const [thrown] = await Promise.allSettled([first]);
    assertEqual(thrown.status, 'rejected', 'first call');
    assertEqual(await second, done('second'), 'second result');
  }),
  storeCase('runs work with an unknown effect again only if it is repeatable', async (subject) => {
    const [here, there] = twoProcesses(subject);
    const results: KeyedResult<string>[] = [];
    for (const repeatable of [false, true]) {
      const key = unique();
      await here.run(workOf(key, () => 'cut off', { encode: () => undefined }));
      results.push(await there.run(workOf(key, () => 'again', { repeatable })));
    }
    assertEqual(results, [{ state: 'in_doubt' }, done('again')], 'results');
  }),
  storeCase('adopts the result of the claim that took over, without another run', async (subject) => {
    const [here, there] = twoProcesses(subject);
    const [key, slow, quick] = [unique(), createGate(), createGate()];
    const late = here.run(workOf(key, slow.run));
    await slow.started;
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
  storeCase('returns in_doubt to all callers after a paused process resumes, including its own', async (subject) => {
    const [here, there] = twoProcesses(subject);
    const [key, paused] = [unique(), createGate()];
    const late = here.run(workOf(key, paused.run));
    await paused.started;
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
  }),
];
