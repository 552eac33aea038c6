import { msFromNow, purgeBatchSize } from './sql.ts';

const isAlive = 'expires_at > clock_timestamp()';

/** Reads the usage in total and of an owner, with the limits. The values are the owner, then the limits of tasks and bytes in total and of the owner. */
function usage(schema: string, [owner, tasks, ownTasks, bytes, ownBytes]: readonly string[]): string {
  return `
    SELECT coalesce(sum(tasks) FILTER (WHERE owner = ''), 0) AS tasks, coalesce(sum(bytes) FILTER (WHERE owner = ''), 0) AS bytes,
      coalesce(sum(tasks) FILTER (WHERE owner <> ''), 0) AS own_tasks, coalesce(sum(bytes) FILTER (WHERE owner <> ''), 0) AS own_bytes,
      ${tasks}::bigint AS max_tasks, ${ownTasks}::bigint AS max_own_tasks, ${bytes}::bigint AS max_bytes, ${ownBytes}::bigint AS max_own_bytes
    FROM ${schema}.task_usage WHERE owner IN ('', ${owner})`;
}

/** The statements of a task store. Each is atomic and uses the clock of PostgreSQL. */
export type TaskStatements = ReturnType<typeof taskStatements>;

/** Builds the statements for a schema. */
export function taskStatements(schema: string) {
  const tasks = `${schema}.tasks`;
  return {
    // $1 id, $2 record, $3 version, $4 fence, $5 turn, $6 state, $7 bytes, $8 owner, $9 created at, $10 TTL, $11 shard, $12 to $15 limits, $16 status
    create: `
      WITH usage AS (${usage(schema, ['$8', '$12', '$13', '$14', '$15'])}),
      stored AS (
        INSERT INTO ${tasks} (id, record, version, fence, turn, state, bytes, owner, created_at, expires_at, shard, status)
        SELECT $1, $2, $3::integer, $4::integer, $5::integer, $6, $7::bigint, $8, $9::double precision, ${msFromNow('$10')}, $11::smallint, $16
        FROM usage WHERE tasks < max_tasks AND own_tasks < max_own_tasks
          AND bytes + $7::bigint <= max_bytes AND own_bytes + $7::bigint <= max_own_bytes
        ON CONFLICT (id) DO NOTHING RETURNING id
      )
      SELECT EXISTS (SELECT FROM stored) AS is_stored, (SELECT ${isAlive} FROM ${tasks} WHERE id = $1) AS existed`,
    // $1 id
    deleteExpired: `DELETE FROM ${tasks} WHERE id = $1 AND NOT ${isAlive}`,
    // $1 id
    read: `SELECT record, version, fence FROM ${tasks} WHERE id = $1 AND ${isAlive}`,
    // $1 to $8 as for create, $9 token, $10 to $13 limits, $14 status. A smaller fence is rejected, whatever the version (TASK-03).
    // A task that waits for input has no lease (TASK-26).
    replace: `
      WITH usage AS (${usage(schema, ['$8', '$10', '$11', '$12', '$13'])}),
      replaced AS (
        UPDATE ${tasks} AS task
        SET record = $2, version = $3::integer, fence = $4::integer, turn = $5::integer, state = $6, bytes = $7::bigint, written_by = $9, status = $14,
          ended_at = CASE WHEN $6 = 'ended' THEN clock_timestamp() END,
          lease_ends = CASE WHEN $6 = 'to_run' THEN lease_ends END, lease_ms = CASE WHEN $6 = 'to_run' THEN lease_ms END
        WHERE id = $1 AND ${isAlive} AND version = $3::integer - 1 AND fence <= $4::integer AND (
          $7::bigint <= task.bytes
          OR EXISTS (
            SELECT FROM usage WHERE usage.bytes + $7::bigint - task.bytes <= max_bytes
              AND own_bytes + $7::bigint - task.bytes <= max_own_bytes
          )
        ) RETURNING id
      )
      SELECT EXISTS (SELECT FROM replaced) AS is_replaced, version, fence, written_by FROM ${tasks} WHERE id = $1 AND ${isAlive}`,
    // $1 id
    remove: `DELETE FROM ${tasks} WHERE id = $1 RETURNING id`,
    // $1 owner, $2 and $3 position, $4 limit
    list: `
      SELECT record, version, fence FROM ${tasks}
      WHERE owner = $1 AND ${isAlive} AND (created_at, id) > ($2::double precision, $3::text)
      ORDER BY created_at, id LIMIT $4`,
    // $1 and $2 position, $3 limit
    all: `
      SELECT record, version, fence FROM ${tasks}
      WHERE ${isAlive} AND (created_at, id) > ($1::double precision, $2::text)
      ORDER BY created_at, id LIMIT $3`,
    // $1 status, $2 and $3 position, $4 limit
    allWithStatus: `
      SELECT record, version, fence FROM ${tasks}
      WHERE status = $1 AND ${isAlive} AND (created_at, id) > ($2::double precision, $3::text)
      ORDER BY created_at, id LIMIT $4`,
    // $1 and $2 position, $3 limit. A lease longer than its duration means that the clock was set back.
    unfinished: `
      SELECT record, version, fence FROM ${tasks}
      WHERE state = 'to_run' AND ${isAlive} AND (created_at, id) > ($1::double precision, $2::text)
        AND (lease_ends IS NULL OR lease_ends <= clock_timestamp() OR lease_ends > ${msFromNow('lease_ms')})
      ORDER BY created_at, id LIMIT $3`,
    // $1 ids
    versions: `SELECT id, version FROM ${tasks} WHERE id = ANY($1) AND ${isAlive}`,
    // $1 id, $2 turn, $3 lease, $4 token. Each claim increments the fence (TASK-02).
    claim: `
      UPDATE ${tasks}
      SET version = version + 1, fence = fence + 1, lost = lease_ends IS NOT NULL,
        lease_ends = ${msFromNow('$3')}, lease_ms = $3, claimed_by = $4
      WHERE id = $1 AND state = 'to_run' AND turn = $2::integer AND ${isAlive}
        AND (lease_ends IS NULL OR lease_ends <= clock_timestamp())
      RETURNING record, version, fence, lost`,
    // $1 to $4 as for claim, $5 slot names, $6 limits of slots
    claimWithSlots: `SELECT * FROM ${schema}.claim_with_slots($1, $2::integer, $3, $4, $5::text[], $6::integer[])`,
    // $1 id, $2 turn
    readLease: `
      SELECT record, version, fence, lost, claimed_by, lease_ms,
        extract(epoch FROM lease_ends - clock_timestamp())::double precision * 1000 AS left_ms
      FROM ${tasks} WHERE id = $1 AND state = 'to_run' AND turn = $2::integer AND ${isAlive}`,
    // $1 id
    shortenLease: `UPDATE ${tasks} SET lease_ends = ${msFromNow('lease_ms')} WHERE id = $1 AND lease_ends > ${msFromNow('lease_ms')}`,
    // $1 id, $2 fence, $3 lease
    renew: `
      UPDATE ${tasks} SET lease_ends = ${msFromNow('$3')}, lease_ms = $3
      WHERE id = $1 AND fence = $2::integer AND state <> 'ended' AND ${isAlive} RETURNING id`,
    // $1 to $3 as for renew, $4 slot names, $5 limits of slots
    renewWithSlots: `SELECT WHERE ${schema}.renew_with_slots($1, $2::integer, $3, $4::text[], $5::integer[])`,
    // $1 id, $2 fence
    release: `UPDATE ${tasks} SET lease_ends = NULL, lease_ms = NULL WHERE id = $1 AND fence = $2::integer`,
    // $1 id, $2 token. Restores the state before the claim: if the lease had expired then, it is expired again.
    undoClaim: `
      UPDATE ${tasks}
      SET version = version + 1, fence = fence - 1, claimed_by = NULL,
        lease_ends = CASE WHEN lost THEN clock_timestamp() END, lease_ms = CASE WHEN lost THEN lease_ms END
      WHERE id = $1 AND claimed_by = $2 AND state = 'to_run'`,
    // now() is constant in a statement, so the index is used.
    purge: `
      DELETE FROM ${tasks} WHERE id IN (
        SELECT id FROM ${tasks} WHERE expires_at <= now() ORDER BY expires_at LIMIT ${purgeBatchSize} FOR UPDATE SKIP LOCKED
      ) RETURNING id`,
    // Slots of tasks that no worker may run.
    purgeSlots: `
      DELETE FROM ${schema}.slots WHERE (name, task_id) IN (
        SELECT name, task_id FROM ${schema}.slots AS slot
        WHERE NOT EXISTS (SELECT FROM ${tasks} AS task WHERE task.id = slot.task_id AND state = 'to_run' AND ${isAlive})
        LIMIT ${purgeBatchSize} FOR UPDATE SKIP LOCKED
      )`,
    // $1 owner, $2 the shortest time that ended tasks are stored. Deletes the oldest tasks, a few at a time.
    deleteEnded: `
      DELETE FROM ${tasks} WHERE id IN (
        SELECT id FROM ${tasks} WHERE owner = $1 AND ended_at <= clock_timestamp() - $2::double precision * interval '1 millisecond'
        ORDER BY ended_at LIMIT 10 FOR UPDATE SKIP LOCKED
      ) RETURNING id`,
    // $1 and $2 as for deleteEnded. When the first task of the owner can be deleted, or the first of all if the owner has none.
    roomInMs: `
      SELECT extract(epoch FROM coalesce(
        least(
          (SELECT min(ended_at) FROM ${tasks} WHERE owner = $1 AND ended_at IS NOT NULL) + $2::double precision * interval '1 millisecond',
          (SELECT min(expires_at) FROM (SELECT expires_at FROM ${tasks} WHERE owner = $1 ORDER BY created_at, id LIMIT 100) AS oldest)
        ),
        (SELECT min(expires_at) FROM ${tasks})
      ) - clock_timestamp())::double precision * 1000 AS ms`,
  };
}
