import type { KeyedWork } from '../keyed-work.ts';
import { all, handedOn, type IdempotencyStoreCase, pause, same, unique } from './case-support.ts';
import { done, gateOf, two, workOf } from './processes.ts';

/** Cases about repeated calls, from two simulated processes. */
export const runCases: readonly IdempotencyStoreCase[] = [
  {
    title: 'runs once for 50 concurrent calls in two processes, and returns the result to all of them',
    run: async (subject) => {
      const [here, there] = two(subject);
      let runs = 0;
      const work = workOf(unique(), async () => {
        runs += 1;
        await pause(60);
        return `run ${runs}`;
      });
      const results = await all(Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? here : there).run(work)));
      same(runs, 1, 'The number of runs is');
      for (const result of results) same(result.state === 'done' && result.answer, 'run 1', 'The answer is');
      same(results.filter((result) => result.state === 'done' && !result.repeated).length, 1, 'Not repeated are');
    },
  },
  {
    title: 'returns the stored result later, in both processes',
    run: async (subject) => {
      const [here, there] = two(subject);
      const key = unique();
      same(await here.run(workOf(key, () => 'first')), done('first'), 'The first result is');
      for (const one of [here, there, here]) {
        same(await one.run(workOf(key, () => 'again')), { ...done('first'), repeated: true }, 'A later result is');
      }
    },
  },
  {
    title: 'never runs other work under a key, neither during the first run nor after it',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, gate] = [unique(), gateOf()];
      const first = here.run(workOf(key, gate.run));
      const other = workOf(key, () => 'other', { fingerprint: 'other' });
      await gate.started;
      for (const one of [here, there]) {
        same(await one.run(other), { state: 'conflict' }, 'While the first runs, the result is');
      }
      gate.open('first');
      await first;
      for (const one of [here, there]) {
        same(await one.run(other), { state: 'conflict' }, 'When it is done, the result is');
      }
    },
  },
  {
    title: 'hands a result that is not kept to all waiting calls, and runs again for later ones',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, gate] = [unique(), gateOf()];
      let runs = 0;
      const run = (): string | Promise<string> => (runs++ === 0 ? gate.run() : 'done');
      const work = workOf(key, run, { encode: (answer) => handedOn(JSON.stringify(answer)) });
      const waiting = [here.run(work), here.run(work)];
      await gate.started;
      waiting.push(there.run(work), there.run(work));
      await there.waits();
      gate.open('try again');
      for (const result of await all(waiting)) {
        same(result.state === 'done' && result.answer, 'try again', 'The answer is');
      }
      same(runs, 1, 'The number of runs is');
      same(await there.run(work), done('done'), 'The later result is');
    },
  },
  {
    title: 'compares the whole fingerprint, however long',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, long] = [unique(), 'x'.repeat(100_000)];
      const work = (end: number): KeyedWork<string> =>
        workOf(key, () => `run ${end}`, { fingerprint: `${long}${end}` });
      same(await here.run(work(1)), done('run 1'), 'The result is');
      same(await there.run(work(1)), { ...done('run 1'), repeated: true }, 'The same again is');
      same(await there.run(work(2)), { state: 'conflict' }, 'Another is');
    },
  },
];
