import { byteCount, checkCount, checkNames, checkNumber, type NamesOf, wholeTimer } from '@toolwire/internal';
import { createTaskChanges, type TaskStore } from '@toolwire/tasks';
import { digestOf } from './digests.ts';
import { PatientPool } from './patient-pool.ts';
import { checkPool, type PostgresPool } from './postgres-pool.ts';
import { PostgresTasks } from './postgres-tasks.ts';
import { checkReady } from './readiness.ts';
import { quotedSchema, usualSchema } from './schema-name.ts';
import { taskStatements } from './task-statements.ts';

/** How tasks are kept on PostgreSQL. */
export interface PostgresTaskStoreOptions {
  /** The schema of the tables; `toolwire` if left out. Servers and workers that share tasks share it. */
  readonly schema?: string | undefined;
  /** About how many tasks are kept at most; 1 000 000 if left out. There is room again when tasks have lived their time. */
  readonly maxTasks?: number | undefined;
  /** About how many of them may belong to one owner; 10 000 if left out. */
  readonly maxTasksPerOwner?: number | undefined;
  /** About how many bytes the tasks may take, all together; 4 GiB if left out. */
  readonly maxBytes?: number | undefined;
  /** How many of them those of one owner may take; a quarter if left out. */
  readonly maxBytesPerOwner?: number | undefined;
  /** How often to look for what other processes have done to tasks that are watched; every 250 milliseconds if left out. */
  readonly pollMs?: number | undefined;
  /** How long a step is tried again while PostgreSQL is away, before it fails; 5 seconds if left out. */
  readonly patienceMs?: number | undefined;
  /** Takes tables and settings that lose what came last when PostgreSQL crashes. */
  readonly allowUnlogged?: boolean | undefined;
  /** Hears of failures that nobody waits for. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** A store that the processes of several machines share. */
export interface PostgresTaskStore extends TaskStore {
  /** To be awaited before anything is begun. Rejects, in words that say what to do, where tables are missing, tasks could be lost, or nobody answers. */
  ready(): Promise<void>;
}

const optionNames: NamesOf<PostgresTaskStoreOptions> = {
  schema: true,
  maxTasks: true,
  maxTasksPerOwner: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  pollMs: true,
  patienceMs: true,
  allowUnlogged: true,
  report: true,
};

/** Makes a store of tasks on PostgreSQL, whose tables `migrate` has made; every step is one statement. */
export function createPostgresTaskStore(pool: PostgresPool, options: PostgresTaskStoreOptions = {}): PostgresTaskStore {
  checkNames('createPostgresTaskStore()', options, optionNames);
  checkPool(pool);
  const { pollMs = 250, patienceMs = 5_000, report = () => undefined } = options;
  const { maxTasks = 1_000_000, maxTasksPerOwner = 10_000, maxBytes = 4 * 1024 ** 3 } = options;
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkNumber('pollMs', pollMs, wholeTimer);
  checkNumber('patienceMs', patienceMs, wholeTimer);
  checkCount('maxTasks', maxTasks, 1);
  checkCount('maxTasksPerOwner', maxTasksPerOwner, 1);
  checkNumber('maxBytes', maxBytes, byteCount);
  checkNumber('maxBytesPerOwner', maxBytesPerOwner, byteCount);
  const schema = quotedSchema(options.schema ?? usualSchema);
  const patient = new PatientPool(pool, schema, patienceMs);
  const statements = taskStatements(schema);
  const versionsOf = async (ids: readonly string[]): Promise<readonly (number | undefined)[]> => {
    const rows = await patient.runOnce(statements.versions, [ids.map(digestOf)]);
    const versions = new Map(rows.map((row) => [row['id'], Number(row['version'])]));
    return ids.map((id) => versions.get(digestOf(id)));
  };
  return new PostgresTasks({
    pool: patient,
    statements,
    changes: createTaskChanges({ pollMs, versionsOf, report }),
    limits: { maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner },
    ready: () => checkReady({ pool: patient, schema, allowsUnlogged: options.allowUnlogged === true }),
    report,
  });
}
