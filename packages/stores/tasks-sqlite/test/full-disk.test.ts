import { randomUUID } from 'node:crypto';
import { completed, createTaskCalls, createTasks } from '@toolwire/tasks';
import { describe, expect, it, vi } from 'vitest';
import { smallDisk } from './small-disk.ts';
import { call, openTasks } from './test-store.ts';

describe('a full disk', () => {
  it('FAULT-23: rejects new calls, and ends accepted ones when there is room again', async () => {
    const { path, open, free } = smallDisk(8_000_000);
    const reported: unknown[] = [];
    const report = (error: unknown): void => void reported.push(error);
    const { store, engine, ...file } = openTasks(path, { open, lockMs: 500, report });
    await file.ready();
    const calls = createTaskCalls({ store, engine, leaseMs: 500, report });
    const taken: string[] = [];
    // Each begins with the largest that there may be room for, so that in the end there is none for the smallest.
    for (let length = 400_000; length > 1; ) {
      const input = { text: 'x'.repeat(length) };
      const start = await calls.start({ owner: 'ada', call: { ...call, callId: randomUUID(), input } });
      if (start.started) taken.push(start.task.id);
      else expect(start.reason).toBe('full');
      if (!start.started) length = Math.floor(length / 2);
    }
    expect(taken.length).toBeGreaterThan(5);
    const tasks = createTasks({ store });
    const worker = calls.work(async ({ call: { callId } }) => completed(callId));
    await vi.waitFor(() => expect(reported).not.toStrictEqual([]));
    // Existing data can be read.
    for (const id of taken) expect(await tasks.get(id, 'ada')).toMatchObject({ id });
    free();
    const ended = await Promise.all(taken.map((id) => tasks.result(id, 'ada')));
    expect(ended.filter((task) => task?.status !== 'completed')).toStrictEqual([]);
    await worker.stop();
  });
});
