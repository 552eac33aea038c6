import { expect, it } from 'vitest';
import { createMemoryTaskStore } from '../src/index.ts';
import { waitForTool } from '../src/lacking-tool.ts';
import { createTaskLedger } from '../src/task-ledger.ts';
import { begin } from '../src/transitions.ts';

it('a call whose tool a worker has not got waits no longer than nine tenths of the time that it is kept, however long it may (TASK-30)', async () => {
  let now = 0;
  const store = createMemoryTaskStore();
  const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call-1', retrySafe: true };
  await store.create({ ...begin('task', 'ada', 10_000, now), call });
  const delivery = { taskId: 'task', turn: 1, signal: new AbortController().signal };
  const waits = (): ReturnType<typeof waitForTool> =>
    waitForTool(delivery, {
      ledger: createTaskLedger(store, () => now),
      hasTool: () => false,
      toolWaitMs: Number.POSITIVE_INFINITY,
      now: () => now,
      tell: () => undefined,
    });
  expect(await waits()).toMatchObject({ againInMs: expect.any(Number) as number });
  now = 8_999;
  expect(await waits()).toStrictEqual({ againInMs: 1 });
  now = 9_000;
  expect(await waits(), 'it is run, and ends as one of a tool that nobody knows').toBeUndefined();
});
