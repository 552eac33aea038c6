import type { ScopeSatisfies } from '@toolwire/internal';

/** The granted scopes of a caller. */
interface ScopeHolder {
  readonly scopes?: readonly string[] | undefined;
  /** The caller whose credentials authenticated the request, if it acts for another one. */
  readonly via?: Omit<ScopeHolder, 'via'> | undefined;
}

/**
 * Returns whether a caller has all required scopes. With `via`, both must have them, as far as their scopes are known. If
 * no scopes are known, none are granted.
 */
export function hasScopes(needed: readonly string[], holder: ScopeHolder, satisfies?: ScopeSatisfies): boolean {
  if (needed.length === 0) return true;
  const grants = [holder.scopes, holder.via?.scopes].filter((scopes) => scopes !== undefined);
  return grants.length > 0 && grants.every((granted) => needed.every((scope) => covers(granted, scope, satisfies)));
}

function covers(granted: unknown, needed: string, satisfies: ScopeSatisfies | undefined): boolean {
  // JavaScript callers may pass a string, whose `includes` finds substrings, and `satisfies` may return a promise.
  if (!Array.isArray(granted)) return false;
  const all: readonly unknown[] = granted;
  return all.some((scope) => scope === needed || (typeof scope === 'string' && satisfies?.(scope, needed) === true));
}
