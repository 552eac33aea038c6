import { StartUpError } from '@toolwire/internal';

/** The code by which PostgreSQL tells one error from another; `undefined` where it is the connection that failed. */
function codeOf(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Tells an error of a moment from one that would be the same again. What was asked may have happened all the same. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return code === undefined || code.startsWith('08') || passing.has(code);
}

/** Tells that the disk of PostgreSQL has no room. Nothing was changed then. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === '53100';
}

/** In words that say what to do where tables are not there, or are those of an older version. */
export function explained(error: unknown, schema: string): unknown {
  return missing.has(codeOf(error) ?? '') ? needsMigration(schema, error) : error;
}

/** What to do where tables are missing. */
export function needsMigration(schema: string, cause?: unknown): Error {
  return new StartUpError(
    'TW_POSTGRES_UNFIT',
    `The tables in the schema ${schema} are missing, or older than this @toolwire/postgres. Await migrate(pool, { schema }) once, before servers and workers start.`,
    { cause },
  );
}

const passing: ReadonlySet<string> = new Set([
  // A server that stops, has crashed, or starts.
  '57P01',
  '57P02',
  '57P03',
  // A time-out of a statement or a lock, a deadlock, or another transaction in the way.
  '57014',
  '55P03',
  '40P01',
  '40001',
  // Too many connections.
  '53300',
  // A primary that has just become a standby.
  '25006',
]);

/** No such schema, table, column or function. */
const missing: ReadonlySet<string> = new Set(['3F000', '42P01', '42703', '42883']);
