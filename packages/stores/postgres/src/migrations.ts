/** A step that brings the tables from one version to the next, for a schema as statements name it. */
export type Migration = (schema: string) => string;

/** Tasks. What changes often is in columns that no index has, so that PostgreSQL may change a row in its place. */
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
    slot smallint NOT NULL,
    bytes bigint NOT NULL,
    record text NOT NULL
  ) WITH (fillfactor = 80);
  CREATE INDEX tasks_of_owner ON ${schema}.tasks (owner, created_at, id);
  CREATE INDEX tasks_by_expiry ON ${schema}.tasks (expires_at);
  CREATE INDEX tasks_to_run ON ${schema}.tasks (created_at, id) WHERE state = 'to_run';`;

/**
 * How much each owner takes, and all together under '', which is no digest. In slots, so that those who keep tasks at the same time do not wait for each
 * other; a task is counted in one slot for as long as it is there. Triggers count, so that no statement can forget it, whoever runs it.
 */
const shares: Migration = (schema) => `
  CREATE TABLE ${schema}.shares (
    owner text COLLATE "C" NOT NULL,
    slot smallint NOT NULL,
    tasks bigint NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (owner, slot)
  ) WITH (fillfactor = 50);
  CREATE FUNCTION ${schema}.count_task() RETURNS trigger LANGUAGE plpgsql AS $count$
  BEGIN
    INSERT INTO ${schema}.shares AS share (owner, slot, tasks, bytes)
      VALUES ('', new.slot, 1, new.bytes), (new.owner, new.slot, 1, new.bytes)
      ON CONFLICT (owner, slot) DO UPDATE SET tasks = share.tasks + 1, bytes = share.bytes + excluded.bytes;
    RETURN NULL;
  END $count$;
  CREATE FUNCTION ${schema}.count_change() RETURNS trigger LANGUAGE plpgsql AS $count$
  BEGIN
    UPDATE ${schema}.shares SET bytes = bytes + new.bytes - old.bytes WHERE owner = '' AND slot = new.slot;
    UPDATE ${schema}.shares SET bytes = bytes + new.bytes - old.bytes WHERE owner = new.owner AND slot = new.slot;
    RETURN NULL;
  END $count$;
  CREATE FUNCTION ${schema}.count_gone() RETURNS trigger LANGUAGE plpgsql AS $count$
  DECLARE share record;
  BEGIN
    -- In one order for all, so that no two wait for each other.
    FOR share IN
      SELECT owner, slot, sum(tasks) AS tasks, sum(bytes) AS bytes FROM (
        SELECT '' AS owner, slot, 1 AS tasks, bytes FROM gone UNION ALL SELECT owner, slot, 1, bytes FROM gone
      ) AS each GROUP BY owner, slot ORDER BY owner COLLATE "C", slot
    LOOP
      UPDATE ${schema}.shares AS kept SET tasks = kept.tasks - share.tasks, bytes = kept.bytes - share.bytes
        WHERE kept.owner = share.owner AND kept.slot = share.slot;
      DELETE FROM ${schema}.shares AS kept WHERE kept.owner = share.owner AND kept.slot = share.slot AND kept.tasks <= 0;
    END LOOP;
    RETURN NULL;
  END $count$;
  CREATE TRIGGER task_added AFTER INSERT ON ${schema}.tasks
    FOR EACH ROW EXECUTE FUNCTION ${schema}.count_task();
  CREATE TRIGGER task_changed AFTER UPDATE ON ${schema}.tasks
    FOR EACH ROW WHEN (new.bytes <> old.bytes) EXECUTE FUNCTION ${schema}.count_change();
  CREATE TRIGGER task_gone AFTER DELETE ON ${schema}.tasks REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.count_gone();`;

/** Claims and answers of calls with a key, how many bytes of answers were recorded when, and when the claims were last asked after. */
const calls: Migration = (schema) => `
  CREATE TABLE ${schema}.calls (
    key text COLLATE "C" PRIMARY KEY,
    state text NOT NULL,
    token text NOT NULL,
    fingerprint text NOT NULL,
    lease_ends timestamptz,
    cancelled text,
    asked_at timestamptz,
    expires_at timestamptz NOT NULL,
    answer bytea
  ) WITH (fillfactor = 80);
  CREATE INDEX calls_by_expiry ON ${schema}.calls (expires_at);
  CREATE TABLE ${schema}.answered (
    owner text COLLATE "C" NOT NULL,
    part bigint NOT NULL,
    slot smallint NOT NULL,
    bytes bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (owner, part, slot)
  );
  CREATE TABLE ${schema}.attendance (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    seen timestamptz NOT NULL,
    awake timestamptz NOT NULL
  );`;

/**
 * What brings the tables from each version to the next, in order. Processes of the version before may still run, so a step adds, and
 * never takes away.
 */
export const migrations: readonly Migration[] = [(schema) => tasks(schema) + shares(schema) + calls(schema)];

/** The tables whose loss would lose calls. */
export const tables: readonly string[] = ['tasks', 'shares', 'calls', 'answered', 'attendance', 'migrations'];
