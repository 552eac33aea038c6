import { refusedStartupParameter, StartupError } from '@toolwire/internal';

/** SQLSTATE codes of errors that a retry can fix. */
const transient: ReadonlySet<string> = new Set([
  // The server shuts down, has crashed, or starts.
  '57P01',
  '57P02',
  '57P03',
  // Statement or lock timeout, deadlock, serialization failure.
  '57014',
  '55P03',
  '40P01',
  '40001',
  // Too many connections.
  '53300',
  // The primary has just become a standby.
  '25006',
]);

/** SQLSTATE codes for a missing schema, table, column or function. */
const missing: ReadonlySet<string> = new Set(['3F000', '42P01', '42703', '42883']);

/** Each SQLSTATE of PostgreSQL has a digit. Codes of Node such as `EPIPE` have none, and mean that the connection failed. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/;

/** The SQLSTATE of an error; `undefined` if the connection failed. */
function codeOf(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && sqlState.test(code) ? code : undefined;
}

/** Whether a retry can succeed. The failed statement may have taken effect. */
export function isTransient(error: unknown): boolean {
  if (refusedStartupParameter(error) !== undefined) return false;
  const code = codeOf(error);
  return code === undefined || code.startsWith('08') || transient.has(code);
}

/** Whether the disk of PostgreSQL is full. The statement changed nothing. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === '53100';
}

/** Replaces the error for missing or outdated tables, or of a connection pooler, with one that says what to do. */
export function explainError(error: unknown, schema: string): unknown {
  const refused = refusedStartupParameter(error);
  if (refused !== undefined) {
    return new StartupError(
      'TW_POSTGRES_INCOMPATIBLE',
      `The connection pooler refuses the startup parameter '${refused}' of the pool. Remove it from the options of the pool, and set it for your database role instead, for example: ALTER ROLE app SET statement_timeout = '5s'.`,
      { cause: error },
    );
  }
  return missing.has(codeOf(error) ?? '') ? migrationNeeded(schema, error) : error;
}

/** The error for missing or outdated tables. */
export function migrationNeeded(schema: string, cause?: unknown): Error {
  return new StartupError(
    'TW_POSTGRES_INCOMPATIBLE',
    `The tables in the PostgreSQL schema ${schema} are missing or older than this @toolwire/postgres. Await migrate(pool, { schema }) once, before servers and workers start.`,
    { cause },
  );
}
