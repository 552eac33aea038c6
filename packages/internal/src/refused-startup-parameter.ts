/** The startup parameter of PostgreSQL that a connection pooler such as PgBouncer refused, such as `options`; otherwise `undefined`. */
export function refusedStartupParameter(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return /^unsupported startup parameter(?: in options)?: (\w+)/.exec(error.message)?.[1];
}
