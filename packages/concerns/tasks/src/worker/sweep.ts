import { callListener, startTimer } from '@toolwire/internal';
import type { TaskCallsSettings } from '../calls/task-calls-options.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { missingToolSince } from '../record/claim.ts';
import { turnToDeliver } from '../record/task-turn.ts';
import type { TaskStore } from '../store/task-store.ts';

const pageSize = 100;

/** The result of a sweep. */
interface Sweep {
  readonly queued: number;
  /** When the oldest queued task was created; `Infinity` without any. */
  readonly oldestAt: number;
  /** Tasks that wait for a worker with their tool. */
  readonly waitingForTool: number;
}

/** Enqueues all unfinished tasks again, in case the engine lost some. The engine ignores turns that it has. Returns `undefined` if it was stopped. */
async function sweep(store: TaskStore, engine: TaskEngine, isStopped: () => boolean): Promise<Sweep | undefined> {
  let cursor: string | undefined;
  let queued = 0;
  let waitingForTool = 0;
  let oldestAt = Number.POSITIVE_INFINITY;
  do {
    const page = await store.unfinished({ cursor, limit: pageSize });
    for (const record of page?.records ?? []) {
      if (isStopped()) return undefined;
      queued += 1;
      oldestAt = Math.min(oldestAt, record.createdAt);
      if (missingToolSince(record) !== undefined) waitingForTool += 1;
      await engine.enqueue(turnToDeliver(record));
    }
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  return { queued, waitingForTool, oldestAt };
}

type SweepSettings = Pick<TaskCallsSettings, 'store' | 'engine' | 'sweepMs' | 'observe' | 'report'>;

/** Sweeps at once, and again after each interval. Returns a function that stops it (TASK-04). */
export function startSweeping(settings: SweepSettings): () => void {
  let isStopped = false;
  let stopTimer = (): void => undefined;
  const sweepOnce = async (): Promise<void> => {
    try {
      await sweepAndEmit(settings, () => isStopped);
    } catch (error) {
      // After a stop, the store and the engine may be closed.
      if (!isStopped) settings.report(error);
    }
    if (!isStopped) stopTimer = startTimer(settings.sweepMs, () => void sweepOnce());
  };
  void sweepOnce();
  return () => {
    isStopped = true;
    stopTimer();
  };
}

async function sweepAndEmit({ store, engine, observe }: SweepSettings, isStopped: () => boolean): Promise<void> {
  const swept = await sweep(store, engine, isStopped);
  if (swept === undefined) return;
  const { queued, waitingForTool, oldestAt } = swept;
  const oldestMs = queued === 0 ? 0 : Math.max(0, Date.now() - oldestAt);
  if (observe !== undefined) callListener(observe, { kind: 'swept', queued, waitingForTool, oldestMs });
}
