import { assertEqual, waitUntil } from '@toolwire/internal';
import type { TaskCallStarted, TaskCalls } from '../calls/task-calls.ts';
import { completed } from '../record/task.ts';
import { callsCase, deferred, owner, type TaskCallsCase, withWorkers } from './task-calls-case.ts';
import { unique } from './task-store-case.ts';

/** Cases about starts with the ID of an existing task. */
export const repeatCases: readonly TaskCallsCase[] = [
  callsCase('matches a repeated call after a deploy, unless it requests another version', async ({ open }) => {
    const web = open();
    await web.ready();
    const id = unique('call');
    const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: id, retrySafe: false };
    const started = await web.start({ owner, id, call });
    assertEqual(started.started && !started.repeated, true, 'whether the call started');
    const deployed = { owner, id, call: { ...call, toolVersion: '2.0.0' } };
    const again = await open().start({ ...deployed, anyVersion: true });
    assertEqual(again.started && again.repeated && again.task.id, id, 'task of the repeated call');
    const other = await open().start(deployed);
    assertEqual(!other.started && other.reason, 'conflict', 'reason for refusing the other version');
    await web.remove(id, owner);
  }),
  callsCase('runs a call again once it may restart, and only once for concurrent starts', async ({ open }) => {
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
  }),
  callsCase('retries an ended call with its ID in one change, and once for concurrent operators', async ({ open }) => {
    const [web, other] = [open(), open()];
    await web.ready();
    const id = unique('task');
    const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: id, retrySafe: false };
    await withWorkers(async (work, atEnd) => {
      let runs = 0;
      const gate = deferred();
      atEnd(gate.resolve);
      work(open(), async ({ attempt }) => {
        runs += 1;
        const run = runs;
        if (run > 1) await gate.promise;
        return completed(`run ${run}, attempt ${attempt}`);
      });
      await web.start({ owner, id, call });
      await web.result(id, owner);
      let isRemoved = false;
      const stop = await web.onChange(id, owner, (task) => {
        isRemoved ||= task === undefined;
      });
      if (stop !== undefined) atEnd(stop);
      const retried = await Promise.all([web, other, web, other].map(({ admin }) => admin.retry(id)));
      assertEqual(retried.filter((task) => task !== undefined).length, 1, 'number of accepted retries');
      gate.resolve();
      // The next attempt of the same record: nothing was removed.
      assertEqual((await web.result(id, owner))?.result, 'run 2, attempt 2', 'result of the retry');
      assertEqual(isRemoved, false, 'whether the task was removed in between');
    });
  }),
];
