import type { Call, Outcome, Stage, Tool } from '@toolwire/core';
import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import { listed } from './missing-text.ts';
import { hasScopes, type ScopeSatisfies } from './scopes.ts';

/** How what callers were granted is held against what tools ask for. */
export interface ScopesOptions {
  /** Whether a granted scope covers a needed one, for wildcards and hierarchies; one that is equal always does. */
  readonly satisfies?: ScopeSatisfies | undefined;
  /** How callers whom nobody knows should authenticate, as a `WWW-Authenticate` value; `Bearer` if left out. */
  readonly challenge?: string | undefined;
  /** Callers without credentials come here too, and tools are closed to them but for those with `anonymous: true`. */
  readonly anonymous?: boolean | undefined;
}

const optionNames: NamesOf<ScopesOptions> = { satisfies: true, challenge: true, anonymous: true };

/** Refuses a call of a tool whose scopes its caller has not been granted, and tells all of them. */
export function scopes(options: ScopesOptions = {}): Stage<Call & { readonly tool: Tool }> {
  checkNames('scopes()', options, optionNames);
  const { satisfies, challenge = 'Bearer', anonymous = false } = options;
  if (satisfies !== undefined && typeof satisfies !== 'function') {
    throw new StartUpError('TW_OPTION_TYPE', 'satisfies is no function. Write (granted, needed) => granted === needed');
  }
  return (call, next) => {
    const { tool, principal } = call;
    if (principal === undefined) {
      const isOpen = tool.scopes === undefined && (!anonymous || tool.anonymous === true);
      return isOpen ? next() : refuseStranger(tool, tool.scopes ?? [], challenge);
    }
    if (tool.scopes === undefined) return next();
    return hasScopes(tool.scopes, principal, satisfies) ? next() : refuse(tool, tool.scopes);
  };
}

function refuseStranger(tool: Tool, needed: readonly string[], challenge: string): Outcome {
  const message = `Tool '${tool.name}' needs a caller who has signed in`;
  return { kind: 'refused', code: 'unauthenticated', message, challenge, scopes: needed, tool };
}

// RFC 6750, 3.1: all that the tool needs, since a client asks for what it is told and for nothing else.
function refuse(tool: Tool, needed: readonly string[]): Outcome {
  const names = listed(needed.map((scope) => `'${scope}'`));
  return {
    kind: 'refused',
    code: 'insufficient_scope',
    message: `Tool '${tool.name}' needs the ${needed.length === 1 ? 'scope' : 'scopes'} ${names}`,
    developerMessage: `Send credentials that were granted ${names}`,
    challenge: `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`,
    missing: { authorization: [{ id: 'bearer', scopes: needed }] },
    scopes: needed,
    tool,
  };
}
