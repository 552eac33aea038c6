import { assertEqual } from '@toolwire/internal';
import type { KeyedWork } from '../runs/keyed-work.ts';
import { all, deliveredResult, type IdempotencyStoreCase, pause, storeCase, unique } from './case-support.ts';
import { createGate, done, workOf } from './gated-work.ts';
import { twoProcesses } from './processes.ts';

/** Cases about repeated calls, from two simulated processes. */
export const runCases: readonly IdempotencyStoreCase[] = [
  storeCase(
    'runs once for 50 concurrent calls in two processes, and returns the result to all of them',
    async (subject) => {
      const [here, there] = twoProcesses(subject);
      let runs = 0;
      const work = workOf(unique(), async () => {
        runs += 1;
        await pause(60);
        return `run ${runs}`;
      });
      const results = await all(Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? here : there).run(work)));
      assertEqual(runs, 1, 'number of runs');
      for (const result of results) assertEqual(result.state === 'done' && result.value, 'run 1', 'value');
      assertEqual(
        results.filter((result) => result.state === 'done' && !result.repeated).length,
        1,
        'number of results that are not repeated',
      );
    },
  ),
  storeCase('returns the stored result later, in both processes', async (subject) => {
    const [here, there] = twoProcesses(subject);
    const key = unique();
    assertEqual(await here.run(workOf(key, () => 'first')), done('first'), 'first result');
    for (const caller of [here, there, here]) {
      assertEqual(await caller.run(workOf(key, () => 'again')), { ...done('first'), repeated: true }, 'later result');
    }
  }),
  storeCase('never runs other work under a key, neither during the first run nor after it', async (subject) => {
    const [here, there] = twoProcesses(subject);
    const [key, gate] = [unique(), createGate()];
    const first = here.run(workOf(key, gate.run));
    const other = workOf(key, () => 'other', { fingerprint: 'other' });
    await gate.started;
    for (const caller of [here, there]) {
      assertEqual(await caller.run(other), { state: 'conflict' }, 'result of other work during the first run');
    }
    gate.open('first');
    await first;
    for (const caller of [here, there]) {
      assertEqual(await caller.run(other), { state: 'conflict' }, 'result of other work after the first run');
    }
  }),
  storeCase(
    'delivers a result that is not stored to all waiting calls, and runs again for later calls',
    async (subject) => {
      const [here, there] = twoProcesses(subject);
      const [key, gate] = [unique(), createGate()];
      let runs = 0;
      const run = (): string | Promise<string> => (runs++ === 0 ? gate.run() : 'done');
      const work = workOf(key, run, { encode: (value) => deliveredResult(JSON.stringify(value)) });
      const waiting = [here.run(work), here.run(work)];
      await gate.started;
      waiting.push(there.run(work), there.run(work));
      await there.whenWaiting();
      gate.open('try again');
      for (const result of await all(waiting)) {
        assertEqual(result.state === 'done' && result.value, 'try again', 'value');
      }
      assertEqual(runs, 1, 'number of runs');
      assertEqual(await there.run(work), done('done'), 'later result');
    },
  ),
  storeCase('compares the whole fingerprint, however long', async (subject) => {
    const [here, there] = twoProcesses(subject);
    const [key, long] = [unique(), 'x'.repeat(100_000)];
    const work = (end: number): KeyedWork<string> => workOf(key, () => `run ${end}`, { fingerprint: `${long}${end}` });
    assertEqual(await here.run(work(1)), done('run 1'), 'result of the first call');
    assertEqual(await there.run(work(1)), { ...done('run 1'), repeated: true }, 'result of the same work');
    assertEqual(await there.run(work(2)), { state: 'conflict' }, 'result of other work');
  }),
];
