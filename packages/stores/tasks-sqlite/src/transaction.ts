import type { Statements } from './statements.ts';

/** Does the whole of a step, or nothing of it. */
export function inTransaction<Done>(database: Statements, step: () => Done): Done {
  // Whoever means to write says so at once: who reads first may find that another has written since, and can only give up.
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

function rollBack(database: Statements): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has done it by itself, as it does where the disk is full.
  }
}
