import type { TaskTurn } from '@toolwire/tasks';
import type { Statements } from './statements.ts';
import { quoted } from './task-rows.ts';

/** A turn that a worker has taken, by the number of its row. */
export interface TakenTurn extends TaskTurn {
  readonly number: number;
}

interface TurnRow {
  readonly number: number;
  readonly task_id: string;
  readonly turn: number;
  readonly tool: string | null;
}

/** Keeps a turn to be delivered; does nothing to one that is kept already. */
export function addTurn(database: Statements, { taskId, turn, tool }: TaskTurn, steady: number, waitMs: number): void {
  database.run(
    'INSERT INTO turns (task_id, turn, tool, due_at, wait_ms) VALUES (?, ?, ?, ?, ?) ON CONFLICT (task_id, turn) DO NOTHING',
    quoted(taskId),
    turn,
    tool === undefined ? null : quoted(tool),
    steady + waitMs,
    waitMs,
  );
}

export function hasTurn(database: Statements, { taskId, turn }: TaskTurn): boolean {
  return database.first('SELECT 1 FROM turns WHERE task_id = ? AND turn = ?', quoted(taskId), turn) !== undefined;
}

/** Whether there is a turn to take for a worker that runs these. */
export function hasDueTurn(database: Statements, running: ReadonlySet<number>, steady: number): boolean {
  return dueTurns(database, running, steady, 1).length > 0;
}

/** Which turns a worker wants, and for how long. */
export interface TurnWish {
  readonly holder: string;
  readonly most: number;
  /** Those that it runs. It has them until another worker takes them, however late it is to say so. */
  readonly running: ReadonlySet<number>;
  readonly leaseMs: number;
}

/** Gives turns to a worker, those first that have been due for longest. Whoever had them before is not heard of any more. */
export function takeTurns(database: Statements, wish: TurnWish, steady: number): readonly TakenTurn[] {
  const { holder, most, running, leaseMs } = wish;
  return dueTurns(database, running, steady, most).map(({ number, task_id: taskId, turn, tool }) => {
    const hold = 'UPDATE turns SET holder = ?, due_at = ?, wait_ms = ? WHERE number = ?';
    database.run(hold, holder, steady + leaseMs, leaseMs, number);
    const taken = { number, taskId: unquoted(taskId), turn };
    return tool === null ? taken : { ...taken, tool: unquoted(tool) };
  });
}

/** Lets a worker have a turn for longer; `false` if it is another's by now, or gone. */
export function holdTurn(
  database: Statements,
  number: number,
  holder: string,
  steady: number,
  leaseMs: number,
): boolean {
  const due = steady + leaseMs;
  return database.run('UPDATE turns SET due_at = ? WHERE number = ? AND holder = ?', due, number, holder) > 0;
}

/** Forgets a turn that its worker is done with. */
export function endTurn(database: Statements, number: number, holder: string): void {
  database.run('DELETE FROM turns WHERE number = ? AND holder = ?', number, holder);
}

/** Takes a turn back from its worker, to be delivered after a while. */
export function returnTurn(database: Statements, number: number, holder: string, steady: number, waitMs: number): void {
  database.run(
    'UPDATE turns SET holder = NULL, due_at = ?, wait_ms = ? WHERE number = ? AND holder = ?',
    steady + waitMs,
    waitMs,
    number,
    holder,
  );
}

/** TASK-08: the steady clock begins anew with the host, and no turn waits longer for it than it was to wait at all. */
export function resetWaits(database: Statements, steady: number): void {
  database.run('UPDATE turns SET due_at = ? + wait_ms WHERE due_at > ? + wait_ms', steady, steady);
}

function unquoted(text: string): string {
  return JSON.parse(text) as string;
}

function dueTurns(database: Statements, running: ReadonlySet<number>, steady: number, most: number): TurnRow[] {
  const due = database.all<TurnRow>(
    'SELECT number, task_id, turn, tool FROM turns WHERE due_at <= ? ORDER BY due_at, number LIMIT ?',
    steady,
    most + running.size,
  );
  return due.filter(({ number }) => !running.has(number)).slice(0, most);
}
