import { assertEqual } from '@toolwire/internal';
import { completed } from '../task.ts';
import type { TaskCallStarted, TaskCalls } from '../task-calls.ts';
import { deferred, owner, waitUntil, withWorkers } from './call-workers.ts';
import type { TaskCallsCase } from './calls-cases.ts';
import { unique } from './task-store-case.ts';

/** Cases about a call that runs again with the same task ID, after `allowRestart`. */
export const restartCases: readonly TaskCallsCase[] = [
  {
    title: 'runs a call again once it may restart, and only once for concurrent starts',
    run: async ({ open }) => {
      const [web, other] = [open(), open()];
      await web.ready();
      const id = unique('task');
      const start = (calls: TaskCalls, input: string): Promise<TaskCallStarted> =>
        calls.start({
          owner,
          id,
          call: { toolId: 'Work.Steps', toolVersion: '1.0.0', input, callId: 'c', retrySafe: false },
        });
      await withWorkers(async (work, atEnd) => {
        let runs = 0;
        const gate = deferred();
        atEnd(gate.resolve);
        work(open(), async ({ attempt, handBacks }) => {
          runs += 1;
          const run = runs;
          if (run === 2) await gate.promise;
          return completed(`run ${run}, attempt ${attempt}, ${handBacks} handed back`);
        });
        await start(web, 'first');
        const first = await web.result(id, owner);
        assertEqual(first?.result, 'run 1, attempt 1, 0 handed back', 'first result');
        const { version = 0 } = first ?? {};
        await web.allowRestart(id, owner, version - 1);
        await web.allowRestart(id, 'bob', version);
        const before = await start(web, 'first');
        assertEqual(
          before.started && before.repeated,
          true,
          'whether the task stays as it is before a restart is allowed',
        );
        await web.allowRestart(id, owner, version);
        const all = Array.from({ length: 10 }, (_, index) => start(index % 2 === 0 ? web : other, 'next'));
        const started = await Promise.all(all);
        assertEqual(
          started.filter((result) => result.started && !result.repeated).length,
          1,
          'number of starts of the next turn',
        );
        await waitUntil(() => runs === 2, 'expected a second run of the call');
        assertEqual((await start(other, 'first')).started, false, 'whether another call with the same ID started');
        gate.resolve();
        for (const calls of [web, other]) {
          assertEqual((await calls.result(id, owner))?.result, 'run 2, attempt 2, 0 handed back', 'next result');
        }
        // The task has changed since this version, so no restart is allowed.
        await web.allowRestart(id, owner, version);
        const again = await start(web, 'next');
        assertEqual(again.started && again.repeated, true, 'whether the ended task stays as it is');
      });
    },
  },
];
