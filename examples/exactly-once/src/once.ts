import type { Pool, PoolClient } from 'pg';
import { ToolError } from 'toolwire';

/**
 * Runs an effect in one transaction with its key and its result. Another run with the same key returns the stored result. If two run at
 * the same time, the second one waits at its `insert` until the first has committed.
 */
export async function once<Result>(
  pool: Pool,
  key: string,
  effect: (transaction: PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(pool, async (transaction) => {
      const added = await transaction.query('insert into effects (key) values ($1) on conflict do nothing', [key]);
      if (added.rowCount === 0) {
        const { rows } = await transaction.query<{ result: Result }>('select result from effects where key = $1', [
          key,
        ]);
        const [stored] = rows;
        if (stored === undefined) throw new Error(`The result of ${key} was deleted.`);
        return stored.result;
      }
      const result = await effect(transaction);
      await transaction.query('update effects set result = $2 where key = $1', [key, JSON.stringify(result)]);
      return result;
    });
  } catch (error) {
    // A commit whose response was lost may have taken place. The next run finds out by the key.
    if (isUnavailable(error)) {
      throw new ToolError('The database is not available.', { canRetry: true, retryAfterMs: 500, cause: error });
    }
    throw error;
  }
}

/** Runs a function in a transaction. If it throws, the connection is closed, and so the transaction is rolled back. */
export async function inTransaction<Result>(
  pool: Pool,
  run: (transaction: PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    const result = await run(connection);
    await connection.query('commit');
    connection.release();
    return result;
  } catch (error) {
    connection.release(true);
    throw error;
  }
}

/** Whether the connection was lost, or the server is restarting (SQLSTATE 57P01 to 57P03), or has no free connection (53300). */
function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return (
    /^(?:08|57P0|53300|ECONN|EPIPE)/.test(code ?? '') || /^Connection terminated|not queryable$/.test(message ?? '')
  );
}
