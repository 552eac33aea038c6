import { setTimeout as wait } from 'node:timers/promises';
import { createTasks } from '@toolwire/tasks';
import { type BackendSettings, openBackend } from './backends.ts';
import type { History } from './history-event.ts';

const maxPolledAtOnce = 20;

/** Reads all acknowledged calls twice, after they have ended or no event occurred for `quietMs`. */
export async function readAll(
  settings: BackendSettings,
  { events, record, size }: History,
  quietMs: number,
): Promise<void> {
  const { store, close } = await openBackend({ ...settings, timeoutMs: 120_000 });
  const tasks = createTasks({ store });
  const ids = events().flatMap((one) => (one.type === 'acknowledged' ? [one.taskId] : []));
  const open = new Set(ids);
  let seen = size();
  let lastChange = performance.now();
  while (open.size > 0 && performance.now() - lastChange < quietMs) {
    let running = 0;
    for (const id of open) {
      const { status = 'gone' } = (await tasks.get(id, 'ada')) ?? {};
      if (status !== 'working' && status !== 'gone') open.delete(id);
      // Calls end in about the order of their start. Polling all of them would cause most of the load.
      else if ((running += 1) === maxPolledAtOnce) break;
    }
    await wait(100);
    // On a busy machine few calls end, but starts, renewals and saves also count as progress.
    if (size() !== seen) lastChange = performance.now();
    seen = size();
  }
  for (const taskId of [...ids, ...ids]) {
    const task = await tasks.get(taskId, 'ada');
    const error = task?.error as { readonly message?: string; readonly mayHaveRun?: boolean } | undefined;
    const result = task?.result as { readonly callId: string; readonly attempt: number } | undefined;
    const { message, mayHaveRun } = error ?? {};
    const hadNoRoom = message?.includes('does not fit') === true;
    record({ type: 'read', taskId, status: task?.status ?? 'gone', result, mayHaveRun, message, hadNoRoom });
  }
  await close();
}
