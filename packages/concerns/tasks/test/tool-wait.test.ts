import { expect, it, onTestFinished, vi } from 'vitest';
import { createTaskLedger } from '../src/access/task-ledger.ts';
import { createMemoryTaskStore } from '../src/index.ts';
import { createRecord } from '../src/record/transitions.ts';
import { waitForTool } from '../src/worker/tool-wait.ts';

it('a call waits for a missing tool for at most 90 % of its TTL (TASK-30)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const store = createMemoryTaskStore();
  const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call-1', retrySafe: true };
  await store.create({ ...createRecord('task', 'ada', 10_000, 0), call });
  const delivery = { taskId: 'task', turn: 1, signal: new AbortController().signal };
  const waits = (): ReturnType<typeof waitForTool> =>
    waitForTool(delivery, {
      ledger: createTaskLedger(store, () => undefined),
      hasTool: () => false,
      toolWaitMs: Number.POSITIVE_INFINITY,
      emit: () => undefined,
    });
  expect(await waits()).toMatchObject({ againInMs: expect.any(Number) as number });
  vi.setSystemTime(8_999);
  expect(await waits()).toStrictEqual({ againInMs: 1 });
  vi.setSystemTime(9_000);
  expect(await waits(), 'it is run, and ends as one of an unknown tool').toBeUndefined();
});
