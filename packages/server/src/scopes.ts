import { hasScopes, type ScopeSatisfies } from '@toolwire/auth';
import { checkChoice, checkNames, type NamesOf } from '@toolwire/internal';
import { type Door, isClosed } from './anonymous.ts';
import type { Visible } from './visible.ts';

/** How scopes are understood. */
export interface ServerScopes {
  /** Whether a granted scope covers a needed one, for wildcards and hierarchies; one that is equal always does. */
  readonly satisfies?: ScopeSatisfies;
  /** Whether a tool is listed to callers who have not been granted its scopes; `show` if left out, since only who sees a tool can ask for its scopes. */
  readonly listing?: 'show' | 'hide';
}

const optionNames: NamesOf<ServerScopes> = { satisfies: true, listing: true };

/** Refuses settings that nobody would read. */
export function checkScopes(scopes: ServerScopes | undefined): void {
  checkNames('scopes of createToolServer()', scopes, optionNames);
  if (scopes?.listing !== undefined) checkChoice('scopes.listing', scopes.listing, ['show', 'hide']);
}

/** Hides tools from callers without their scopes, where that was asked for, besides what the app hides. */
export function hideUngranted(
  visible: Visible | undefined,
  scopes: ServerScopes | undefined,
  door: Door,
): Visible | undefined {
  if (scopes?.listing !== 'hide') return visible;
  return (tool, principal, values) => {
    const isGranted = tool.scopes === undefined || hasScopes(tool.scopes, principal ?? {}, scopes.satisfies);
    return isGranted && !isClosed(tool, principal, door) && (visible?.(tool, principal, values) ?? true);
  };
}
