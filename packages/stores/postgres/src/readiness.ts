import { StartupError } from '@toolwire/internal';
import { migrationNeeded } from './errors.ts';
import { migrations, tables } from './migrations.ts';
import type { RetryingPool, Rows } from './postgres-pool.ts';

interface ReadinessConfig {
  readonly pool: RetryingPool;
  /** The quoted name. */
  readonly schema: string;
  readonly allowUnlogged: boolean;
}

/** Rejects if tables are missing, or if acknowledged writes could be lost. */
export async function checkReady({ pool, schema, allowUnlogged }: ReadinessConfig): Promise<void> {
  const [state = {}] = await pool.run(stateStatement, [schema.slice(1, -1), `${schema}.migrations`, tables]);
  if (state['is_standby'] === true) {
    throw new StartupError(
      'TW_POSTGRES_INCOMPATIBLE',
      'This PostgreSQL is a read-only standby. Connect to the primary.',
    );
  }
  if (state['has_migrations'] !== true || (await versionOf(pool, schema)) < migrations.length) {
    throw migrationNeeded(schema);
  }
  if (!allowUnlogged) checkDurability(schema, state);
}

function checkDurability(schema: string, state: Rows[number]): void {
  if (typeof state['unlogged'] === 'string') {
    throw new StartupError(
      'TW_POSTGRES_INCOMPATIBLE',
      `The table ${schema}.${state['unlogged']} is unlogged, so PostgreSQL empties it after a crash. Run ALTER TABLE ${schema}.${state['unlogged']} SET LOGGED. Set allowUnlogged only in tests, or if you accept that calls are lost.`,
    );
  }
  for (const setting of ['fsync', 'synchronous_commit']) {
    if (state[setting] !== 'off') continue;
    throw new StartupError(
      'TW_POSTGRES_INCOMPATIBLE',
      `PostgreSQL runs with ${setting} off, so a crash may lose acknowledged writes. Set ${setting} to on. Set allowUnlogged only in tests, or if you accept that calls are lost.`,
    );
  }
}

async function versionOf(pool: RetryingPool, schema: string): Promise<number> {
  const [row] = await pool.run(`SELECT coalesce(max(version), 0)::integer AS version FROM ${schema}.migrations`, []);
  return Number(row?.['version'] ?? 0);
}

// $1 schema, $2 table of migrations, $3 tables
const stateStatement = `
  SELECT pg_is_in_recovery() AS is_standby, current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS synchronous_commit, to_regclass($2) IS NOT NULL AS has_migrations,
    (SELECT relname::text FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relname = ANY($3)
      AND relpersistence = 'u' ORDER BY relname LIMIT 1) AS unlogged`;
