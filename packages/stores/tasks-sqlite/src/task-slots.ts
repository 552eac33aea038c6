import {
  maxCountedPerSlot,
  maxSlotReservationMs,
  type SlotLimit,
  slotReservationMs,
  slotRetryMs,
  type TaskRecord,
} from '@toolwire/tasks';
import type { Database } from './database.ts';
import type { HostTime } from './host-clock.ts';
import { isFree, quoted } from './task-statements.ts';

/** Claims all slots for a task, or none and returns after how long to retry. */
export function claimSlots(
  database: Database,
  task: TaskRecord,
  slots: readonly SlotLimit[],
  time: HostTime,
): number | undefined {
  for (const [index, { name, max }] of slots.entries()) {
    const free = max - dropLostAndCountHeld(database, name, task, time);
    if (free > 0 && countWaiting(database, name, task, time, free) < free) continue;
    const retryMs = slotRetryMs(countWaiting(database, name, task, time, maxCountedPerSlot * max), max);
    // The task waits for the names up to this one, and not yet for the later ones.
    for (const passed of slots.slice(0, index + 1)) {
      putSlot(database, passed.name, task, time.steady + slotReservationMs(retryMs));
    }
    for (const later of slots.slice(index + 1)) deleteSlot(database, later.name, task);
    return retryMs;
  }
  for (const { name } of slots) putSlot(database, name, task, null);
  return undefined;
}

/** Takes the slots again that a task lost with an expired lease; `false` if other tasks hold every slot of one of the names. */
export function retakeSlots(
  database: Database,
  task: TaskRecord,
  slots: readonly SlotLimit[],
  time: HostTime,
): boolean {
  const isFull = slots.some(
    ({ name, max }) => !hasSlot(database, name, task) && dropLostAndCountHeld(database, name, task, time) >= max,
  );
  if (isFull) return false;
  for (const { name } of slots) putSlot(database, name, task, null);
  return true;
}

function hasSlot(database: Database, name: string, { id }: TaskRecord): boolean {
  const query = 'SELECT 1 FROM slots WHERE name = ? AND task_id = ? AND waits_until IS NULL';
  return database.first(query, name, quoted(id)) !== undefined;
}

/** Deletes the slots whose task no longer has a lease, so that no worker has to release them, and counts the others. */
function dropLostAndCountHeld(
  database: Database,
  name: string,
  { id }: TaskRecord,
  { wall, steady }: HostTime,
): number {
  const hasWorker = `to_run = 1 AND expires_at > ? AND NOT ${isFree}`;
  database.run(
    `DELETE FROM slots WHERE name = ? AND task_id <> ? AND waits_until IS NULL
       AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = slots.task_id AND ${hasWorker})`,
    name,
    quoted(id),
    wall,
    steady,
    steady,
  );
  const row = database.first<{ readonly held: number }>(
    'SELECT count(*) AS held FROM slots WHERE name = ? AND task_id <> ? AND waits_until IS NULL',
    name,
    quoted(id),
  );
  return row?.held ?? 0;
}

/** Counts the older tasks that wait for a slot and keep claiming, up to a maximum. */
function countWaiting(
  database: Database,
  name: string,
  { id, createdAt }: TaskRecord,
  { wall, steady }: HostTime,
  most: number,
): number {
  const row = database.first<{ readonly ahead: number }>(
    `SELECT count(*) AS ahead FROM (
       SELECT 1 FROM slots JOIN tasks ON tasks.id = slots.task_id
       WHERE name = ? AND waits_until > ? AND waits_until <= ? AND (slots.created_at, task_id) < (?, ?)
         AND to_run = 1 AND expires_at > ?
       ORDER BY slots.created_at, task_id LIMIT ?
     )`,
    name,
    steady,
    // The steady clock restarts with the machine (TASK-08).
    steady + maxSlotReservationMs,
    createdAt,
    quoted(id),
    wall,
    most,
  );
  return row?.ahead ?? 0;
}

function putSlot(database: Database, name: string, { id, createdAt }: TaskRecord, waitsUntil: number | null): void {
  database.run(
    `INSERT INTO slots (name, task_id, created_at, waits_until) VALUES (?, ?, ?, ?)
     ON CONFLICT (name, task_id) DO UPDATE SET created_at = excluded.created_at, waits_until = excluded.waits_until`,
    name,
    quoted(id),
    createdAt,
    waitsUntil,
  );
}

function deleteSlot(database: Database, name: string, { id }: TaskRecord): void {
  database.run('DELETE FROM slots WHERE name = ? AND task_id = ?', name, quoted(id));
}
