import type { TaskCallsOptions } from '../create-task-calls.ts';
import { completed } from '../task.ts';
import type { AdminTask } from '../task-admin.ts';
import type { TaskCall } from '../task-call.ts';
import type { RunCall, TaskCalls, TaskWorkOptions } from '../task-calls.ts';
import type { WorkerHandle } from '../task-engine.ts';
import { same, unique } from './task-store-case.ts';

/** A store and an engine as several processes have them. */
export interface TaskCallsSubject {
  /** Another process: the same tasks and the same queue, by a store and an engine of its own. */
  readonly open: (options?: Pick<TaskCallsOptions, 'toolWaitMs' | 'sweepMs' | 'leaseMs'>) => TaskCalls;
}

/** One thing that a store and an engine must do together, with nobody else at work; `run` throws an error that says what they did instead. */
export interface TaskCallsCase {
  readonly title: string;
  readonly run: (subject: TaskCallsSubject) => Promise<void>;
}

/** What becomes of a call whose tool not every worker has. */
export const callsCases: readonly TaskCallsCase[] = [
  {
    title: 'keeps a call for a worker that has its tool, past those that have not, and counts no attempt',
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
    title: 'lets a call wait for a worker that has its tool no longer than was said',
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
];

const owner = 'ada';

const nobodyRuns: RunCall = ({ call: { toolVersion } }) => completed(`A worker has run ${toolVersion} that lacks it.`);

type Work = (calls: TaskCalls, run: RunCall, options?: TaskWorkOptions) => void;

/** Stops the workers, whatever comes of it. */
async function withWorkers(use: (work: Work) => Promise<void>): Promise<void> {
  const workers: WorkerHandle[] = [];
  try {
    await use((calls, run, options) => void workers.push(calls.work(run, options)));
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

async function begin(calls: TaskCalls, more: Partial<TaskCall>): Promise<{ id: string; callId: string }> {
  const callId = unique('call');
  const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId, retrySafe: false, ...more };
  const started = await calls.start({ owner, call });
  if (!started.started) throw new Error(`A call was not begun: ${started.reason}.`);
  return { id: started.task.id, callId };
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

/** Waits for what may take as long as a busy machine likes. */
async function patiently(holds: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const until = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(otherwise);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
