import { maxCountedPerSlot, maxSlotReservationMs, slotReservationMs, slotRetryMs } from '@toolwire/tasks';

// slotRetryMs and slotReservationMs are linear, and PostgreSQL must compute them.
const firstRetryMs = slotRetryMs(0, 1);
const retryMsPerTask = slotRetryMs(1, 1) - firstRetryMs;
const maxRetryMs = slotRetryMs(Number.MAX_SAFE_INTEGER, 1);
const firstReservationMs = slotReservationMs(0);
const reservationPerRetryMs = slotReservationMs(1) - firstReservationMs;

/** Updates the tables to the next version, in a quoted schema. */
export type Migration = (schema: string) => string;

/**
 * The slots that tasks hold or wait for, and the function that grants them. It is a function because each statement must see the rows for
 * which the earlier ones waited. It locks names in the given order, which is the same for all callers.
 */
export const slots: Migration = (schema) => `
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
    created double precision;
    slot_count integer;
    free bigint;
    ahead bigint;
    retry_ms double precision;
  BEGIN
    SELECT created_at INTO created FROM ${schema}.tasks
      WHERE id = task AND state = 'to_run' AND turn = of_turn AND expires_at > clock_timestamp()
        AND (lease_ends IS NULL OR lease_ends <= clock_timestamp()) FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    FOR at IN 1 .. cardinality(names) LOOP
      PERFORM pg_advisory_xact_lock(hashtextextended('${schema.slice(1, -1)} slot ' || names[at], 0));
      slot_count := limits[at];
      -- A slot ends with the lease of its task, so no worker has to release it.
      DELETE FROM ${schema}.slots AS slot WHERE slot.name = names[at] AND slot.task_id <> task AND waits_until IS NULL
        AND NOT EXISTS (
          SELECT FROM ${schema}.tasks AS other WHERE other.id = slot.task_id AND state = 'to_run' AND expires_at > clock_timestamp()
            AND lease_ends > clock_timestamp()
        );
      SELECT slot_count - count(*) INTO free FROM ${schema}.slots
        WHERE name = names[at] AND task_id <> task AND waits_until IS NULL;
      CONTINUE WHEN free > ${schema}.count_waiting(names[at], task, created, greatest(free, 0));
      ahead := ${schema}.count_waiting(names[at], task, created, ${maxCountedPerSlot}::bigint * slot_count);
      retry_ms := ceil(least(${maxRetryMs}, ${firstRetryMs} + ${retryMsPerTask} * ahead::double precision / slot_count));
      -- The task waits for the names up to this one, and not yet for the later ones.
      INSERT INTO ${schema}.slots AS slot (name, task_id, created_at, waits_until)
        SELECT each, task, created, clock_timestamp() + (${firstReservationMs} + ${reservationPerRetryMs} * retry_ms) * interval '1 millisecond'
        FROM unnest(names[:at]) AS each ORDER BY each
        ON CONFLICT (name, task_id) DO UPDATE SET created_at = excluded.created_at, waits_until = excluded.waits_until;
      DELETE FROM ${schema}.slots AS slot WHERE slot.name = ANY(names[at + 1:]) AND slot.task_id = task;
      RETURN QUERY SELECT NULL::text, NULL::integer, NULL::integer, NULL::boolean, retry_ms;
      RETURN;
    END LOOP;
    INSERT INTO ${schema}.slots AS slot (name, task_id, created_at)
      SELECT each, task, created FROM unnest(names) AS each ORDER BY each
      ON CONFLICT (name, task_id) DO UPDATE SET created_at = excluded.created_at, waits_until = NULL;
    RETURN QUERY UPDATE ${schema}.tasks AS mine
      SET version = mine.version + 1, fence = mine.fence + 1, lost = mine.lease_ends IS NOT NULL,
        lease_ends = clock_timestamp() + lease * interval '1 millisecond', lease_ms = lease, claimed_by = token
      WHERE mine.id = task
      RETURNING mine.record, mine.version, mine.fence, mine.lost, NULL::double precision;
  END $claim$;`;

/** Counts the older tasks that wait for a slot and keep claiming, up to a maximum. The clock may have been set back. */
export const countWaiting: Migration = (schema) => `
  CREATE FUNCTION ${schema}.count_waiting(of_name text, task text, created double precision, most bigint) RETURNS bigint
    LANGUAGE sql VOLATILE AS $count$
    SELECT count(*) FROM (
      SELECT FROM ${schema}.slots AS slot JOIN ${schema}.tasks AS other ON other.id = slot.task_id
      WHERE slot.name = of_name AND (slot.created_at, slot.task_id) < (created, task) AND other.state = 'to_run'
        AND waits_until > clock_timestamp() AND waits_until <= clock_timestamp() + ${maxSlotReservationMs} * interval '1 millisecond'
      ORDER BY slot.created_at, slot.task_id LIMIT most
    ) AS older
  $count$;`;

/** Renews the lease of a task that still has its slots, or takes free ones. It locks like `claim_with_slots`. */
export const renewWithSlots: Migration = (schema) => `
  CREATE FUNCTION ${schema}.renew_with_slots(task text, of_fence integer, lease double precision, names text[], limits integer[])
    RETURNS boolean LANGUAGE plpgsql AS $renew$
  DECLARE
    created double precision;
    others bigint;
  BEGIN
    SELECT created_at INTO created FROM ${schema}.tasks
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
      SELECT each, task, created FROM unnest(names) AS each ORDER BY each
      ON CONFLICT (name, task_id) DO UPDATE SET waits_until = NULL WHERE slot.waits_until IS NOT NULL;
    UPDATE ${schema}.tasks SET lease_ends = clock_timestamp() + lease * interval '1 millisecond', lease_ms = lease WHERE id = task;
    RETURN true;
  END $renew$;`;
