import { StartupError, showValue } from '@toolwire/internal';

export const defaultSchema = 'toolwire';

/** The most rows that one statement deletes because they expired. */
export const purgeBatchSize = 1_000;

/** The number of rows over which a counter is spread, so that concurrent writers don't wait for one row. */
const counterShards = 8;

/** Returns the quoted schema name for statements. Only plain names are valid. */
export function quotedSchema(schema: string): string {
  if (typeof schema !== 'string' || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      `The name of the PostgreSQL schema must be like 'toolwire': 1 to 63 characters (a-z, 0-9 or _), and no digit at the start. Got ${showValue(schema)}.`,
    );
  }
  return `"${schema}"`;
}

/** SQL for the time that is this many milliseconds after now. */
export function msFromNow(ms: string): string {
  return `clock_timestamp() + ${ms}::double precision * interval '1 millisecond'`;
}

/** Picks a row of a sharded counter. */
export function anyShard(): number {
  return Math.floor(Math.random() * counterShards);
}
