/** The statements of a store of tasks. Each is one step, and so atomic; all times are of the clock of PostgreSQL. */
export interface TaskStatements {
  readonly create: string;
  readonly forgetLapsed: string;
  readonly read: string;
  readonly replace: string;
  readonly remove: string;
  readonly list: string;
  readonly all: string;
  readonly unfinished: string;
  readonly versions: string;
  readonly claim: string;
  readonly claimWithPlaces: string;
  readonly held: string;
  readonly cutLease: string;
  readonly renew: string;
  readonly release: string;
  readonly purge: string;
  readonly purgePlaces: string;
}

/** So many milliseconds from now on. */
const from = (ms: string): string => `clock_timestamp() + ${ms}::double precision * interval '1 millisecond'`;

/** What is kept, and not beyond its time. */
const alive = 'expires_at > clock_timestamp()';

/** How many tasks that have lived their time are forgotten in one step. */
export const purgedAtOnce = 1_000;

/** What everybody takes, and what the owner of a task does. Values of what follows: the owner's digest, the most tasks and bytes of all and of the owner. */
function room(schema: string, [owner, tasks, ownTasks, bytes, ownBytes]: readonly string[]): string {
  return `
    SELECT coalesce(sum(tasks) FILTER (WHERE owner = ''), 0) AS tasks, coalesce(sum(bytes) FILTER (WHERE owner = ''), 0) AS bytes,
      coalesce(sum(tasks) FILTER (WHERE owner <> ''), 0) AS own_tasks, coalesce(sum(bytes) FILTER (WHERE owner <> ''), 0) AS own_bytes,
      ${tasks}::bigint AS max_tasks, ${ownTasks}::bigint AS max_own_tasks, ${bytes}::bigint AS max_bytes, ${ownBytes}::bigint AS max_own_bytes
    FROM ${schema}.shares WHERE owner IN ('', ${owner})`;
}

/** Writes the statements for a schema. */
export function taskStatements(schema: string): TaskStatements {
  const tasks = `${schema}.tasks`;
  return {
    // Values: id, record, version, fence, turn, state, bytes, owner, created at, how long to keep it, slot, four limits.
    create: `
      WITH room AS (${room(schema, ['$8', '$12', '$13', '$14', '$15'])}),
      kept AS (
        INSERT INTO ${tasks} (id, record, version, fence, turn, state, bytes, owner, created_at, expires_at, slot)
        SELECT $1, $2, $3::integer, $4::integer, $5::integer, $6, $7::bigint, $8, $9::double precision, ${from('$10')}, $11::smallint
        FROM room WHERE tasks < max_tasks AND own_tasks < max_own_tasks
          AND bytes + $7::bigint <= max_bytes AND own_bytes + $7::bigint <= max_own_bytes
        ON CONFLICT (id) DO NOTHING RETURNING id
      )
      SELECT EXISTS (SELECT FROM kept) AS kept, (SELECT ${alive} FROM ${tasks} WHERE id = $1) AS was_there`,
    forgetLapsed: `DELETE FROM ${tasks} WHERE id = $1 AND NOT ${alive}`,
    read: `SELECT record, version, fence FROM ${tasks} WHERE id = $1 AND ${alive}`,
    // Values: as above up to the owner, a token, four limits. TASK-03: less than the fence that is kept is refused, by whatever version.
    // TASK-26: who parks a task has given it back.
    replace: `
      WITH room AS (${room(schema, ['$8', '$10', '$11', '$12', '$13'])}),
      put AS (
        UPDATE ${tasks} AS task
        SET record = $2, version = $3::integer, fence = $4::integer, turn = $5::integer, state = $6, bytes = $7::bigint, written_by = $9,
          lease_ends = CASE WHEN $6 = 'to_run' THEN lease_ends END, lease_ms = CASE WHEN $6 = 'to_run' THEN lease_ms END
        WHERE id = $1 AND ${alive} AND version = $3::integer - 1 AND fence <= $4::integer AND (
          $7::bigint <= task.bytes
          OR EXISTS (
            SELECT FROM room WHERE room.bytes + $7::bigint - task.bytes <= max_bytes
              AND own_bytes + $7::bigint - task.bytes <= max_own_bytes
          )
        ) RETURNING id
      )
      SELECT EXISTS (SELECT FROM put) AS put, version, fence, written_by FROM ${tasks} WHERE id = $1 AND ${alive}`,
    remove: `DELETE FROM ${tasks} WHERE id = $1 RETURNING id`,
    // Values: owner, where to begin, how many at most.
    list: `
      SELECT record, version, fence FROM ${tasks}
      WHERE owner = $1 AND ${alive} AND (created_at, id) > ($2::double precision, $3::text)
      ORDER BY created_at, id LIMIT $4`,
    // Values: where to begin, how many at most.
    all: `
      SELECT record, version, fence FROM ${tasks}
      WHERE ${alive} AND (created_at, id) > ($1::double precision, $2::text)
      ORDER BY created_at, id LIMIT $3`,
    // A lease that seems to last longer than it was given for tells of a clock that was set back.
    unfinished: `
      SELECT record, version, fence FROM ${tasks}
      WHERE state = 'to_run' AND ${alive} AND (created_at, id) > ($1::double precision, $2::text)
        AND (lease_ends IS NULL OR lease_ends <= clock_timestamp() OR lease_ends > ${from('lease_ms')})
      ORDER BY created_at, id LIMIT $3`,
    versions: `SELECT id, version FROM ${tasks} WHERE id = ANY($1) AND ${alive}`,
    // Values: id, turn, lease, token. TASK-02: each claim is one more than all before it.
    claim: `
      UPDATE ${tasks}
      SET version = version + 1, fence = fence + 1, lost = lease_ends IS NOT NULL,
        lease_ends = ${from('$3')}, lease_ms = $3, claimed_by = $4
      WHERE id = $1 AND state = 'to_run' AND turn = $2::integer AND ${alive}
        AND (lease_ends IS NULL OR lease_ends <= clock_timestamp())
      RETURNING record, version, fence, lost`,
    // Values: as above, the names of places, how many there are of each.
    claimWithPlaces: `SELECT * FROM ${schema}.claim_with_places($1, $2::integer, $3, $4, $5::text[], $6::integer[])`,
    // Values: id, turn.
    held: `
      SELECT record, version, fence, lost, claimed_by, lease_ms,
        extract(epoch FROM lease_ends - clock_timestamp())::double precision * 1000 AS left_ms
      FROM ${tasks} WHERE id = $1 AND state = 'to_run' AND turn = $2::integer AND ${alive}`,
    cutLease: `UPDATE ${tasks} SET lease_ends = ${from('lease_ms')} WHERE id = $1 AND lease_ends > ${from('lease_ms')}`,
    // Values: id, fence, lease.
    renew: `
      UPDATE ${tasks} SET lease_ends = ${from('$3')}, lease_ms = $3
      WHERE id = $1 AND fence = $2::integer AND state <> 'ended' AND ${alive} RETURNING id`,
    release: `UPDATE ${tasks} SET lease_ends = NULL, lease_ms = NULL WHERE id = $1 AND fence = $2::integer`,
    // By the time at which the statement begins, for which there is an index.
    purge: `
      DELETE FROM ${tasks} WHERE id IN (
        SELECT id FROM ${tasks} WHERE expires_at <= now() ORDER BY expires_at LIMIT ${purgedAtOnce} FOR UPDATE SKIP LOCKED
      ) RETURNING id`,
    // Of tasks that are not to run any more, and so have none and ask for none.
    purgePlaces: `
      DELETE FROM ${schema}.places WHERE (name, id) IN (
        SELECT name, place.id FROM ${schema}.places AS place
        WHERE NOT EXISTS (SELECT FROM ${tasks} AS task WHERE task.id = place.id AND state = 'to_run' AND ${alive})
        LIMIT ${purgedAtOnce} FOR UPDATE SKIP LOCKED
      )`,
  };
}
