import { turnOf } from './claim.ts';
import type { TaskEngine } from './task-engine.ts';
import type { TaskStore } from './task-store.ts';

const sweptAtOnce = 100;

/** What a sweep has found. */
export interface Sweep {
  readonly queued: number;
  /** When the oldest of them was kept; `Infinity` where there is none. */
  readonly oldestAt: number;
}

/** Enqueues again what an engine may have lost: it ignores what it has. */
export async function sweep(store: TaskStore, engine: TaskEngine): Promise<Sweep> {
  let cursor: string | undefined;
  let queued = 0;
  let oldestAt = Number.POSITIVE_INFINITY;
  do {
    const page = await store.unfinished({ cursor, limit: sweptAtOnce });
    for (const record of page?.records ?? []) {
      queued += 1;
      oldestAt = Math.min(oldestAt, record.createdAt);
      await engine.enqueue({ taskId: record.id, turn: turnOf(record) });
    }
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  return { queued, oldestAt };
}
