import { assertEqual, type OperatorTask, waitUntil } from '@toolwire/internal';
import type { RunCall, TaskCallStarted, TaskCalls } from '../calls/task-calls.ts';
import { completed } from '../record/task.ts';
import { callsCase, deferred, owner, startCall, type TaskCallsCase, withWorkers } from './task-calls-case.ts';
import { newCall, unique } from './task-store-case.ts';

/** Cases about missing tools, and about what a run receives of its call. */
export const callsCases: readonly TaskCallsCase[] = [
  callsCase('leaves a call for a worker with its tool, and counts no attempt', async (web, open) => {
    await withWorkers(async (work) => {
      const waiting = await startCall(web, { toolVersion: '2.0.0' });
      work(open(), runWithoutTool, ({ toolVersion }) => toolVersion !== '2.0.0');
      let task: OperatorTask | undefined;
      await waitUntil(async () => {
        task = (await allOf(web)).find(({ id }) => id === waiting.id);
        return task?.lacksToolSince !== undefined || task?.status !== 'working';
      }, 'expected the call to wait for a worker with its tool');
      assertEqual([task?.status, task?.attempts], ['working', 0], 'status and attempts of the waiting call');
      work(open(), ({ call: { callId }, attempt }) => completed(`${callId} ${attempt}`));
      assertEqual((await web.result(waiting.id, owner))?.result, `${waiting.callId} 1`, 'result of the call');
      const [after] = (await allOf(web)).filter(({ id }) => id === waiting.id);
      assertEqual(after?.lacksToolSince, undefined, 'lacksToolSince of the ended call');
    });
  }),
  callsCase('passes the client and the session of a call to each run, also of another process', async (web, open) => {
    const client = { name: 'editor', version: '2.1.0', protocolVersion: '2025-11-25' };
    const { id } = await startCall(web, { client, sessionId: 'session-1', askable: ['roots'] });
    await withWorkers(async (work) => {
      work(open(), ({ call: { client: seen, sessionId = 'none', askable = [] } }) =>
        completed([
          seen?.name ?? 'none',
          seen?.version ?? 'none',
          seen?.protocolVersion ?? 'none',
          sessionId,
          ...askable,
        ]),
      );
      const { result } = (await web.result(id, owner)) ?? {};
      assertEqual(result, [...Object.values(client), 'session-1', 'roots'], 'client, session and input of the run');
    });
  }),
  callsCase('limits the wait for a worker with the tool to toolWaitMs', async (web, open) => {
    await withWorkers(async (work) => {
      const run: RunCall = ({ call: { callId }, attempt }) => completed(`${callId} attempt ${attempt}`);
      work(open({ toolWaitMs: 1 }), run, () => false);
      const { id, callId } = await startCall(web);
      assertEqual((await web.result(id, owner))?.result, `${callId} attempt 1`, 'result of the call');
    });
  }),
];

const runWithoutTool: RunCall = ({ call: { toolVersion } }) =>
  completed(`a worker without version ${toolVersion} ran it`);

async function allOf({ admin }: TaskCalls): Promise<readonly OperatorTask[]> {
  const tasks: OperatorTask[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.list({ cursor });
    tasks.push(...(page?.tasks ?? []));
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  return tasks;
}

/** Cases about starts with the ID of an existing task. */
export const repeatCases: readonly TaskCallsCase[] = [
  callsCase('matches a repeated call after a deploy, unless it requests another version', async (web, open) => {
    const id = unique('call');
    const call = { ...newCall, callId: id, retrySafe: false };
    const started = await web.start({ owner, id, call });
    assertEqual(started.started && !started.repeated, true, 'whether the call started');
    const deployed = { owner, id, call: { ...call, toolVersion: '2.0.0' } };
    const again = await open().start({ ...deployed, anyVersion: true });
    assertEqual(again.started && again.repeated && again.task.id, id, 'task of the repeated call');
    const other = await open().start(deployed);
    assertEqual(!other.started && other.reason, 'conflict', 'reason for refusing the other version');
    await web.remove(id, owner);
  }),
  callsCase('runs a call again once it may restart, and only once for concurrent starts', async (web, open) => {
    const other = open();
    const id = unique('task');
    const start = (calls: TaskCalls, input: string): Promise<TaskCallStarted> =>
      calls.start({ owner, id, call: { ...newCall, input, retrySafe: false } });
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
  callsCase('retries an ended call with its ID in one change, and once for concurrent operators', async (web, open) => {
    const other = open();
    const id = unique('task');
    const call = { ...newCall, callId: id, retrySafe: false };
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
