import { assertEqual, waitUntil } from '@toolwire/internal';
import type { RunCall } from '../calls/task-calls.ts';
import { completed } from '../record/task.ts';
import type { TaskCall } from '../record/task-record.ts';
import { callsCase, deferred, owner, startCall, type TaskCallsCase, withWorkers } from './task-calls-case.ts';
import { unique } from './task-store-case.ts';

/** Cases about the limits of concurrent calls. */
export const limitCases: readonly TaskCallsCase[] = [
  callsCase(
    'limits concurrent calls of a tool across processes, and runs all of them eventually',
    async (web, open) => {
      const limits = { maxRunningPerTool: { 'Work.Steps': 2 } };
      await withWorkers(async (work, atEnd) => {
        const slots = occupySlots(({ toolId }) => toolId !== 'Work.Steps');
        atEnd(slots.release);
        const ids: string[] = [];
        for (let count = 0; count < 8; count += 1) ids.push((await startCall(web)).id);
        for (let worker = 0; worker < 3; worker += 1) work(open(limits), slots.run);
        await waitUntil(() => slots.counts.running >= 2, 'expected two calls to run concurrently');
        for (let count = 0; count < 2; count += 1) ids.push((await startCall(web, { toolId: 'Work.Other' })).id);
        await waitUntil(
          () => slots.counts.others === 2,
          'expected calls of another tool to run while all slots are occupied',
        );
        slots.release();
        for (const id of ids) assertEqual((await web.result(id, owner))?.status, 'completed', 'status of the call');
        assertEqual(slots.counts.maxRunning, 2, 'largest number of concurrent calls');
      });
    },
  ),
  callsCase('limits concurrent calls of an owner, without delaying other owners', async (web, open) => {
    await withWorkers(async (work, atEnd) => {
      const slots = occupySlots(({ callId }) => callId.startsWith('other'));
      atEnd(slots.release);
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) ids.push((await startCall(web)).id);
      const limits = { maxRunningPerOwner: 1, maxRunningPerTool: 20 };
      for (let worker = 0; worker < 2; worker += 1) work(open(limits), slots.run);
      await waitUntil(() => slots.counts.running >= 1, 'expected a call to run');
      for (const otherOwner of ['bob', null, null]) {
        await startCall(web, { callId: unique('other') }, otherOwner);
      }
      await waitUntil(
        () => slots.counts.others === 3,
        'expected calls of other owners to run while the first owner has reached its limit',
      );
      slots.release();
      for (const id of ids) assertEqual((await web.result(id, owner))?.status, 'completed', 'status of the call');
      assertEqual(slots.counts.maxRunning, 1, 'largest number of concurrent calls of one owner');
    });
  }),
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
    // A call that starts after the release also runs for a while, so that calls above the limit would overlap.
    await new Promise((resolve) => setTimeout(resolve, 5));
    counts.running -= 1;
    return completed(null);
  };
  return { run, counts, release: released.resolve };
}
