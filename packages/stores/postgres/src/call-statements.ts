/** The statements of a store of keyed calls. Each is one step, and so atomic; all times are of the clock of PostgreSQL. */
export interface CallStatements {
  readonly begin: string;
  readonly look: string;
  readonly takeOver: string;
  readonly cutLease: string;
  readonly asked: string;
  readonly room: string;
  readonly settle: string;
  readonly release: string;
  readonly abandon: string;
  readonly renew: string;
  readonly cancel: string;
  readonly news: string;
  readonly attend: string;
  readonly purge: string;
}

/** So many milliseconds from now on. */
const from = (ms: string): string => `clock_timestamp() + ${ms}::double precision * interval '1 millisecond'`;

/** Eighths of the time for which answers are kept, by their number. Value: that time. */
const partOf = (ms: string): string =>
  `floor(extract(epoch FROM clock_timestamp()) * 8000 / ${ms}::double precision)::bigint`;

/** How many rows that have lapsed are forgotten in one step. */
const purgedAtOnce = 1_000;

/** Writes the statements for a schema. */
export function callStatements(schema: string): CallStatements {
  const calls = `${schema}.calls`;
  // Nobody could reach PostgreSQL before that, and owners have a lease from then on to make themselves known.
  const lapsed = `(lease_ends IS NULL OR greatest(lease_ends, (SELECT awake FROM ${schema}.attendance)
    + $6::double precision * interval '1 millisecond') <= clock_timestamp())`;
  const purged = (table: string, key: string): string => `
    DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE expires_at <= now() LIMIT ${purgedAtOnce} FOR UPDATE SKIP LOCKED
    )`;
  return {
    // Values: key, token, fingerprint, lease, how long to keep what is known of the run.
    begin: `
      INSERT INTO ${calls} (key, state, token, fingerprint, lease_ends, expires_at)
      VALUES ($1, 'running', $2, $3, ${from('$4')}, ${from('$5')})
      ON CONFLICT (key) DO NOTHING RETURNING key`,
    // Values: key, lease.
    look: `
      SELECT state, token, fingerprint, answer, expires_at <= clock_timestamp() AS is_over,
        lease_ends > ${from('$2')} AS is_too_long,
        extract(epoch FROM greatest(lease_ends, (SELECT awake FROM ${schema}.attendance) + $2::double precision * interval '1 millisecond')
          - clock_timestamp())::double precision * 1000 AS left_ms,
        lease_ends IS NULL AS is_abandoned
      FROM ${calls} WHERE key = $1`,
    // Values: as to begin, the lease again, the awaited token, whether to take over.
    takeOver: `
      UPDATE ${calls}
      SET state = 'running', token = $2, fingerprint = $3, lease_ends = ${from('$4')}, expires_at = ${from('$5')},
        answer = NULL, cancelled = NULL, asked_at = NULL
      WHERE key = $1 AND (
        expires_at <= clock_timestamp()
        OR (state = 'handed_on' AND token <> $7)
        OR (state = 'running' AND token = $2)
        OR (state = 'running' AND $8::boolean AND fingerprint = $3 AND ${lapsed})
      ) RETURNING key`,
    cutLease: `UPDATE ${calls} SET lease_ends = ${from('$2')} WHERE key = $1 AND lease_ends > ${from('$2')}`,
    // Values: key, token.
    asked: `UPDATE ${calls} SET asked_at = clock_timestamp() WHERE key = $1 AND token = $2 AND state = 'running'`,
    // Values: owners, how long answers are counted. Answers how much each of them has taken.
    room: `
      SELECT owner, sum(bytes)::double precision AS bytes FROM ${schema}.answered
      WHERE owner = ANY($1) AND part >= ${partOf('$2')} - 8 GROUP BY owner`,
    // Values: key, state, token, fingerprint, answer, how long to keep it, owners, slot, how many bytes to count, and for how long.
    settle: `
      WITH put AS (
        INSERT INTO ${calls} AS call (key, state, token, fingerprint, answer, expires_at)
        VALUES ($1, $2, $3, $4, $5::bytea, ${from('$6')})
        ON CONFLICT (key) DO UPDATE
        SET state = excluded.state, token = excluded.token, fingerprint = excluded.fingerprint, answer = excluded.answer,
          expires_at = excluded.expires_at, lease_ends = NULL, cancelled = NULL, asked_at = NULL
        WHERE call.expires_at <= clock_timestamp() OR (call.token = $3 AND call.state = 'running')
        RETURNING key
      ), counted AS (
        INSERT INTO ${schema}.answered AS taken (owner, part, slot, bytes, expires_at)
        SELECT owner, ${partOf('$10')}, $8::smallint, $9::bigint, ${from('1.25 * $10')} FROM unnest($7::text[]) AS owner, put
        WHERE $9::bigint > 0 ORDER BY owner
        ON CONFLICT (owner, part, slot) DO UPDATE SET bytes = taken.bytes + excluded.bytes
      )
      SELECT EXISTS (SELECT FROM put) AS put, (SELECT token FROM ${calls} WHERE key = $1) AS token`,
    release: `DELETE FROM ${calls} WHERE key = $1 AND token = $2`,
    abandon: `UPDATE ${calls} SET lease_ends = NULL WHERE key = $1 AND token = $2`,
    // Values: keys, tokens, fingerprints, lease, how long to keep what is known of a run. In one order, so that no two wait for each other.
    renew: `
      WITH claims AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS claim (key, token, fingerprint)
      ), known AS MATERIALIZED (
        SELECT call.key, call.token FROM ${calls} AS call JOIN claims USING (key, token)
        WHERE call.state = 'running' ORDER BY call.key FOR UPDATE OF call
      ), renewed AS (
        UPDATE ${calls} AS call SET lease_ends = ${from('$4')}, expires_at = ${from('$5')}
        FROM known WHERE call.key = known.key AND call.token = known.token
      )
      INSERT INTO ${calls} (key, state, token, fingerprint, lease_ends, expires_at)
      SELECT DISTINCT ON (key) key, 'running', token, fingerprint, ${from('$4')}, ${from('$5')} FROM claims ORDER BY key
      ON CONFLICT (key) DO NOTHING`,
    cancel: `UPDATE ${calls} SET cancelled = token WHERE key = $1 AND state = 'running'`,
    // Values: keys.
    news: `
      SELECT key, token, cancelled, extract(epoch FROM clock_timestamp() - asked_at)::double precision * 1000 AS asked_ms
      FROM ${calls} WHERE key = ANY($1)`,
    // Values: lease. Where nobody was heard of for half of one, nobody could be.
    attend: `
      INSERT INTO ${schema}.attendance AS they (seen, awake) VALUES (clock_timestamp(), clock_timestamp())
      ON CONFLICT (one) DO UPDATE SET seen = clock_timestamp(), awake = CASE
        WHEN they.seen + $1::double precision * interval '0.5 milliseconds' < clock_timestamp() THEN clock_timestamp()
        ELSE least(they.awake, clock_timestamp()) END
      WHERE they.seen + $1::double precision * interval '0.125 milliseconds' < clock_timestamp() OR they.seen > clock_timestamp()`,
    purge: `WITH calls_gone AS (${purged(calls, 'key')}) ${purged(`${schema}.answered`, 'owner, part, slot')}`,
  };
}
