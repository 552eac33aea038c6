import {
  checkNames,
  type NamesOf,
  readTaskStoreOptions,
  type TaskStoreOptions,
  taskPollMs,
  taskStoreOptionNames,
} from '@toolwire/internal';
import { createTaskChanges, type TaskStore } from '@toolwire/tasks';
import { shortDigest } from './digests.ts';
import { checkPool, type PostgresPool, RetryingPool } from './postgres-pool.ts';
import { checkReady } from './readiness.ts';
import { defaultSchema, quotedSchema } from './sql.ts';
import { taskStatements } from './task-statements.ts';
import { PostgresTasks } from './task-store.ts';

/** How a task store uses PostgreSQL. */
export interface PostgresTaskStoreOptions extends TaskStoreOptions {
  /** The schema of the tables. Default: `toolwire`. Servers and workers that share tasks need the same value. */
  readonly schema?: string | undefined;
  /** The approximate size of all tasks, in bytes. Default: 4 GiB, for at most 1 000 000 tasks. Expired tasks don't count. */
  readonly maxBytes?: number | undefined;
  /** Accepts tables and settings that lose the latest writes in a crash of PostgreSQL. */
  readonly allowUnlogged?: boolean | undefined;
}

/** A task store that processes on several machines share. */
export interface PostgresTaskStore extends TaskStore {
  /** Await it before servers and workers start. Rejects if tables are missing, tasks could be lost, or PostgreSQL doesn't respond. */
  ready(): Promise<void>;
}

const optionNames: NamesOf<PostgresTaskStoreOptions> = {
  ...taskStoreOptionNames,
  schema: true,
  allowUnlogged: true,
};

/** Creates a task store on PostgreSQL. Its tables are created by `migrate`. Each operation is one atomic statement. */
export function createPostgresTaskStore(pool: PostgresPool, options: PostgresTaskStoreOptions = {}): PostgresTaskStore {
  checkNames('createPostgresTaskStore()', options, optionNames);
  checkPool(pool);
  const defaults = { maxTasks: 1_000_000, maxBytes: 4 * 1024 ** 3, timeoutMs: 5_000 };
  const { limits, timeoutMs, report, reportTo } = readTaskStoreOptions(options, defaults);
  const schema = quotedSchema(options.schema ?? defaultSchema);
  const retrying = new RetryingPool(pool, schema, timeoutMs);
  const statements = taskStatements(schema);
  const versionsOf = async (ids: readonly string[]): Promise<readonly (number | undefined)[]> => {
    const rows = await retrying.runOnce(statements.versions, [ids.map(shortDigest)]);
    const versions = new Map(rows.map((row) => [row['id'], Number(row['version'])]));
    return ids.map((id) => versions.get(shortDigest(id)));
  };
  return new PostgresTasks({
    pool: retrying,
    statements,
    changes: createTaskChanges({ pollMs: taskPollMs, versionsOf, report }),
    limits,
    ready: () => checkReady({ pool: retrying, schema, allowUnlogged: options.allowUnlogged === true }),
    report,
    reportTo,
  });
}
