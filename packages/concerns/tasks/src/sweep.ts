import { lackingSince } from './lacking-since.ts';
import type { TaskEngine } from './task-engine.ts';
import type { TaskStore } from './task-store.ts';
import { turnToDeliver } from './turn-to-deliver.ts';

const sweptAtOnce = 100;

/** What a sweep has found. */
export interface Sweep {
  readonly queued: number;
  /** Those that wait for a worker that has their tool. */
  readonly lacking: number;
  /** When the oldest of them was kept; `Infinity` where there is none. */
  readonly oldestAt: number;
}

/** Enqueues again what an engine may have lost: it ignores what it has. */
export async function sweep(store: TaskStore, engine: TaskEngine): Promise<Sweep> {
  let cursor: string | undefined;
  let queued = 0;
  let lacking = 0;
  let oldestAt = Number.POSITIVE_INFINITY;
  do {
    const page = await store.unfinished({ cursor, limit: sweptAtOnce });
    for (const record of page?.records ?? []) {
      queued += 1;
      oldestAt = Math.min(oldestAt, record.createdAt);
      if (lackingSince(record) !== undefined) lacking += 1;
      await engine.enqueue(turnToDeliver(record));
    }
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  return { queued, lacking, oldestAt };
}
