import { checkNames, type NamesOf } from '@toolwire/internal';
import { migrations } from './migrations.ts';
import { checkPool, type PostgresPool } from './postgres-pool.ts';
import { defaultSchema, quotedSchema } from './sql.ts';

/** Where the tables are. */
export interface PostgresSchemaOptions {
  /** The schema of the tables, which is created if it is missing. Default: `toolwire`. */
  readonly schema?: string | undefined;
}

const optionNames: NamesOf<PostgresSchemaOptions> = { schema: true };

/** Creates or updates the tables in one transaction. Await it before servers and workers start; any number of processes may call it. */
export async function migrate(pool: PostgresPool, options: PostgresSchemaOptions = {}): Promise<void> {
  checkNames('migrate()', options, optionNames);
  checkPool(pool);
  const schema = quotedSchema(options.schema ?? defaultSchema);
  // A query without values may hold several statements, which run on one connection. After an error, the pool drops the connection.
  await pool.query({ text: migrationOf(schema) });
}

function migrationOf(schema: string): string {
  const name = `'${schema.slice(1, -1)}'`;
  const steps = migrations.map(
    (migration, index) => `
      IF NOT EXISTS (SELECT FROM ${schema}.migrations WHERE version = ${index + 1}) THEN
        ${migration(schema)}
        INSERT INTO ${schema}.migrations (version) VALUES (${index + 1});
      END IF;`,
  );
  return `
    BEGIN;
    SELECT pg_advisory_xact_lock(hashtextextended('toolwire ' || ${name}, 0));
    DO $toolwire$ BEGIN
      -- CREATE SCHEMA IF NOT EXISTS would fail for a role without the right to create schemas.
      IF to_regnamespace('${schema}') IS NULL THEN CREATE SCHEMA ${schema}; END IF;
      IF to_regclass('${schema}.migrations') IS NULL THEN
        CREATE TABLE ${schema}.migrations (version integer PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now());
      END IF;
    END $toolwire$;
    DO $toolwire$ BEGIN ${steps.join('')} END $toolwire$;
    COMMIT`;
}
