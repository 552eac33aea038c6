import { setTimeout as wait } from 'node:timers/promises';
import { createTasks } from '@toolwire/tasks';
import type { History } from './happening.ts';
import { openPlace, type PlaceSettings } from './places.ts';

const askedAtOnce = 20;

/** Reads all that was acknowledged, twice, once it has ended or nothing at all has happened for so long. */
export async function readAll(settings: PlaceSettings, { notes, note, size }: History, quietMs: number): Promise<void> {
  const { store, close } = await openPlace({ ...settings, patienceMs: 120_000 });
  const tasks = createTasks({ store });
  const ids = notes().flatMap((one) => (one.what === 'acknowledged' ? [one.taskId] : []));
  const open = new Set(ids);
  let seen = size();
  let lastNews = performance.now();
  while (open.size > 0 && performance.now() - lastNews < quietMs) {
    let going = 0;
    for (const id of open) {
      const { status = 'gone' } = (await tasks.get(id, 'ada')) ?? {};
      if (status !== 'working' && status !== 'gone') open.delete(id);
      // They end in about the order in which they were begun: to ask for all of them would be most of the work there is.
      else if ((going += 1) === askedAtOnce) break;
    }
    await wait(100);
    // A machine that is busy with other things ends little, and is no loss as long as it begins, renews and saves.
    if (size() !== seen) lastNews = performance.now();
    seen = size();
  }
  for (const taskId of [...ids, ...ids]) {
    const task = await tasks.get(taskId, 'ada');
    const error = task?.error as { readonly message?: string; readonly mayHaveRun?: boolean } | undefined;
    const result = task?.result as { readonly callId: string; readonly attempt: number } | undefined;
    const hadNoRoom = error?.message?.includes('no room') === true;
    note({ what: 'read', taskId, status: task?.status ?? 'gone', result, mayHaveRun: error?.mayHaveRun, hadNoRoom });
  }
  await close();
}
