import { callListener, startTimer } from '@toolwire/internal';
import type { TaskCallsSettings } from '../calls/task-calls-options.ts';
import { missingToolSince } from '../record/claim.ts';
import { turnToDeliver } from '../record/task-turn.ts';

const pageSize = 100;

type SweepSettings = Pick<TaskCallsSettings, 'store' | 'engine' | 'sweepMs' | 'observer' | 'report'>;

/** Sweeps at once, and again after each interval. Returns a function that stops it (TASK-04). */
export function startSweeping(settings: SweepSettings): () => void {
  let isStopped = false;
  let stopTimer = (): void => undefined;
  const sweepAgain = async (): Promise<void> => {
    try {
      await sweep(settings, () => isStopped);
    } catch (error) {
      // After a stop, the store and the engine may be closed.
      if (!isStopped) settings.report(error);
    }
    if (!isStopped) stopTimer = startTimer(settings.sweepMs, () => void sweepAgain());
  };
  void sweepAgain();
  return () => {
    isStopped = true;
    stopTimer();
  };
}

/** Enqueues all unfinished tasks again, in case the engine lost some. The engine ignores turns that it has. */
async function sweep({ store, engine, observer }: SweepSettings, isStopped: () => boolean): Promise<void> {
  let cursor: string | undefined;
  let queued = 0;
  let waitingForTool = 0;
  let oldestAt = Number.POSITIVE_INFINITY;
  do {
    const page = await store.unfinished({ cursor, limit: pageSize });
    for (const record of page?.records ?? []) {
      if (isStopped()) return;
      queued += 1;
      oldestAt = Math.min(oldestAt, record.createdAt);
      if (missingToolSince(record) !== undefined) waitingForTool += 1;
      await engine.enqueue(turnToDeliver(record));
    }
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  // Without tasks, `oldestAt` is infinite.
  const oldestMs = Math.max(0, Date.now() - oldestAt);
  callListener(observer?.observe, { kind: 'swept', queued, waitingForTool, oldestMs });
}
