const authority = /^https?:\/\/[^/?#]*/i;

/** The path and query of a request's target, which may be a whole address (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [start] = authority.exec(target) ?? [];
  if (start === undefined) return target;
  const rest = target.slice(start.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
