import { assertEqual, type OperatorTask, waitUntil } from '@toolwire/internal';
import type { RunCall, TaskCalls } from '../calls/task-calls.ts';
import { completed } from '../record/task.ts';
import { callsCase, owner, startCall, type TaskCallsCase, withWorkers } from './task-calls-case.ts';

/** Cases about missing tools, and about what a run receives of its call. */
export const callsCases: readonly TaskCallsCase[] = [
  callsCase('leaves a call for a worker with its tool, and counts no attempt', async ({ open }) => {
    const web = open();
    await web.ready();
    await withWorkers(async (work) => {
      const waiting = await startCall(web, { toolVersion: '2.0.0' });
      work(open(), runWithoutTool, { hasTool: ({ toolVersion }) => toolVersion !== '2.0.0' });
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
  callsCase('passes the client and the session of a call to each run, also of another process', async ({ open }) => {
    const web = open();
    await web.ready();
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
  callsCase('limits the wait for a worker with the tool to toolWaitMs', async ({ open }) => {
    const web = open();
    await web.ready();
    await withWorkers(async (work) => {
      const run: RunCall = ({ call: { callId }, attempt }) =>
        completed(`${callId} ran without its tool, attempt ${attempt}`);
      work(open({ toolWaitMs: 1 }), run, { hasTool: () => false });
      const { id, callId } = await startCall(web);
      assertEqual(
        (await web.result(id, owner))?.result,
        `${callId} ran without its tool, attempt 1`,
        'result of the call',
      );
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
