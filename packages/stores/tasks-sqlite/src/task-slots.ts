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

/** The slots that one task holds or waits for, in one transaction. */
export class TaskSlots {
  readonly #database: Database;
  readonly #id: string;
  readonly #createdAt: number;
  readonly #time: HostTime;

  constructor(database: Database, { id, createdAt }: TaskRecord, time: HostTime) {
    this.#database = database;
    this.#id = quoted(id);
    this.#createdAt = createdAt;
    this.#time = time;
  }

  /** Claims all slots, or none and returns after how long to retry. */
  claim(slots: readonly SlotLimit[]): number | undefined {
    for (const [index, { name, max }] of slots.entries()) {
      const free = max - this.#dropLostAndCountHeld(name);
      if (free > 0 && this.#countWaiting(name, free) < free) continue;
      const retryMs = slotRetryMs(this.#countWaiting(name, maxCountedPerSlot * max), max);
      // The task waits for the names up to this one, and not yet for the later ones.
      for (const passed of slots.slice(0, index + 1)) {
        this.#put(passed.name, this.#time.steady + slotReservationMs(retryMs));
      }
      for (const later of slots.slice(index + 1)) this.#delete(later.name);
      return retryMs;
    }
    for (const { name } of slots) this.#put(name, null);
    return undefined;
  }

  /** Takes the slots again that the task lost with an expired lease; `false` if other tasks hold every slot of one of the names. */
  retake(slots: readonly SlotLimit[]): boolean {
    if (slots.some(({ name, max }) => !this.#holds(name) && this.#dropLostAndCountHeld(name) >= max)) return false;
    for (const { name } of slots) this.#put(name, null);
    return true;
  }

  #holds(name: string): boolean {
    const query = 'SELECT 1 FROM slots WHERE name = ? AND task_id = ? AND waits_until IS NULL';
    return this.#database.first(query, name, this.#id) !== undefined;
  }

  /** Deletes the slots whose task no longer has a lease, so that no worker has to release them, and counts the others. */
  #dropLostAndCountHeld(name: string): number {
    const { wall, steady } = this.#time;
    const hasWorker = `to_run = 1 AND expires_at > ? AND NOT ${isFree}`;
    const deleteLost = `DELETE FROM slots WHERE name = ? AND task_id <> ? AND waits_until IS NULL
      AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = slots.task_id AND ${hasWorker})`;
    this.#database.run(deleteLost, name, this.#id, wall, steady, steady);
    const countHeld = 'SELECT count(*) AS held FROM slots WHERE name = ? AND task_id <> ? AND waits_until IS NULL';
    return this.#database.first<{ readonly held: number }>(countHeld, name, this.#id)?.held ?? 0;
  }

  /** Counts the older tasks that wait for a slot and keep claiming, up to a maximum. */
  #countWaiting(name: string, limit: number): number {
    const { wall, steady } = this.#time;
    // The steady clock restarts with the machine (TASK-08).
    const maxWaitsUntil = steady + maxSlotReservationMs;
    const row = this.#database.first<{ readonly ahead: number }>(
      `SELECT count(*) AS ahead FROM (
         SELECT 1 FROM slots JOIN tasks ON tasks.id = slots.task_id
         WHERE name = ? AND waits_until > ? AND waits_until <= ? AND (slots.created_at, task_id) < (?, ?)
           AND to_run = 1 AND expires_at > ?
         ORDER BY slots.created_at, task_id LIMIT ?
       )`,
      name,
      steady,
      maxWaitsUntil,
      this.#createdAt,
      this.#id,
      wall,
      limit,
    );
    return row?.ahead ?? 0;
  }

  #put(name: string, waitsUntil: number | null): void {
    const put = `INSERT INTO slots (name, task_id, created_at, waits_until) VALUES (?, ?, ?, ?)
      ON CONFLICT (name, task_id) DO UPDATE SET created_at = excluded.created_at, waits_until = excluded.waits_until`;
    this.#database.run(put, name, this.#id, this.#createdAt, waitsUntil);
  }

  #delete(name: string): void {
    this.#database.run('DELETE FROM slots WHERE name = ? AND task_id = ?', name, this.#id);
  }
}
