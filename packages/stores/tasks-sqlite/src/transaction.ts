import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';
import { isBusy, LockedError } from './errors.ts';

/** Commits all changes of a step, or none. */
export function inTransaction<Result>(database: Database, step: () => Result): Result {
  // A transaction that reads first and writes later fails if another process has written meanwhile.
  database.exec('BEGIN IMMEDIATE');
  try {
    const done = step();
    database.exec('COMMIT');
    return done;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back already, as it does when the disk is full.
  }
}

/** Retries a step while another process holds the lock. Unlike the busy timeout of SQLite, this doesn't block the event loop. */
export async function retryWhileBusy<Result>(timeoutMs: number, step: () => Result): Promise<Result> {
  const began = performance.now();
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - began > timeoutMs) throw new LockedError(timeoutMs, { cause: error });
    }
    // A random delay, so that waiting processes don't retry together.
    await wait(1 + Math.random() * 20);
  }
}
