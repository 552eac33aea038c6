import type { Call, Outcome, Stage, Tool } from '@toolwire/core';
import { checkFunction, checkNames, type NamesOf, type ScopeSatisfies } from '@toolwire/internal';
import { defaultChallenge } from '../verifier.ts';
import { joinWithAnd } from './refuse-missing.ts';
import { hasScopes } from './scopes.ts';

/** Options of `scopes()`. */
export interface ScopesOptions {
  /** Returns whether a granted scope includes a required one, for wildcards and hierarchies; equal scopes always match. */
  readonly satisfies?: ScopeSatisfies | undefined;
  /** The `WWW-Authenticate` value for unauthenticated callers; default `Bearer`. */
  readonly challenge?: string | undefined;
  /** Unauthenticated callers may only call tools with `anonymous: true`; by default all tools without scopes. */
  readonly onlyOpenTools?: boolean | undefined;
}

const optionNames: NamesOf<ScopesOptions> = { satisfies: true, challenge: true, onlyOpenTools: true };

/** Refuses calls whose caller lacks a scope of the tool, and names all required scopes. */
export function scopes(options: ScopesOptions = {}): Stage<Call & { readonly tool: Tool }> {
  checkNames('scopes()', options, optionNames);
  const { satisfies, challenge = defaultChallenge, onlyOpenTools = false } = options;
  checkFunction('satisfies', satisfies, 'satisfies: (granted, needed) => granted === needed');
  return (call, next) => {
    const { tool, principal } = call;
    if (principal === undefined) {
      const isOpen = tool.scopes === undefined && (!onlyOpenTools || tool.anonymous === true);
      return isOpen ? next() : refuseUnauthenticated(tool, tool.scopes ?? [], challenge);
    }
    if (tool.scopes === undefined) return next();
    return hasScopes(tool.scopes, principal, satisfies) ? next() : refuse(tool, tool.scopes);
  };
}

function refuseUnauthenticated(tool: Tool, needed: readonly string[], challenge: string): Outcome {
  const message = `Tool '${tool.name}' requires an authenticated caller`;
  return { kind: 'refused', code: 'unauthenticated', message, challenge, scopes: needed, tool };
}

// All required scopes, because clients request exactly the scopes that the error lists (RFC 6750, 3.1).
function refuse(tool: Tool, needed: readonly string[]): Outcome {
  const names = joinWithAnd(needed.map((scope) => `'${scope}'`));
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
