import type { KeyedResult, KeyedWork } from '../keyed-work.ts';
import { gateOf, two } from './processes.ts';
import { all, handedOn, type IdempotencyStoreCase, pause, same, ttlMs, unique } from './store-case.ts';

/** What keyed runs do over a store; two of them stand for two processes. */
export const runCases: readonly IdempotencyStoreCase[] = [
  {
    title: 'lets one run for 50 who ask at once in two processes, and gives all of them its answer',
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
    title: 'repeats an answer later, here and there',
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
    title: 'never runs other work under a key, while the first runs and when it is done',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, gate] = [unique(), gateOf()];
      const first = here.run(workOf(key, gate.run));
      const other = workOf(key, () => 'other', { fingerprint: 'other' });
      await gate.begun;
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
    title: 'hands on what is not kept to all who wait for it, and runs again for who asks later',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, gate] = [unique(), gateOf()];
      let runs = 0;
      const run = (): string | Promise<string> => (runs++ === 0 ? gate.run() : 'done');
      const work = workOf(key, run, { record: (answer) => handedOn(JSON.stringify(answer)) });
      const waiting = [here.run(work), here.run(work)];
      await gate.begun;
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
    title: 'forgets work that throws, and lets who waits in another process do it',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, gate] = [unique(), gateOf()];
      const first = here.run(workOf(key, gate.run));
      await gate.begun;
      const second = there.run(workOf(key, () => 'second'));
      await there.waits();
      gate.fail(new Error('broken'));
      const [thrown] = await Promise.allSettled([first]);
      same(thrown.status, 'rejected', 'The first is');
      same(await second, done('second'), 'The second result is');
    },
  },
  {
    title: 'does work again that nobody knows the end of only where it may be',
    run: async (subject) => {
      const [here, there] = two(subject);
      const results: KeyedResult<string>[] = [];
      for (const repeatable of [false, true]) {
        const key = unique();
        await here.run(workOf(key, () => 'cut off', { record: () => undefined }));
        results.push(await there.run(workOf(key, () => 'again', { repeatable })));
      }
      same(results, [{ state: 'in_doubt' }, done('again')], 'The results are');
    },
  },
  {
    title: 'takes the answer of whoever took over, and runs nothing a second time for it',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, slow, quick] = [unique(), gateOf(), gateOf()];
      const late = here.run(workOf(key, slow.run));
      await slow.begun;
      const store = subject.make({ ttlMs });
      const seen = await store.claim({ key, fingerprint: 'same', token: unique(), takeOver: false });
      const token = seen.state === 'running' ? seen.token : '';
      await store.abandon({ key, fingerprint: 'same', token, takeOver: false });
      const next = there.run(workOf(key, quick.run, { repeatable: true }));
      await quick.begun;
      slow.open('late');
      await pause(50);
      quick.open('next');
      same(await next, done('next'), 'The result of who took over is');
      same(await late, { ...done('next'), repeated: true }, 'The result of who comes late is');
    },
  },
  {
    title: 'tells work apart by its whole fingerprint, however long',
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
  {
    title: 'stops waiting for a run elsewhere when that has become pointless',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, gate] = [unique(), gateOf()];
      const first = here.run(workOf(key, gate.run));
      await gate.begun;
      let over = false;
      const second = there.run(workOf(key, () => 'second', { isOver: () => over }));
      await there.waits();
      over = true;
      same((await second).state, 'unavailable', 'The state is');
      gate.open('first');
      await first;
    },
  },
  {
    title: 'ends cancelled work within about a second, in whichever process it goes on',
    run: async (subject) => {
      if (subject.make({ ttlMs }).news === undefined) return;
      const [here, there] = two(subject);
      for (const asked of [here, there]) {
        const [key, ended] = [unique(), gateOf()];
        const first = here.run(workOf(key, ended.run, { end: ended.open }));
        await ended.begun;
        await asked.cancel(key);
        same(await first, done('cancelled'), 'The result is');
      }
    },
  },
  {
    title: 'ends work for which nobody waits in any process, and none for which somebody does',
    run: async (subject) => {
      if (subject.make({ ttlMs }).news === undefined) return;
      const [here, there] = two(subject, { lingerMs: 2_000 });
      const [key, ended] = [unique(), gateOf()];
      const [one, other] = [new AbortController(), new AbortController()];
      let isEnded = false;
      const end = (why: string): void => {
        isEnded = true;
        ended.open(why);
      };
      const first = here.run(workOf(key, ended.run, { caller: one, end }));
      await ended.begun;
      const second = there.run(workOf(key, () => 'second', { caller: other }));
      await there.waits();
      one.abort();
      await pause(4_000);
      same(isEnded, false, 'While another process waits, that it is ended is');
      other.abort();
      same(await first, done('unattended'), 'The result is');
      same((await second).state, 'unavailable', 'Whoever has left is answered');
    },
  },
];

function workOf(
  key: string,
  run: KeyedWork<string>['run'],
  fields: Partial<KeyedWork<string>> = {},
): KeyedWork<string> {
  return { key, fingerprint: 'same', run, ...fields };
}

function done(answer: string): KeyedResult<string> {
  return { state: 'done', answer, repeated: false };
}
