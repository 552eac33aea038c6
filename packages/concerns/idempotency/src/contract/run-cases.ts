import { assertEqual } from '@toolwire/internal';
import type { KeyedWork } from '../runs/keyed-work.ts';
import { all, deliveredResult, type IdempotencyStoreCase, pause, storeCase, ttlMs, unique } from './case-support.ts';
import { createGate, done, processCase, startGated, twoProcesses, workOf } from './processes.ts';

/** Cases about repeated calls, from two simulated processes. */
export const runCases: readonly IdempotencyStoreCase[] = [
  processCase(
    'runs once for 50 concurrent calls in two processes, and returns the result to all of them',
    async (here, there) => {
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
  processCase('returns the stored result later, in both processes', async (here, there) => {
    const key = unique();
    assertEqual(await here.run(workOf(key, () => 'first')), done('first'), 'first result');
    for (const caller of [here, there, here]) {
      assertEqual(await caller.run(workOf(key, () => 'again')), { ...done('first'), repeated: true }, 'later result');
    }
  }),
  processCase('never runs other work under a key, neither during the first run nor after it', async (here, there) => {
    const { key, gate, first } = await startGated(here);
    const other = workOf(key, () => 'other', { fingerprint: 'other' });
    for (const caller of [here, there]) {
      assertEqual(await caller.run(other), { state: 'conflict' }, 'result of other work during the first run');
    }
    gate.open('first');
    await first;
    for (const caller of [here, there]) {
      assertEqual(await caller.run(other), { state: 'conflict' }, 'result of other work after the first run');
    }
  }),
  processCase(
    'delivers a result that is not stored to all waiting calls, and runs again for later calls',
    async (here, there) => {
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
  processCase('compares the whole fingerprint, however long', async (here, there) => {
    const [key, long] = [unique(), 'x'.repeat(100_000)];
    const work = (end: number): KeyedWork<string> => workOf(key, () => `run ${end}`, { fingerprint: `${long}${end}` });
    assertEqual(await here.run(work(1)), done('run 1'), 'result of the first call');
    assertEqual(await there.run(work(1)), { ...done('run 1'), repeated: true }, 'result of the same work');
    assertEqual(await there.run(work(2)), { state: 'conflict' }, 'result of other work');
  }),
];

/** How long work continues without waiting callers. */
const lingerMs = 2_000;

/** Cases about callers that cancel or leave, from two simulated processes. Stores without the optional methods of a case pass. */
export const cancellationCases: readonly IdempotencyStoreCase[] = [
  processCase('stops waiting for a run of another process when shouldStopWaiting returns true', async (here, there) => {
    const { key, gate, first } = await startGated(here);
    let isOver = false;
    const second = there.run(workOf(key, () => 'second', { shouldStopWaiting: () => isOver }));
    await there.whenWaiting();
    isOver = true;
    assertEqual((await second).state, 'unavailable', 'state of the second call');
    gate.open('first');
    await first;
  }),
  storeCase('ends canceled work in any process', async (subject) => {
    const store = subject.make({ ttlMs });
    if (store.cancel === undefined || store.status === undefined) return;
    const [here, there] = twoProcesses(subject);
    for (const canceler of [here, there]) {
      const { key, first } = await startGated(here, ({ open }) => ({ end: open }));
      await canceler.cancel(key);
      assertEqual(await first, done('canceled'), 'result of the first call');
    }
  }),
  storeCase('ends work without waiting callers in any process, and continues work with one', async (subject) => {
    if (subject.make({ ttlMs }).status === undefined) return;
    const [here, there] = twoProcesses(subject, { lingerMs });
    const [key, ended] = [unique(), createGate()];
    const [firstCaller, secondCaller] = [new AbortController(), new AbortController()];
    let isEnded = false;
    const end = (reason: string): void => {
      isEnded = true;
      ended.open(reason);
    };
    const first = here.run(workOf(key, ended.run, { caller: firstCaller, end }));
    await ended.started;
    const second = there.run(workOf(key, () => 'second', { caller: secondCaller }));
    await there.whenWaiting();
    firstCaller.abort();
    await pause(2 * lingerMs);
    assertEqual(isEnded, false, 'whether the work was ended while another process waits');
    secondCaller.abort();
    assertEqual(await first, done('unattended'), 'result of the first call');
    assertEqual((await second).state, 'unavailable', 'state of the call that left');
  }),
];
