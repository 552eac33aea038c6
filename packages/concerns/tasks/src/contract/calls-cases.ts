import { assertEqual, type OperatorTask, waitUntil } from '@toolwire/internal';
import { completed } from '../task.ts';
import type { RunCall, TaskCalls } from '../task-calls.ts';
import type { TaskCallsOptions } from '../task-calls-options.ts';
import type { TaskCall } from '../task-record.ts';
import { deferred, owner, withWorkers } from './call-workers.ts';
import { unique } from './task-store-case.ts';

/** A store and an engine, opened by several processes. */
export interface TaskCallsSubject {
  /** Opens another process on the same tasks and queue. */
  readonly open: (
    options?: Pick<TaskCallsOptions, 'toolWaitMs' | 'maxRunningPerOwner' | 'maxRunningPerTool'>,
  ) => TaskCalls;
}

/** One requirement of a store with an engine. `run` rejects if they fail it, and needs them without other workers. */
export interface TaskCallsCase {
  readonly title: string;
  readonly run: (subject: TaskCallsSubject) => Promise<void>;
}

/** Cases about missing tools and concurrency limits. */
export const callsCases: readonly TaskCallsCase[] = [
  {
    title: 'leaves a call for a worker with its tool, and counts no attempt',
    run: async ({ open }) => {
      const web = open();
      await web.ready();
      await withWorkers(async (work) => {
        const waiting = await start(web, { toolVersion: '2.0.0' });
        work(open(), runsMissingTool, { hasTool: ({ toolVersion }) => toolVersion !== '2.0.0' });
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
    },
  },
  {
    title: 'passes the client and the session of a call to each run, also of another process',
    run: async ({ open }) => {
      const web = open();
      await web.ready();
      const client = { name: 'editor', version: '2.1.0', protocolVersion: '2025-11-25' };
      const { id } = await start(web, { client, sessionId: 'session-1', askable: ['roots'] });
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
    },
  },
  {
    title: 'limits the wait for a worker with the tool to toolWaitMs',
    run: async ({ open }) => {
      const web = open();
      await web.ready();
      await withWorkers(async (work) => {
        const run: RunCall = ({ call: { callId }, attempt }) =>
          completed(`${callId} ran without its tool, attempt ${attempt}`);
        work(open({ toolWaitMs: 1 }), run, { hasTool: () => false });
        const { id, callId } = await start(web, {});
        assertEqual(
          (await web.result(id, owner))?.result,
          `${callId} ran without its tool, attempt 1`,
          'result of the call',
        );
      });
    },
  },
  {
    title: 'limits concurrent calls of a tool across processes, and runs all of them eventually',
    run: async ({ open }) => {
      const limits = { maxRunningPerTool: { 'Work.Steps': 2 } };
      const web = open();
      await web.ready();
      await withWorkers(async (work, atEnd) => {
        const slots = occupySlots(({ toolId }) => toolId !== 'Work.Steps');
        atEnd(slots.release);
        const ids: string[] = [];
        for (let count = 0; count < 8; count += 1) ids.push((await start(web, {})).id);
        for (let process = 0; process < 3; process += 1) work(open(limits), slots.run);
        await waitUntil(() => slots.counts.running >= 2, 'expected two calls to run concurrently');
        for (let count = 0; count < 2; count += 1) ids.push((await start(web, { toolId: 'Work.Other' })).id);
        await waitUntil(
          () => slots.counts.others === 2,
          'expected calls of another tool to run while all slots are occupied',
        );
        slots.release();
        for (const id of ids) assertEqual((await web.result(id, owner))?.status, 'completed', 'status of the call');
        assertEqual(slots.counts.maxRunning, 2, 'largest number of concurrent calls');
      });
    },
  },
  {
    title: 'limits concurrent calls of an owner, without delaying other owners',
    run: async ({ open }) => {
      const web = open();
      await web.ready();
      await withWorkers(async (work, atEnd) => {
        const slots = occupySlots(({ callId }) => callId.startsWith('other'));
        atEnd(slots.release);
        const ids: string[] = [];
        for (let count = 0; count < 5; count += 1) ids.push((await start(web, {})).id);
        const limits = { maxRunningPerOwner: 1, maxRunningPerTool: 20 };
        for (let process = 0; process < 2; process += 1) work(open(limits), slots.run);
        await waitUntil(() => slots.counts.running >= 1, 'expected a call to run');
        for (const otherOwner of ['bob', undefined, undefined]) {
          await start(web, { callId: unique('other') }, otherOwner);
        }
        await waitUntil(
          () => slots.counts.others === 3,
          'expected calls of other owners to run while the first owner has reached its limit',
        );
        slots.release();
        for (const id of ids) assertEqual((await web.result(id, owner))?.status, 'completed', 'status of the call');
        assertEqual(slots.counts.maxRunning, 1, 'largest number of concurrent calls of one owner');
      });
    },
  },
];

interface OccupiedSlots {
  readonly run: RunCall;
  readonly counts: { running: number; maxRunning: number; others: number };
  /** Lets the calls in the slots end. */
  readonly release: () => void;
}

/** Runs calls that occupy their slots until they are released. The other calls, which don't count against the limit, end at once. */
function occupySlots(isOther: (call: TaskCall) => boolean): OccupiedSlots {
  const counts = { running: 0, maxRunning: 0, others: 0 };
  const released = deferred();
  const run: RunCall = async ({ call }) => {
    if (isOther(call)) {
      counts.others += 1;
      return completed(null);
    }
    counts.running += 1;
    counts.maxRunning = Math.max(counts.maxRunning, counts.running);
    await released.promise;
    await new Promise((resolve) => setTimeout(resolve, 5));
    counts.running -= 1;
    return completed(null);
  };
  return { run, counts, release: released.resolve };
}

const runsMissingTool: RunCall = ({ call: { toolVersion } }) =>
  completed(`a worker without version ${toolVersion} ran it`);

async function start(
  calls: TaskCalls,
  more: Partial<TaskCall>,
  ...owners: readonly (string | undefined)[]
): Promise<{ id: string; callId: string }> {
  const callId = unique('call');
  const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId, retrySafe: false, ...more };
  const started = await calls.start({ owner: owners.length === 0 ? owner : owners[0], call });
  if (!started.started) throw new Error(`start: expected a task, got ${started.reason}`);
  return { id: started.task.id, callId: call.callId };
}

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
