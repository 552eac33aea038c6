import { isObject, stringOf } from './json-values.ts';

/** Whether an import failed because a package or a file does not exist. */
export function isModuleNotFound(thrown: unknown): boolean {
  return isObject(thrown) && (thrown['code'] === 'ERR_MODULE_NOT_FOUND' || thrown['code'] === 'MODULE_NOT_FOUND');
}

/** Whether a path does not exist, or may not be read, such as the data of a database that belongs to another user. */
export function isUnreadable(thrown: unknown): boolean {
  return isObject(thrown) && ['ENOENT', 'EACCES', 'EPERM'].includes(stringOf(thrown['code']));
}

/** The startup parameter of PostgreSQL that a connection pooler such as PgBouncer refused, such as `options`; otherwise `undefined`. */
export function refusedStartupParameter(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return /^unsupported startup parameter(?: in options)?: (\w+)/.exec(error.message)?.[1];
}

/** The error codes of server runtimes if a connection could not be opened. Browsers have none. */
const noConnectionCodes: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
  // Bun.
  'ConnectionRefused',
]);

/** An error can be its own cause. */
const maxCauses = 10;

/**
 * Whether `fetch` failed before a connection was opened, so the server did not receive the request. Runtimes put the code on the error
 * or on one of its causes.
 */
export function isServerUnreachable(thrown: unknown, depth = 0): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > maxCauses) return false;
  const { code, cause, errors } = thrown as Readonly<Record<string, unknown>>;
  if (noConnectionCodes.has(code)) return true;
  const isUnreachable = (error: unknown): boolean => isServerUnreachable(error, depth + 1);
  // A host with several addresses fails with one error for each.
  return isUnreachable(cause) || (Array.isArray(errors) && errors.length > 0 && errors.every(isUnreachable));
}
