/** Whether a scope that was granted covers one that is needed besides the one that is equal to it. */
export type ScopeSatisfies = (granted: string, needed: string) => boolean;

/** A caller, as far as what was granted matters. */
export interface ScopeHolder {
  readonly scopes?: readonly string[] | undefined;
  /** Whose credentials brought the request. */
  readonly via?: Omit<ScopeHolder, 'via'> | undefined;
}

/**
 * Tells whether a caller has been granted all that is needed. One who is brought by another's credentials has what both
 * have been granted, as far as it is known of each; where it is known of neither, nothing is granted.
 */
export function hasScopes(needed: readonly string[], holder: ScopeHolder, satisfies?: ScopeSatisfies): boolean {
  if (needed.length === 0) return true;
  const grants = [holder.scopes, holder.via?.scopes].filter((scopes) => scopes !== undefined);
  return grants.length > 0 && grants.every((granted) => needed.every((one) => covers(granted, one, satisfies)));
}

function covers(granted: unknown, needed: string, satisfies: ScopeSatisfies | undefined): boolean {
  // Of plain JavaScript a text may come, and `includes` would search in it; an answer that is a promise is no yes.
  if (!Array.isArray(granted)) return false;
  const all: readonly unknown[] = granted;
  return all.some((one) => one === needed || (typeof one === 'string' && satisfies?.(one, needed) === true));
}

/** What a token says it was granted: `scope` as RFC 8693 and RFC 9068 write it, `scp` as Entra ID and Okta do. */
export function scopesOfClaims({ scope, scp }: Readonly<Record<string, unknown>>): {
  readonly scopes?: readonly string[];
} {
  const claim = scope ?? scp;
  if (typeof claim === 'string') return { scopes: claim.split(' ').filter((one) => one !== '') };
  if (!Array.isArray(claim)) return {};
  return { scopes: (claim as readonly unknown[]).filter((one) => typeof one === 'string') };
}
