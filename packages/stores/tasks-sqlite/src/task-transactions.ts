import type { TaskLimits } from '@toolwire/internal';
import {
  type Claim,
  fenceOf,
  hasEnded,
  isRunnable,
  judgeClaim,
  type SlotLimit,
  type TaskRecord,
  turnToDeliver,
} from '@toolwire/tasks';
import type { Database } from './database.ts';
import { type HostClock, readClock } from './host-clock.ts';
import { makeRoom } from './task-capacity.ts';
import { claimSlots, retakeSlots } from './task-slots.ts';
import {
  bytesOf,
  deleteExpired,
  findTask,
  insertTask,
  removeTask,
  setLease,
  type TaskRow,
  updateTask,
} from './task-statements.ts';
import { addTurn } from './turn-statements.ts';

/** The clock and the limits of the operations of a store. Each operation runs in one transaction. */
export interface TransactionConfig {
  readonly clock: HostClock;
  readonly limits: TaskLimits;
}

/** How many expired tasks each new one deletes: more than one, so that they don't pile up. */
const deletedWithEach = 2;

/** Stores a new task with its turn to deliver; `false` if it doesn't fit. An existing task stays unchanged. */
export function create(
  database: Database,
  record: TaskRecord,
  text: string,
  { clock, limits }: TransactionConfig,
): boolean {
  const wall = clock.wall();
  if (findTask(database, record.id, wall) !== undefined) return true;
  // An expired task with this ID may still be stored.
  removeTask(database, record.id);
  deleteExpired(database, wall, deletedWithEach);
  if (!makeRoom(database, record, { tasks: 1, bytes: bytesOf(text) }, limits, wall)) return false;
  insertTask(database, record, text, wall);
  // A stored task needs no second operation to run (TASK-09).
  if (isRunnable(record)) addTurn(database, turnToDeliver(record), clock.steady());
  return true;
}

/** Replaces the record of the previous version. */
export function replace(
  database: Database,
  record: TaskRecord,
  text: string,
  { clock, limits }: TransactionConfig,
): 'replaced' | 'rejected' | 'full' {
  const wall = clock.wall();
  const row = findTask(database, record.id, wall);
  // A smaller fence is rejected, whatever the version (TASK-03).
  if (row?.version !== record.version - 1 || fenceOf(record) < row.fence) return 'rejected';
  const bytes = bytesOf(text) - row.bytes;
  if (bytes > 0 && !makeRoom(database, record, { tasks: 0, bytes }, limits, wall)) return 'full';
  // The ended task itself may have been deleted to make room.
  if (findTask(database, record.id, wall) === undefined) return 'rejected';
  updateTask(database, record, text, wall);
  // A task that waits for input has no lease (TASK-07).
  if (!isRunnable(record)) setLease(database, record.id, null, null);
  return 'replaced';
}

/** The arguments of a claim. */
interface ClaimRequest {
  readonly id: string;
  readonly turn: number;
  readonly leaseMs: number;
  readonly slots: readonly SlotLimit[];
}

/** Grants a turn of a task to one worker. */
export function claim(
  database: Database,
  { id, turn, leaseMs, slots }: ClaimRequest,
  { clock }: TransactionConfig,
): Claim {
  const wall = clock.wall();
  const row = findTask(database, id, wall);
  const steady = clock.steady();
  const result = judgeClaim(row && recordOf(row), turn, row && leaseLeftMs(row, steady));
  // The steady clock restarted with the machine, so the stored end of the lease is too late, and is corrected.
  if (result.kind === 'held' && steady + result.forMs < (row?.lease_ends ?? 0)) {
    setLease(database, id, steady + result.forMs, result.forMs);
  }
  if (result.kind === 'claimed') {
    const forMs = claimSlots(database, result.record, slots, { wall, steady });
    if (forMs !== undefined) return { kind: 'busy', forMs };
    updateTask(database, result.record, JSON.stringify(result.record), wall);
    setLease(database, id, steady + leaseMs, leaseMs);
  }
  return result;
}

/** The arguments of a renewal. */
interface RenewRequest extends Omit<ClaimRequest, 'turn'> {
  readonly fence: number;
}

/** Renews a lease from now, if this claim is the last one and its task has its slots. */
export function renew(
  database: Database,
  { id, fence, leaseMs, slots }: RenewRequest,
  { clock }: TransactionConfig,
): boolean {
  const time = readClock(clock);
  const row = findTask(database, id, time.wall);
  if (row?.fence !== fence) return false;
  const record = recordOf(row);
  if (hasEnded(record) || !retakeSlots(database, record, slots, time)) return false;
  setLease(database, id, time.steady + leaseMs, leaseMs);
  return true;
}

/** Ends the lease of a released task. */
export function release(database: Database, id: string, fence: number, { clock }: TransactionConfig): void {
  if (findTask(database, id, clock.wall())?.fence === fence) setLease(database, id, null, null);
}

export function recordOf({ record }: Pick<TaskRow, 'record'>): TaskRecord {
  return JSON.parse(record) as TaskRecord;
}

/** The steady clock restarts with the machine, and no worker waits longer than a lease (TASK-08). */
function leaseLeftMs({ lease_ends: ends, lease_ms: ms }: TaskRow, steady: number): number | undefined {
  return ends === null || ms === null ? undefined : Math.min(ends - steady, ms);
}
