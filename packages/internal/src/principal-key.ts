/** What tells callers apart. */
interface Named {
  readonly id: string;
  readonly issuer?: string | undefined;
  readonly via?: { readonly id: string; readonly issuer?: string | undefined } | undefined;
}

/** One text for each principal, by all that tells callers apart. */
export function principalKey({ id, issuer, via }: Named): string {
  // JSON begins with a bracket, so neither form can look like the other.
  if (via === undefined) return issuer === undefined ? `:${id}` : JSON.stringify([id, issuer]);
  return JSON.stringify([id, issuer, via.id, via.issuer]);
}
