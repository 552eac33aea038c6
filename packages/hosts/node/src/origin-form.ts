const authority = /^https?:\/\/([^/?#]*)/i;

/** The host that a request's target names, where it is a whole address: then the Host header does not count (RFC 9112, section 3.2.2). */
export function authorityOf(target: string): string | undefined {
  return target.startsWith('/') ? undefined : authority.exec(target)?.[1];
}

/** The path and query of a request's target, which may be a whole address (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [start] = authority.exec(target) ?? [];
  if (start === undefined) return target;
  const rest = target.slice(start.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
