import { maxCountedPerSlot, maxSlotReservationMs, slotReservationMs, slotRetryMs } from '@toolwire/tasks';

/** Updates the tables to the next version, in a quoted schema. */
export type Migration = (schema: string) => string;

/** The tasks. Columns that change often have no index, so that PostgreSQL can update rows in place (HOT updates). */
const tasks: Migration = (schema) => `
  CREATE TABLE ${schema}.tasks (
    id text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    created_at double precision NOT NULL,
    expires_at timestamptz NOT NULL,
    version integer NOT NULL,
    fence integer NOT NULL,
    turn integer NOT NULL,
    state text NOT NULL,
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
  CREATE INDEX tasks_to_run ON ${schema}.tasks (created_at, id) WHERE state = 'to_run';`;

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
    cancelled_token text,
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

/**
 * The slots that tasks hold or wait for, and the function that grants them. It is a function because each statement must see the rows for
 * which the earlier ones waited. It locks names in the given order, which is the same for all callers.
 */
const slots: Migration = (schema) => `
  CREATE TABLE ${schema}.slots (
    name text COLLATE "C" NOT NULL,
    task_id text COLLATE "C" NOT NULL,
    created_at double precision NOT NULL,
    waits_until timestamptz,
    PRIMARY KEY (name, task_id)
  );
  CREATE INDEX slots_held ON ${schema}.slots (name) WHERE waits_until IS NULL;
  CREATE INDEX slots_waiting ON ${schema}.slots (name, created_at, task_id) WHERE waits_until IS NOT NULL;
  CREATE FUNCTION ${schema}.claim_with_slots(task text, of_turn integer, lease double precision, token text, names text[], limits integer[])
    RETURNS TABLE (record text, version integer, fence integer, lost boolean, busy_ms double precision)
    LANGUAGE plpgsql AS $claim$
  #variable_conflict use_column
  DECLARE
    born double precision;
    most integer;
    free bigint;
    ahead bigint;
    retry_ms double precision;
  BEGIN
    SELECT created_at INTO born FROM ${schema}.tasks
      WHERE id = task AND state = 'to_run' AND turn = of_turn AND expires_at > clock_timestamp()
        AND (lease_ends IS NULL OR lease_ends <= clock_timestamp()) FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    FOR at IN 1 .. cardinality(names) LOOP
      PERFORM pg_advisory_xact_lock(hashtextextended('${schema.slice(1, -1)} slot ' || names[at], 0));
      most := limits[at];
      -- A slot ends with the lease of its task, so no worker has to release it.
      DELETE FROM ${schema}.slots AS slot WHERE slot.name = names[at] AND slot.task_id <> task AND waits_until IS NULL
        AND NOT EXISTS (
          SELECT FROM ${schema}.tasks AS other WHERE other.id = slot.task_id AND state = 'to_run' AND expires_at > clock_timestamp()
            AND lease_ends > clock_timestamp()
        );
      SELECT most - count(*) INTO free FROM ${schema}.slots
        WHERE name = names[at] AND task_id <> task AND waits_until IS NULL;
      CONTINUE WHEN free > ${schema}.count_waiting(names[at], task, born, greatest(free, 0));
      ahead := ${schema}.count_waiting(names[at], task, born, ${maxCountedPerSlot}::bigint * most); -- SQL computes slotRetryMs: it is linear.
      retry_ms := ceil(least(${slotRetryMs(Number.MAX_SAFE_INTEGER, 1)}, ${slotRetryMs(0, 1)} * (1 + ahead::double precision / most)));
      -- The task waits for the names up to this one, and not yet for the later ones.
      INSERT INTO ${schema}.slots AS slot (name, task_id, created_at, waits_until)
        SELECT each, task, born, clock_timestamp() + (${slotReservationMs(0)} + ${slotReservationMs(1) - slotReservationMs(0)} * retry_ms) * interval '1 millisecond'
        FROM unnest(names[:at]) AS each ORDER BY each
        ON CONFLICT (name, task_id) DO UPDATE SET created_at = excluded.created_at, waits_until = excluded.waits_until;
      DELETE FROM ${schema}.slots AS slot WHERE slot.name = ANY(names[at + 1:]) AND slot.task_id = task;
      RETURN QUERY SELECT NULL::text, NULL::integer, NULL::integer, NULL::boolean, retry_ms;
      RETURN;
    END LOOP;
    INSERT INTO ${schema}.slots AS slot (name, task_id, created_at)
      SELECT each, task, born FROM unnest(names) AS each ORDER BY each
      ON CONFLICT (name, task_id) DO UPDATE SET created_at = excluded.created_at, waits_until = NULL;
    RETURN QUERY UPDATE ${schema}.tasks AS mine
      SET version = mine.version + 1, fence = mine.fence + 1, lost = mine.lease_ends IS NOT NULL,
        lease_ends = clock_timestamp() + lease * interval '1 millisecond', lease_ms = lease, claimed_by = token
      WHERE mine.id = task
      RETURNING mine.record, mine.version, mine.fence, mine.lost, NULL::double precision;
  END $claim$;`;

/** Counts the older tasks that wait for a slot and keep claiming, up to a maximum. The clock may have been set back. */
const countWaiting: Migration = (schema) => `
  CREATE FUNCTION ${schema}.count_waiting(of_name text, task text, born double precision, most bigint) RETURNS bigint
    LANGUAGE sql VOLATILE AS $count$
    SELECT count(*) FROM (
      SELECT FROM ${schema}.slots AS slot JOIN ${schema}.tasks AS other ON other.id = slot.task_id
      WHERE slot.name = of_name AND (slot.created_at, slot.task_id) < (born, task) AND other.state = 'to_run'
        AND waits_until > clock_timestamp() AND waits_until <= clock_timestamp() + ${maxSlotReservationMs} * interval '1 millisecond'
      ORDER BY slot.created_at, slot.task_id LIMIT most
    ) AS older
  $count$;`;

/** When a task ended; unknown if a process of the previous version wrote it. */
const ended: Migration = (schema) => `
  ALTER TABLE ${schema}.tasks ADD COLUMN ended_at timestamptz;
  CREATE INDEX tasks_ended ON ${schema}.tasks (owner, ended_at) WHERE ended_at IS NOT NULL;`;

/** Pages of all tasks, oldest first. Neither column changes, so updates stay in place. */
const tasksByAge: Migration = (schema) => `CREATE INDEX tasks_by_age ON ${schema}.tasks (created_at, id);`;

/** Pages of tasks with a status; unknown if a process of the previous version wrote it. A claim doesn't change it. */
const tasksByStatus: Migration = (schema) => `
  ALTER TABLE ${schema}.tasks ADD COLUMN status text COLLATE "C";
  CREATE INDEX tasks_by_status ON ${schema}.tasks (status, created_at, id);`;

/** Renews the lease of a task that still has its slots, or takes free ones. It locks like `claim_with_slots`. */
const renewWithSlots: Migration = (schema) => `
  CREATE FUNCTION ${schema}.renew_with_slots(task text, of_fence integer, lease double precision, names text[], limits integer[])
    RETURNS boolean LANGUAGE plpgsql AS $renew$
  DECLARE
    born double precision;
    others bigint;
  BEGIN
    SELECT created_at INTO born FROM ${schema}.tasks
      WHERE id = task AND fence = of_fence AND state <> 'ended' AND expires_at > clock_timestamp() FOR UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
    FOR at IN 1 .. cardinality(names) LOOP
      PERFORM pg_advisory_xact_lock(hashtextextended('${schema.slice(1, -1)} slot ' || names[at], 0));
      CONTINUE WHEN EXISTS (SELECT FROM ${schema}.slots WHERE name = names[at] AND task_id = task AND waits_until IS NULL);
      SELECT count(*) INTO others FROM ${schema}.slots AS slot JOIN ${schema}.tasks AS other ON other.id = slot.task_id
        WHERE slot.name = names[at] AND waits_until IS NULL AND other.state = 'to_run' AND other.expires_at > clock_timestamp()
          AND other.lease_ends > clock_timestamp();
      IF others >= limits[at] THEN RETURN false; END IF;
    END LOOP;
    INSERT INTO ${schema}.slots AS slot (name, task_id, created_at)
      SELECT each, task, born FROM unnest(names) AS each ORDER BY each
      ON CONFLICT (name, task_id) DO UPDATE SET waits_until = NULL WHERE slot.waits_until IS NOT NULL;
    UPDATE ${schema}.tasks SET lease_ends = clock_timestamp() + lease * interval '1 millisecond', lease_ms = lease WHERE id = task;
    RETURN true;
  END $renew$;`;

/** Processes of the previous version may still run, so a migration adds, and never removes. */
export const migrations: readonly Migration[] = [
  (schema) => tasks(schema) + taskUsage(schema) + calls(schema),
  (schema) => slots(schema) + countWaiting(schema),
  ended,
  tasksByAge,
  renewWithSlots,
  tasksByStatus,
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
