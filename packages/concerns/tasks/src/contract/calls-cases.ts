import { completed } from '../task.ts';
import type { AdminTask } from '../task-admin.ts';
import type { RunCall, TaskCalls } from '../task-calls.ts';
import type { TaskCallsOptions } from '../task-calls-options.ts';
import type { TaskCall } from '../task-record.ts';
import { deferred, owner, patiently, withWorkers } from './call-workers.ts';
import { same, unique } from './task-store-case.ts';

/** A store and an engine, opened by several processes. */
export interface TaskCallsSubject {
  /** Opens another process on the same tasks and queue. */
  readonly open: (
    options?: Pick<TaskCallsOptions, 'toolWaitMs' | 'maxRunningPerOwner' | 'maxRunningPerTool'>,
  ) => TaskCalls;
}

/** One requirement of a store with an engine, without other workers. `run` rejects if they fail it. */
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
        const waiting = await begin(web, { toolVersion: '2.0.0' });
        work(open(), nobodyRuns, { hasTool: ({ toolVersion }) => toolVersion !== '2.0.0' });
        let seen: AdminTask | undefined;
        await patiently(async () => {
          seen = (await allOf(web)).find(({ id }) => id === waiting.id);
          return seen?.lacksToolSince !== undefined || seen?.status !== 'working';
        }, 'Nobody sees that a call waits for a worker that has its tool.');
        same([seen?.status, seen?.attempts], ['working', 0], 'the status and the attempts of the call that waits are');
        work(open(), ({ call: { callId }, attempt }) => completed(`${callId} ${attempt}`));
        same((await web.result(waiting.id, owner))?.result, `${waiting.callId} 1`, 'the result is');
        const [after] = (await allOf(web)).filter(({ id }) => id === waiting.id);
        same(after?.lacksToolSince, undefined, 'since when the call waits that has ended is');
      });
    },
  },
  {
    title: 'limits the wait for a worker with the tool to toolWaitMs',
    run: async ({ open }) => {
      const web = open();
      await web.ready();
      await withWorkers(async (work) => {
        const ends: RunCall = ({ call: { callId }, attempt }) => completed(`${callId} is of no tool here, ${attempt}`);
        work(open({ toolWaitMs: 1 }), ends, { hasTool: () => false });
        const { id, callId } = await begin(web, {});
        same((await web.result(id, owner))?.result, `${callId} is of no tool here, 1`, 'the result is');
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
        let running = 0;
        const seen = { most: 0, others: 0 };
        const others = deferred();
        atEnd(others.resolve);
        const run: RunCall = async ({ call: { toolId } }) => {
          if (toolId !== 'Work.Steps') {
            seen.others += 1;
            return completed(null);
          }
          running += 1;
          seen.most = Math.max(seen.most, running);
          // All slots are occupied until calls of another tool have run.
          await others.promise;
          await new Promise((resolve) => setTimeout(resolve, 5));
          running -= 1;
          return completed(null);
        };
        const begun: string[] = [];
        for (let count = 0; count < 8; count += 1) begun.push((await begin(web, {})).id);
        for (let process = 0; process < 3; process += 1) work(open(limits), run);
        await patiently(() => running >= 2, 'As many calls as may do not run at once.');
        for (let count = 0; count < 2; count += 1) begun.push((await begin(web, { toolId: 'Work.Other' })).id);
        await patiently(() => seen.others === 2, 'Calls of another tool wait for a place that they do not need.');
        others.resolve();
        for (const id of begun) same((await web.result(id, owner))?.status, 'completed', 'the status is');
        same(seen.most, 2, 'how many have run at once is');
      });
    },
  },
  {
    title: 'limits concurrent calls of an owner, without delaying other owners',
    run: async ({ open }) => {
      const web = open();
      await web.ready();
      await withWorkers(async (work, atEnd) => {
        let running = 0;
        const seen = { most: 0, others: 0 };
        const others = deferred();
        atEnd(others.resolve);
        const run: RunCall = async ({ call: { callId } }) => {
          if (callId.startsWith('other')) {
            seen.others += 1;
            return completed(null);
          }
          running += 1;
          seen.most = Math.max(seen.most, running);
          await others.promise;
          running -= 1;
          return completed(null);
        };
        const begun: string[] = [];
        for (let count = 0; count < 5; count += 1) begun.push((await begin(web, {})).id);
        const limits = { maxRunningPerOwner: 1, maxRunningPerTool: 20 };
        for (let process = 0; process < 2; process += 1) work(open(limits), run);
        await patiently(() => running >= 1, 'No call is run.');
        for (const whose of ['bob', undefined, undefined]) await begin(web, { callId: unique('other') }, whose);
        await patiently(() => seen.others === 3, 'The calls of others wait for an owner of many.');
        others.resolve();
        for (const id of begun) same((await web.result(id, owner))?.status, 'completed', 'the status is');
        same(seen.most, 1, 'how many of one owner have run at once is');
      });
    },
  },
];

const nobodyRuns: RunCall = ({ call: { toolVersion } }) => completed(`A worker has run ${toolVersion} that lacks it.`);

async function begin(
  calls: TaskCalls,
  more: Partial<TaskCall>,
  ...whose: readonly (string | undefined)[]
): Promise<{ id: string; callId: string }> {
  const callId = unique('call');
  const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId, retrySafe: false, ...more };
  const started = await calls.start({ owner: whose.length === 0 ? owner : whose[0], call });
  if (!started.started) throw new Error(`A call was not begun: ${started.reason}.`);
  return { id: started.task.id, callId: call.callId };
}

async function allOf({ admin }: TaskCalls): Promise<readonly AdminTask[]> {
  const found: AdminTask[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.list({ cursor });
    found.push(...(page?.tasks ?? []));
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  return found;
}
