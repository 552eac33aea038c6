import { askAgainAfter, keptFor, keptForAtMost } from '@toolwire/tasks';

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
 * Who has a place, or asks for one, of all that need the same; and the step that gives them. It is a function, as each of its statements has to see what those
 * before it had to wait for, and it asks for the locks of names in the order in which it is given them, which is the same for all.
 */
const places: Migration = (schema) => `
  CREATE TABLE ${schema}.places (
    name text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at double precision NOT NULL,
    asked_until timestamptz,
    PRIMARY KEY (name, id)
  );
  CREATE INDEX places_taken ON ${schema}.places (name) WHERE asked_until IS NULL;
  CREATE INDEX places_asked_for ON ${schema}.places (name, created_at, id) WHERE asked_until IS NOT NULL;
  CREATE FUNCTION ${schema}.claim_with_places(task text, of_turn integer, lease double precision, token text, names text[], counts integer[])
    RETURNS TABLE (record text, version integer, fence integer, lost boolean, busy_ms double precision)
    LANGUAGE plpgsql AS $claim$
  #variable_conflict use_column
  DECLARE
    born double precision;
    most integer;
    untaken bigint;
    ahead bigint;
    pause double precision;
  BEGIN
    SELECT created_at INTO born FROM ${schema}.tasks
      WHERE id = task AND state = 'to_run' AND turn = of_turn AND expires_at > clock_timestamp()
        AND (lease_ends IS NULL OR lease_ends <= clock_timestamp()) FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    FOR at IN 1 .. cardinality(names) LOOP
      PERFORM pg_advisory_xact_lock(hashtextextended('${schema.slice(1, -1)} place ' || names[at], 0));
      most := counts[at];
      -- Who is held by no worker any more has none, so that nobody has to give it back.
      DELETE FROM ${schema}.places AS place WHERE place.name = names[at] AND place.id <> task AND asked_until IS NULL
        AND NOT EXISTS (
          SELECT FROM ${schema}.tasks AS other WHERE other.id = place.id AND state = 'to_run' AND expires_at > clock_timestamp()
            AND lease_ends > clock_timestamp()
        );
      SELECT most - count(*) INTO untaken FROM ${schema}.places
        WHERE name = names[at] AND id <> task AND asked_until IS NULL;
      CONTINUE WHEN untaken > ${schema}.count_asking(names[at], task, born, greatest(untaken, 0));
      ahead := ${schema}.count_asking(names[at], task, born, 150::bigint * most);
      pause := ceil(least(${askAgainAfter(Number.MAX_SAFE_INTEGER, 1)}, ${askAgainAfter(0, 1)} * (1 + ahead::double precision / most)));
      -- It keeps its turn where it has come through, and takes nobody's where it does not get as far yet.
      INSERT INTO ${schema}.places AS place (name, id, created_at, asked_until)
        SELECT each, task, born, clock_timestamp() + (${keptFor(0)} + ${keptFor(1) - keptFor(0)} * pause) * interval '1 millisecond'
        FROM unnest(names[:at]) AS each ORDER BY each
        ON CONFLICT (name, id) DO UPDATE SET created_at = excluded.created_at, asked_until = excluded.asked_until;
      DELETE FROM ${schema}.places AS place WHERE place.name = ANY(names[at + 1:]) AND place.id = task;
      RETURN QUERY SELECT NULL::text, NULL::integer, NULL::integer, NULL::boolean, pause;
      RETURN;
    END LOOP;
    INSERT INTO ${schema}.places AS place (name, id, created_at)
      SELECT each, task, born FROM unnest(names) AS each ORDER BY each
      ON CONFLICT (name, id) DO UPDATE SET created_at = excluded.created_at, asked_until = NULL;
    RETURN QUERY UPDATE ${schema}.tasks AS mine
      SET version = mine.version + 1, fence = mine.fence + 1, lost = mine.lease_ends IS NOT NULL,
        lease_ends = clock_timestamp() + lease * interval '1 millisecond', lease_ms = lease, claimed_by = token
      WHERE mine.id = task
      RETURNING mine.record, mine.version, mine.fence, mine.lost, NULL::double precision;
  END $claim$;`;

/** How many older tasks ask for a place of a name as well, so many at most: those that go on asking, by a clock that may have been set back. */
const asking: Migration = (schema) => `
  CREATE FUNCTION ${schema}.count_asking(of_name text, task text, born double precision, most bigint) RETURNS bigint
    LANGUAGE sql VOLATILE AS $count$
    SELECT count(*) FROM (
      SELECT FROM ${schema}.places AS place JOIN ${schema}.tasks AS other ON other.id = place.id
      WHERE place.name = of_name AND (place.created_at, place.id) < (born, task) AND other.state = 'to_run'
        AND asked_until > clock_timestamp() AND asked_until <= clock_timestamp() + ${keptForAtMost} * interval '1 millisecond'
      ORDER BY place.created_at, place.id LIMIT most
    ) AS older
  $count$;`;

/**
 * What brings the tables from each version to the next, in order. Processes of the version before may still run, so a step adds, and
 * never takes away.
 */
export const migrations: readonly Migration[] = [
  (schema) => tasks(schema) + shares(schema) + calls(schema),
  (schema) => places(schema) + asking(schema),
];

/** The tables whose loss would lose calls. */
export const tables: readonly string[] = ['tasks', 'places', 'shares', 'calls', 'answered', 'attendance', 'migrations'];
