import type { ScopeSatisfies } from '@toolwire/auth';
import type { ScopesOptions } from '@toolwire/auth/stage';
import { checkChoice, checkNames, type NamesOf } from '@toolwire/internal';
import type { AuthMode } from './auth-mode.ts';

/** How the server compares scopes. */
export interface ServerScopes {
  /** Whether a granted scope covers a needed one, for wildcards and hierarchies. An equal scope always does. */
  readonly satisfies?: ScopeSatisfies;
  /** Whether a tool is listed to callers without its scopes; `show` by default, because a caller must see a tool to request its scopes. */
  readonly listing?: 'show' | 'hide';
}

const optionNames: NamesOf<ServerScopes> = { satisfies: true, listing: true };

/** Throws for unknown settings. */
export function checkScopes(scopes: ServerScopes | undefined): void {
  checkNames('scopes of createToolServer()', scopes, optionNames);
  if (scopes?.listing !== undefined) checkChoice('scopes.listing', scopes.listing, ['show', 'hide']);
}

/** Options of the stage `scopes`. */
export function scopesOptionsOf(
  scopes: ServerScopes | undefined,
  { verifier, allowsAnonymous }: AuthMode,
): ScopesOptions {
  return {
    satisfies: scopes?.satisfies,
    challenge: verifier?.challenge,
    onlyOpenTools: allowsAnonymous !== undefined,
  };
}
