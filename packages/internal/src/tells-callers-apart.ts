/** Of a call, what says whose a token or a secret of it is. */
interface CallOf<Entry> {
  readonly principal?: unknown;
  readonly context: { readonly supplied?: ReadonlySet<Entry> | undefined };
}

/**
 * Whether a token or a secret of a call tells its caller from others. One that the server has found for a caller it knows does not: it
 * follows from who that is, and may have been renewed since.
 */
export function tellsCallersApart<Entry>({ principal, context }: CallOf<Entry>, entry: Entry): boolean {
  return principal === undefined || context.supplied?.has(entry) !== true;
}
