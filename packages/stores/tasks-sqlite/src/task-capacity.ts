import { keepEndedMs, ownerLimits, type TaskLimits } from '@toolwire/internal';
import type { TaskRecord } from '@toolwire/tasks';
import type { Database } from './database.ts';
import { deleteEnded, deleteExpired, quoted } from './task-statements.ts';

interface Usage {
  readonly tasks: number;
  readonly bytes: number;
}

/** How many ended tasks are deleted at once, so that not every new task has to. */
const endedBatchSize = 10;

/** Whether more fits. Deletes expired tasks, then the oldest ended tasks of the same owner, to make room. */
export function makeRoom(
  database: Database,
  record: Pick<TaskRecord, 'owner' | 'share'>,
  added: Usage,
  limits: TaskLimits,
  wall: number,
): boolean {
  if (hasRoom(database, record, added, limits)) return true;
  deleteExpired(database, wall, Number.MAX_SAFE_INTEGER);
  do {
    if (hasRoom(database, record, added, limits)) return true;
  } while (deleteEnded(database, record.owner, wall - keepEndedMs, endedBatchSize) > 0);
  return false;
}

function hasRoom(
  database: Database,
  record: Pick<TaskRecord, 'owner' | 'share'>,
  added: Usage,
  limits: TaskLimits,
): boolean {
  const total = { tasks: limits.maxTasks, bytes: limits.maxBytes };
  return (
    fits(usageOf(database, quoted(record.owner)), added, ownerLimits(limits, record)) &&
    fits(usageOf(database, ''), added, total)
  );
}

function fits(used: Usage, added: Usage, limit: Usage): boolean {
  // A change adds only bytes, and the limit of tasks may be smaller than in another process.
  const hasSlot = added.tasks === 0 || used.tasks + added.tasks <= limit.tasks;
  return hasSlot && used.bytes + added.bytes <= limit.bytes;
}

function usageOf(database: Database, owner: string): Usage {
  const row = database.first<Usage>('SELECT tasks, bytes FROM task_usage WHERE owner = ?', owner);
  return row ?? { tasks: 0, bytes: 0 };
}
