import { msFromNow, purgeBatchSize } from './sql.ts';

/** Results are counted in buckets of an eighth of the time for which they are stored. Returns the number of the current bucket. */
const currentBucket = (ttlMs: string): string =>
  `floor(extract(epoch FROM clock_timestamp()) * 8000 / ${ttlMs}::double precision)::bigint`;

/** The statements of an idempotency store. Each is atomic and uses the clock of PostgreSQL. */
export type IdempotencyStatements = ReturnType<typeof idempotencyStatements>;

/** Builds the statements for a schema. */
export function idempotencyStatements(schema: string) {
  const calls = `${schema}.calls`;
  // Before `reachable_since`, PostgreSQL was unreachable. From then on, owners have one lease to renew their claims.
  const graceEnds = (lease: string): string => `greatest(lease_ends,
    (SELECT reachable_since FROM ${schema}.heartbeat) + ${lease}::double precision * interval '1 millisecond')`;
  const isExpired = (lease: string): string => `(lease_ends IS NULL OR ${graceEnds(lease)} <= clock_timestamp())`;
  const purge = (table: string, key: string): string => `
    DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE expires_at <= now() LIMIT ${purgeBatchSize} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`;
  return {
    // $1 key, $2 token, $3 fingerprint, $4 lease, $5 TTL of the claim
    begin: `
      INSERT INTO ${calls} (key, state, token, fingerprint, lease_ends, expires_at)
      VALUES ($1, 'running', $2, $3, ${msFromNow('$4')}, ${msFromNow('$5')})
      ON CONFLICT (key) DO NOTHING RETURNING key`,
    // $1 key, $2 lease
    read: `
      SELECT state, token, fingerprint, result, expires_at <= clock_timestamp() AS is_expired,
        lease_ends > ${msFromNow('$2')} AS is_too_long,
        extract(epoch FROM ${graceEnds('$2')} - clock_timestamp())::double precision * 1000 AS left_ms,
        lease_ends IS NULL AS is_abandoned
      FROM ${calls} WHERE key = $1`,
    // $1 to $5 as for begin, $6 lease, $7 awaited token, $8 whether to take over
    takeOver: `
      UPDATE ${calls}
      SET state = 'running', token = $2, fingerprint = $3, lease_ends = ${msFromNow('$4')}, expires_at = ${msFromNow('$5')},
        result = NULL, canceled_token = NULL, awaited_at = NULL
      WHERE key = $1 AND (
        expires_at <= clock_timestamp()
        OR (state = 'delivered' AND token <> $7)
        OR (state = 'running' AND token = $2)
        OR (state = 'running' AND $8::boolean AND fingerprint = $3 AND ${isExpired('$6')})
      ) RETURNING key`,
    // $1 key, $2 token, $3 lease. No owner has the new token.
    markInDoubt: `
      UPDATE ${calls} SET token = 'in doubt', lease_ends = NULL, canceled_token = NULL, awaited_at = NULL
      WHERE key = $1 AND token = $2 AND state = 'running' AND expires_at > clock_timestamp() AND ${isExpired('$3')} RETURNING key`,
    // $1 key, $2 lease
    shortenLease: `UPDATE ${calls} SET lease_ends = ${msFromNow('$2')} WHERE key = $1 AND lease_ends > ${msFromNow('$2')}`,
    // $1 key, $2 token
    recordWait: `UPDATE ${calls} SET awaited_at = clock_timestamp() WHERE key = $1 AND token = $2 AND state = 'running'`,
    // $1 owners, $2 TTL of results. Returns the bytes of each owner.
    resultUsage: `
      SELECT owner, sum(bytes)::double precision AS bytes FROM ${schema}.result_usage
      WHERE owner = ANY($1) AND bucket >= ${currentBucket('$2')} - 8 GROUP BY owner`,
    // $1 key, $2 state, $3 token, $4 fingerprint, $5 result, $6 TTL of the result, $7 owners, $8 shard, $9 counted bytes, $10 TTL of results
    settle: `
      WITH settled AS (
        INSERT INTO ${calls} AS call (key, state, token, fingerprint, result, expires_at)
        VALUES ($1, $2, $3, $4, $5::bytea, ${msFromNow('$6')})
        ON CONFLICT (key) DO UPDATE
        SET state = excluded.state, token = excluded.token, fingerprint = excluded.fingerprint, result = excluded.result,
          expires_at = excluded.expires_at, lease_ends = NULL, canceled_token = NULL, awaited_at = NULL
        WHERE call.expires_at <= clock_timestamp() OR (call.token = $3 AND call.state = 'running')
        RETURNING key
      ), counted AS (
        INSERT INTO ${schema}.result_usage AS used (owner, bucket, shard, bytes, expires_at)
        SELECT owner, ${currentBucket('$10')}, $8::smallint, $9::bigint, ${msFromNow('1.25 * $10')}
        FROM unnest($7::text[]) AS owner, settled
        WHERE $9::bigint > 0 ORDER BY owner
        ON CONFLICT (owner, bucket, shard) DO UPDATE SET bytes = used.bytes + excluded.bytes
      )
      SELECT EXISTS (SELECT FROM settled) AS is_settled, (SELECT token FROM ${calls} WHERE key = $1) AS token`,
    // $1 key, $2 token
    release: `DELETE FROM ${calls} WHERE key = $1 AND token = $2`,
    // $1 key, $2 token
    abandon: `UPDATE ${calls} SET lease_ends = NULL WHERE key = $1 AND token = $2`,
    // $1 keys, $2 tokens, $3 fingerprints, $4 lease, $5 TTL of the claims. Locks rows in one order, which prevents deadlocks.
    renew: `
      WITH claims AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS claim (key, token, fingerprint)
      ), known AS MATERIALIZED (
        SELECT call.key, call.token FROM ${calls} AS call JOIN claims USING (key, token)
        WHERE call.state = 'running' ORDER BY call.key FOR UPDATE OF call
      ), renewed AS (
        UPDATE ${calls} AS call SET lease_ends = ${msFromNow('$4')}, expires_at = ${msFromNow('$5')}
        FROM known WHERE call.key = known.key AND call.token = known.token
      )
      INSERT INTO ${calls} (key, state, token, fingerprint, lease_ends, expires_at)
      SELECT DISTINCT ON (key) key, 'running', token, fingerprint, ${msFromNow('$4')}, ${msFromNow('$5')} FROM claims ORDER BY key
      ON CONFLICT (key) DO NOTHING`,
    // $1 key
    cancel: `UPDATE ${calls} SET canceled_token = token WHERE key = $1 AND state = 'running'`,
    // $1 keys
    status: `
      SELECT key, token, canceled_token, extract(epoch FROM clock_timestamp() - awaited_at)::double precision * 1000 AS awaited_ms
      FROM ${calls} WHERE key = ANY($1)`,
    // $1 lease. A gap of half a lease between two heartbeats means that PostgreSQL was unreachable.
    heartbeat: `
      INSERT INTO ${schema}.heartbeat AS last (seen_at, reachable_since) VALUES (clock_timestamp(), clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp(), reachable_since = CASE
        WHEN last.seen_at + $1::double precision * interval '0.5 milliseconds' < clock_timestamp() THEN clock_timestamp()
        ELSE least(last.reachable_since, clock_timestamp()) END
      WHERE last.seen_at + $1::double precision * interval '0.125 milliseconds' < clock_timestamp() OR last.seen_at > clock_timestamp()`,
    // Returns the number of rows that were deleted from the table with more of them.
    purge: `
      WITH purged_calls AS (${purge(calls, 'key')}),
        purged_usage AS (${purge(`${schema}.result_usage`, 'owner, bucket, shard')})
      SELECT greatest((SELECT count(*) FROM purged_calls), (SELECT count(*) FROM purged_usage)) AS deleted`,
  };
}
