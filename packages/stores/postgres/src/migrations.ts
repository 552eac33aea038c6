import { checkNames, type NamesOf } from '@toolwire/internal';
import { checkPool, type PostgresPool } from './postgres-pool.ts';
import { countWaiting, type Migration, renewWithSlots, slots } from './slot-migrations.ts';
import { defaultSchema, quotedSchema } from './sql.ts';

/** Where the tables are. */
export interface PostgresSchemaOptions {
  /** The schema of the tables, which is created if it is missing. Default: `toolwire`. */
  readonly schema?: string | undefined;
}

const optionNames: NamesOf<PostgresSchemaOptions> = { schema: true };

/** Creates or updates the tables in one transaction. Await it before servers and workers start; any number of processes may call it. */
export async function migrate(pool: PostgresPool, options: PostgresSchemaOptions = {}): Promise<void> {
  checkNames('migrate()', options, optionNames);
  checkPool(pool);
  const schema = quotedSchema(options.schema ?? defaultSchema);
  // A query without values may hold several statements, which run on one connection. After an error, the pool drops the connection.
  await pool.query({ text: migrationOf(schema) });
}

function migrationOf(schema: string): string {
  const name = `'${schema.slice(1, -1)}'`;
  const steps = migrations.map(
    (migration, index) => `
      IF NOT EXISTS (SELECT FROM ${schema}.migrations WHERE version = ${index + 1}) THEN
        ${migration(schema)}
        INSERT INTO ${schema}.migrations (version) VALUES (${index + 1});
      END IF;`,
  );
  return `
    BEGIN;
    SELECT pg_advisory_xact_lock(hashtextextended('toolwire ' || ${name}, 0));
    DO $toolwire$ BEGIN
      -- CREATE SCHEMA IF NOT EXISTS would fail for a role without the right to create schemas.
      IF to_regnamespace('${schema}') IS NULL THEN CREATE SCHEMA ${schema}; END IF;
      IF to_regclass('${schema}.migrations') IS NULL THEN
        CREATE TABLE ${schema}.migrations (version integer PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now());
      END IF;
    END $toolwire$;
    DO $toolwire$ BEGIN ${steps.join('')} END $toolwire$;
    COMMIT`;
}

/** The tasks. Columns that change often have no index, so that PostgreSQL can update rows in place (HOT updates). */
const tasks: Migration = (schema) => `
  CREATE TABLE ${schema}.tasks (
    id text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    created_at double precision NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    version integer NOT NULL,
    fence integer NOT NULL,
    turn integer NOT NULL,
    state text NOT NULL,
    status text COLLATE "C" NOT NULL,
    lease_ends timestamptz,
    lease_ms double precision,
    written_by text,
    claimed_by text,
    lost boolean NOT NULL DEFAULT false,
    shard smallint NOT NULL,
    bytes bigint NOT NULL,
    record text NOT NULL
  ) WITH (fillfactor = 80);
  CREATE INDEX tasks_of_owner ON ${schema}.tasks (owner, created_at, id);
  CREATE INDEX tasks_by_expiry ON ${schema}.tasks (expires_at);
  CREATE INDEX tasks_to_run ON ${schema}.tasks (created_at, id) WHERE state = 'to_run';
  CREATE INDEX tasks_ended ON ${schema}.tasks (owner, ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX tasks_by_age ON ${schema}.tasks (created_at, id);
  CREATE INDEX tasks_by_status ON ${schema}.tasks (status, created_at, id);`;

/**
 * The usage of each owner, and in total as '', which is not a digest. Each counter is spread over several rows (shards), so that concurrent
 * writers don't wait for each other; a task counts in one shard for its whole life. Triggers count, so that no statement can forget to.
 */
const taskUsage: Migration = (schema) => `
  CREATE TABLE ${schema}.task_usage (
    owner text COLLATE "C" NOT NULL,
    shard smallint NOT NULL,
    tasks bigint NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (owner, shard)
  ) WITH (fillfactor = 50);
  CREATE FUNCTION ${schema}.count_task() RETURNS trigger LANGUAGE plpgsql AS $count$
  BEGIN
    INSERT INTO ${schema}.task_usage AS used (owner, shard, tasks, bytes)
      VALUES ('', new.shard, 1, new.bytes), (new.owner, new.shard, 1, new.bytes)
      ON CONFLICT (owner, shard) DO UPDATE SET tasks = used.tasks + 1, bytes = used.bytes + excluded.bytes;
    RETURN NULL;
  END $count$;
  CREATE FUNCTION ${schema}.count_change() RETURNS trigger LANGUAGE plpgsql AS $count$
  BEGIN
    UPDATE ${schema}.task_usage SET bytes = bytes + new.bytes - old.bytes WHERE owner = '' AND shard = new.shard;
    UPDATE ${schema}.task_usage SET bytes = bytes + new.bytes - old.bytes WHERE owner = new.owner AND shard = new.shard;
    RETURN NULL;
  END $count$;
  CREATE FUNCTION ${schema}.count_deleted() RETURNS trigger LANGUAGE plpgsql AS $count$
  DECLARE removed record;
  BEGIN
    -- One order for all, which prevents deadlocks.
    FOR removed IN
      SELECT owner, shard, sum(tasks) AS tasks, sum(bytes) AS bytes FROM (
        SELECT '' AS owner, shard, 1 AS tasks, bytes FROM deleted UNION ALL SELECT owner, shard, 1, bytes FROM deleted
      ) AS each GROUP BY owner, shard ORDER BY owner COLLATE "C", shard
    LOOP
      UPDATE ${schema}.task_usage AS used SET tasks = used.tasks - removed.tasks, bytes = used.bytes - removed.bytes
        WHERE used.owner = removed.owner AND used.shard = removed.shard;
      DELETE FROM ${schema}.task_usage AS used WHERE used.owner = removed.owner AND used.shard = removed.shard AND used.tasks <= 0;
    END LOOP;
    RETURN NULL;
  END $count$;
  CREATE TRIGGER task_added AFTER INSERT ON ${schema}.tasks
    FOR EACH ROW EXECUTE FUNCTION ${schema}.count_task();
  CREATE TRIGGER task_changed AFTER UPDATE ON ${schema}.tasks
    FOR EACH ROW WHEN (new.bytes <> old.bytes) EXECUTE FUNCTION ${schema}.count_change();
  CREATE TRIGGER task_deleted AFTER DELETE ON ${schema}.tasks REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.count_deleted();`;

/** The claims and results of calls, the bytes of results per owner and time, and the last heartbeat of all processes. */
const calls: Migration = (schema) => `
  CREATE TABLE ${schema}.calls (
    key text COLLATE "C" PRIMARY KEY,
    state text NOT NULL,
    token text NOT NULL,
    fingerprint text NOT NULL,
    lease_ends timestamptz,
    canceled_token text,
    awaited_at timestamptz,
    expires_at timestamptz NOT NULL,
    result bytea
  ) WITH (fillfactor = 80);
  CREATE INDEX calls_by_expiry ON ${schema}.calls (expires_at);
  CREATE TABLE ${schema}.result_usage (
    owner text COLLATE "C" NOT NULL,
    bucket bigint NOT NULL,
    shard smallint NOT NULL,
    bytes bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (owner, bucket, shard)
  );
  CREATE TABLE ${schema}.heartbeat (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    seen_at timestamptz NOT NULL,
    reachable_since timestamptz NOT NULL
  );`;

/** Processes of the previous version may still run, so a migration adds, and never removes. */
export const migrations: readonly Migration[] = [
  (schema) => [tasks, taskUsage, calls, slots, countWaiting, renewWithSlots].map((create) => create(schema)).join('\n'),
];

/** The tables whose loss would lose calls. */
export const tables: readonly string[] = [
  'tasks',
  'slots',
  'task_usage',
  'calls',
  'result_usage',
  'heartbeat',
  'migrations',
];
