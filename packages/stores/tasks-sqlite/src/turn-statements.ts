import type { TaskTurn } from '@toolwire/tasks';
import type { Database } from './database.ts';
import { quoted } from './task-statements.ts';

/** A turn that a worker has, with the number of its row. */
export interface TakenTurn extends TaskTurn {
  readonly number: number;
}

interface TurnRow {
  readonly number: number;
  readonly task_id: string;
  readonly turn: number;
  readonly tool: string | null;
}

/** Stores a turn to deliver, unless it is stored already. */
export function addTurn(database: Database, { taskId, turn, tool }: TaskTurn, steady: number): void {
  database.run(
    'INSERT INTO turns (task_id, turn, tool, due_at, wait_ms) VALUES (?, ?, ?, ?, 0) ON CONFLICT (task_id, turn) DO NOTHING',
    quoted(taskId),
    turn,
    tool === undefined ? null : quoted(tool),
    steady,
  );
}

export function hasTurn(database: Database, { taskId, turn }: TaskTurn): boolean {
  return database.first('SELECT 1 FROM turns WHERE task_id = ? AND turn = ?', quoted(taskId), turn) !== undefined;
}

/** Whether there is a turn for a worker that runs these. */
export function hasDueTurn(database: Database, running: ReadonlySet<number>, steady: number): boolean {
  return dueTurns(database, running, steady, 1).length > 0;
}

/** How many turns a worker takes, and for how long. */
export interface TakeRequest {
  readonly holder: string;
  readonly most: number;
  /** The turns that it runs. It has them until another worker takes them, even if its renewal is late. */
  readonly running: ReadonlySet<number>;
  readonly lockMs: number;
}

/** Gives turns to a worker, the longest due first. Their previous workers have not renewed them. */
export function takeTurns(database: Database, request: TakeRequest, steady: number): readonly TakenTurn[] {
  const { holder, most, running, lockMs } = request;
  return dueTurns(database, running, steady, most).map(({ number, task_id: taskId, turn, tool }) => {
    const hold = 'UPDATE turns SET holder = ?, due_at = ?, wait_ms = ? WHERE number = ?';
    database.run(hold, holder, steady + lockMs, lockMs, number);
    const taken = { number, taskId: unquoted(taskId), turn };
    return tool === null ? taken : { ...taken, tool: unquoted(tool) };
  });
}

/** A turn by the number of its row, and the worker that took it. */
export interface HeldTurn {
  readonly number: number;
  readonly holder: string;
}

/** Renews a turn of a worker until this time; `false` if another worker has it now, or it was deleted. */
export function renewTurn(database: Database, { number, holder }: HeldTurn, until: number): boolean {
  return database.run('UPDATE turns SET due_at = ? WHERE number = ? AND holder = ?', until, number, holder) > 0;
}

/** Deletes a turn that its worker has finished. */
export function endTurn(database: Database, { number, holder }: HeldTurn): void {
  database.run('DELETE FROM turns WHERE number = ? AND holder = ?', number, holder);
}

/** Returns a turn to the queue, with a delay. */
export function returnTurn(database: Database, { number, holder }: HeldTurn, steady: number, waitMs: number): void {
  database.run(
    'UPDATE turns SET holder = NULL, due_at = ?, wait_ms = ? WHERE number = ? AND holder = ?',
    steady + waitMs,
    waitMs,
    number,
    holder,
  );
}

/** The steady clock restarts with the machine, and no turn waits longer than its delay (TASK-08). */
export function resetWaits(database: Database, steady: number): void {
  database.run('UPDATE turns SET due_at = ? + wait_ms WHERE due_at > ? + wait_ms', steady, steady);
}

function unquoted(text: string): string {
  return JSON.parse(text) as string;
}

function dueTurns(database: Database, running: ReadonlySet<number>, steady: number, most: number): TurnRow[] {
  const due = database.all<TurnRow>(
    'SELECT number, task_id, turn, tool FROM turns WHERE due_at <= ? ORDER BY due_at, number LIMIT ?',
    steady,
    most + running.size,
  );
  return due.filter(({ number }) => !running.has(number)).slice(0, most);
}
