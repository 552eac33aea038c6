import { askAgainAfter, keptFor, keptForAtMost, type TaskPlaces, type TaskRecord } from '@toolwire/tasks';
import type { Statements } from './statements.ts';
import { quoted } from './task-rows.ts';

/** What time it is, by both clocks. */
export interface PlaceTimes {
  readonly wall: number;
  readonly steady: number;
}

/** Takes one of each place for a task, or none, and answers then after how long to ask again. */
export function takePlaces(
  database: Statements,
  task: TaskRecord,
  places: readonly TaskPlaces[],
  times: PlaceTimes,
): number | undefined {
  for (const [index, { name, most }] of places.entries()) {
    const left = most - taken(database, name, task, times);
    if (left > 0 && olderThatAsk(database, name, task, times, left) < left) continue;
    const againMs = askAgainAfter(olderThatAsk(database, name, task, times, counted * most), most);
    // It keeps its turn where it has come through, and takes nobody's where it does not get as far yet.
    for (const each of places.slice(0, index + 1)) note(database, each.name, task, times.steady + keptFor(againMs));
    for (const each of places.slice(index + 1)) forget(database, each.name, task);
    return againMs;
  }
  for (const { name } of places) note(database, name, task, null);
  return undefined;
}

/** Beyond so many for each place nobody asks sooner for being further in front. */
const counted = 150;

/** How many have a place by the lease of a worker. Those that had one are forgotten, so that nobody has to give it back. */
function taken(database: Statements, name: string, { id }: TaskRecord, { wall, steady }: PlaceTimes): number {
  const holds = 'to_run = 1 AND expires_at > ? AND lease_ends > ? AND lease_ends <= ? + lease_ms';
  const ofName = [name, quoted(id), wall, steady, steady] as const;
  database.run(
    `DELETE FROM places WHERE name = ? AND task_id <> ? AND asked_until IS NULL
       AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = places.task_id AND ${holds})`,
    ...ofName,
  );
  const found = database.first<{ readonly taken: number }>(
    'SELECT count(*) AS taken FROM places WHERE name = ? AND task_id <> ? AND asked_until IS NULL',
    name,
    quoted(id),
  );
  return found?.taken ?? 0;
}

/** How many older ones ask as well and have asked again in time, so many at most. */
function olderThatAsk(
  database: Statements,
  name: string,
  { id, createdAt }: TaskRecord,
  { wall, steady }: PlaceTimes,
  most: number,
): number {
  const found = database.first<{ readonly ahead: number }>(
    `SELECT count(*) AS ahead FROM (
       SELECT 1 FROM places JOIN tasks ON tasks.id = places.task_id
       WHERE name = ? AND asked_until > ? AND asked_until <= ? AND (places.created_at, task_id) < (?, ?)
         AND to_run = 1 AND expires_at > ?
       ORDER BY places.created_at, task_id LIMIT ?
     )`,
    name,
    steady,
    // TASK-08: the steady clock begins anew with the host.
    steady + keptForAtMost,
    createdAt,
    quoted(id),
    wall,
    most,
  );
  return found?.ahead ?? 0;
}

function note(database: Statements, name: string, { id, createdAt }: TaskRecord, askedUntil: number | null): void {
  database.run(
    `INSERT INTO places (name, task_id, created_at, asked_until) VALUES (?, ?, ?, ?)
     ON CONFLICT (name, task_id) DO UPDATE SET created_at = excluded.created_at, asked_until = excluded.asked_until`,
    name,
    quoted(id),
    createdAt,
    askedUntil,
  );
}

function forget(database: Statements, name: string, { id }: TaskRecord): void {
  database.run('DELETE FROM places WHERE name = ? AND task_id = ?', name, quoted(id));
}
