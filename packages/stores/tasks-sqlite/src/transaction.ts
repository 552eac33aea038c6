import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';

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

/** Another process held the lock of the file for too long. */
export class LockedError extends Error {
  override readonly name: string = 'LockedError';

  constructor(ms: number, options: ErrorOptions) {
    super(`Another process has locked the task file for more than ${ms} milliseconds.`, options);
  }
}

/** Whether another connection writes, so that a retry can succeed. */
function isBusy(thrown: unknown): boolean {
  return hasCode(thrown, 5, 'SQLITE_BUSY') || hasCode(thrown, 15, 'SQLITE_PROTOCOL');
}

/** Whether the disk is full, or the file has its maximum size. */
export function isFull(thrown: unknown): boolean {
  return hasCode(thrown, 13, 'SQLITE_FULL');
}

/** Drivers report the code of SQLite as a number (`node:sqlite`) or by name, often as an extended code. */
function hasCode(thrown: unknown, primaryCode: number, name: string): boolean {
  if (!(thrown instanceof Error)) return false;
  const { errcode, code } = thrown as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === 'number') return (errcode & 0xff) === primaryCode;
  return typeof code === 'string' && code.startsWith(name);
}
