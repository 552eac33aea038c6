import { checkNames, type NamesOf } from '@toolwire/internal';
import { migrations } from './migrations.ts';
import { checkPool, type PostgresPool } from './postgres-pool.ts';
import { quotedSchema, usualSchema } from './schema-name.ts';

/** Where the tables are. */
export interface PostgresSchemaOptions {
  /** The schema of the tables; `toolwire` if left out. It is made where it is missing. */
  readonly schema?: string | undefined;
}

const optionNames: NamesOf<PostgresSchemaOptions> = { schema: true };

/** Brings the tables up to date, in one transaction; does nothing where they are. To be awaited before servers and workers start, by as many as like. */
export async function migrate(pool: PostgresPool, options: PostgresSchemaOptions = {}): Promise<void> {
  checkNames('migrate()', options, optionNames);
  checkPool(pool);
  const schema = quotedSchema(options.schema ?? usualSchema);
  // Without values it is sent as one text, and so over one connection. A pool drops the connection of a text that has failed.
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
      -- Asked for by itself, as a role that may make no schema may still be given one.
      IF to_regnamespace('${schema}') IS NULL THEN CREATE SCHEMA ${schema}; END IF;
      IF to_regclass('${schema}.migrations') IS NULL THEN
        CREATE TABLE ${schema}.migrations (version integer PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now());
      END IF;
    END $toolwire$;
    DO $toolwire$ BEGIN ${steps.join('')} END $toolwire$;
    COMMIT`;
}
