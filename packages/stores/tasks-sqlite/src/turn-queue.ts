import type { TaskTurn } from '@toolwire/tasks';
import type { Database } from './database.ts';
import type { HostClock } from './host-clock.ts';
import type { TaskFile } from './task-file.ts';
import { quoted, unquoted } from './task-statements.ts';

interface TurnQueueConfig {
  readonly file: TaskFile;
  readonly clock: HostClock;
  /** How long a worker has a turn without renewal. */
  readonly lockMs: number;
}

/** A turn that a worker has, with the number of its row. */
export interface TakenTurn extends TaskTurn {
  readonly number: number;
}

// After a power failure a turn may be delivered again, and the store decides whether it runs.
const notDurable = { durable: false };

/** The turns to deliver. Each operation is one transaction. A turn belongs to the worker that is its `holder`. */
export class TurnQueue {
  readonly #config: TurnQueueConfig;

  constructor(config: TurnQueueConfig) {
    this.#config = config;
  }

  get lockMs(): number {
    return this.#config.lockMs;
  }

  async add(turn: TaskTurn): Promise<void> {
    const { file, clock } = this.#config;
    if (await file.read((database) => hasTurn(database, turn))) return;
    await file.write((database) => addTurn(database, turn, clock.steady()));
  }

  /**
   * Gives turns to a worker, the longest due first. Their previous workers have not renewed them. A worker has the turns that it runs until
   * another worker takes them, even if its renewal is late.
   */
  async take(holder: string, limit: number, running: ReadonlySet<number>): Promise<readonly TakenTurn[]> {
    const { file, clock, lockMs } = this.#config;
    // A read is cheap and doesn't block other processes.
    const hasDueTurn = await file.read((database) => dueTurns(database, running, clock.steady(), 1).length > 0);
    if (!hasDueTurn) return [];
    return file.write((database) => {
      const steady = clock.steady();
      const due = dueTurns(database, running, steady, limit);
      const hold = 'UPDATE turns SET holder = ?, due_at = ?, wait_ms = ? WHERE number = ?';
      for (const { number } of due) database.run(hold, holder, steady + lockMs, lockMs, number);
      return due.map(turnOf);
    }, notDurable);
  }

  /** Renews turns, and returns the ones that the worker still has. */
  renew(holder: string, numbers: readonly number[]): Promise<readonly number[]> {
    const { file, clock, lockMs } = this.#config;
    const renew = 'UPDATE turns SET due_at = ? WHERE number = ? AND holder = ?';
    return file.write((database) => {
      const until = clock.steady() + lockMs;
      return numbers.filter((number) => database.run(renew, until, number, holder) > 0);
    }, notDurable);
  }

  /** Deletes a turn that its worker has finished. */
  async end(holder: string, number: number): Promise<void> {
    const deleteTurn = 'DELETE FROM turns WHERE number = ? AND holder = ?';
    await this.#config.file.write((database) => database.run(deleteTurn, number, holder), notDurable);
  }

  /** Returns a turn to the queue, with a delay. */
  async return(holder: string, number: number, waitMs: number): Promise<void> {
    const { file, clock } = this.#config;
    const free = 'UPDATE turns SET holder = NULL, due_at = ?, wait_ms = ? WHERE number = ? AND holder = ?';
    await file.write((database) => database.run(free, clock.steady() + waitMs, waitMs, number, holder), notDurable);
  }

  /** The steady clock restarts with the machine, and no turn waits longer than its delay (TASK-08). */
  async resetWaits(): Promise<void> {
    const { file, clock } = this.#config;
    const reset = 'UPDATE turns SET due_at = ? + wait_ms WHERE due_at > ? + wait_ms';
    await file.write((database) => database.run(reset, clock.steady(), clock.steady()), notDurable);
  }
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

function hasTurn(database: Database, { taskId, turn }: TaskTurn): boolean {
  return database.first('SELECT 1 FROM turns WHERE task_id = ? AND turn = ?', quoted(taskId), turn) !== undefined;
}

interface TurnRow {
  readonly number: number;
  readonly task_id: string;
  readonly turn: number;
  readonly tool: string | null;
}

/** The due turns, without those that the worker runs. */
function dueTurns(database: Database, running: ReadonlySet<number>, steady: number, limit: number): TurnRow[] {
  const due = database.all<TurnRow>(
    'SELECT number, task_id, turn, tool FROM turns WHERE due_at <= ? ORDER BY due_at, number LIMIT ?',
    steady,
    limit + running.size,
  );
  return due.filter(({ number }) => !running.has(number)).slice(0, limit);
}

function turnOf({ number, task_id: taskId, turn, tool }: TurnRow): TakenTurn {
  const taken = { number, taskId: unquoted(taskId), turn };
  return tool === null ? taken : { ...taken, tool: unquoted(tool) };
}
