import { turnOf } from './claim.ts';
import type { TaskEngine } from './task-engine.ts';
import type { TaskStore } from './task-store.ts';

const sweptAtOnce = 100;

/** Enqueues again what an engine may have lost: it ignores what it has. */
export async function sweep(store: TaskStore, engine: TaskEngine): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await store.unfinished({ cursor, limit: sweptAtOnce });
    for (const record of page?.records ?? []) await engine.enqueue({ taskId: record.id, turn: turnOf(record) });
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
}
