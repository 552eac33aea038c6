import { StartUpError } from '@toolwire/internal';
import { migrations, tables } from './migrations.ts';
import type { PatientPool, Rows } from './patient-pool.ts';
import { needsMigration } from './postgres-errors.ts';

/** What a store asks of its PostgreSQL before it begins. */
export interface ReadinessTerms {
  readonly pool: PatientPool;
  /** As statements name it. */
  readonly schema: string;
  /** Whether tables and settings may be taken that lose what came last in a crash. */
  readonly allowsUnlogged: boolean;
}

/** Rejects, in words that say what to do, where tables are missing, or what is acknowledged could be lost. */
export async function checkReady({ pool, schema, allowsUnlogged }: ReadinessTerms): Promise<void> {
  const [state = {}] = await pool.run(stateStatement, [schema.slice(1, -1), `${schema}.migrations`, tables]);
  if (state['is_standby'] === true) {
    throw new StartUpError(
      'TW_POSTGRES_UNFIT',
      'This PostgreSQL is a standby, and nothing can be written there. Connect to the primary.',
    );
  }
  if (state['has_migrations'] !== true || (await versionOf(pool, schema)) < migrations.length) {
    throw needsMigration(schema);
  }
  if (!allowsUnlogged) checkDurability(schema, state);
}

function checkDurability(schema: string, state: Rows[number]): void {
  if (typeof state['unlogged'] === 'string') {
    throw new StartUpError(
      'TW_POSTGRES_UNFIT',
      `The table ${schema}.${state['unlogged']} is unlogged, so PostgreSQL empties it after a crash. Run ALTER TABLE ${schema}.${state['unlogged']} SET LOGGED, or set allowUnlogged for tests and calls that may be lost.`,
    );
  }
  for (const setting of ['fsync', 'synchronous_commit']) {
    if (state[setting] !== 'off') continue;
    throw new StartUpError(
      'TW_POSTGRES_UNFIT',
      `PostgreSQL has ${setting} off, so what it has acknowledged may be lost in a crash. Set ${setting} to on, or allowUnlogged for tests and calls that may be lost.`,
    );
  }
}

async function versionOf(pool: PatientPool, schema: string): Promise<number> {
  const [row] = await pool.run(`SELECT coalesce(max(version), 0)::integer AS version FROM ${schema}.migrations`, []);
  return Number(row?.['version'] ?? 0);
}

/** Values: schema, the table of migrations, the tables. */
const stateStatement = `
  SELECT pg_is_in_recovery() AS is_standby, current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS synchronous_commit, to_regclass($2) IS NOT NULL AS has_migrations,
    (SELECT relname::text FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relname = ANY($3)
      AND relpersistence = 'u' ORDER BY relname LIMIT 1) AS unlogged`;
