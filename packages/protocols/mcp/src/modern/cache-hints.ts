import type { MessageContext } from '../json-rpc/message-context.ts';

/** `public` if shared caches may store a result, `private` if only the client may. */
type CacheScope = 'public' | 'private';

/** The scope is `private` if callers are distinguished, or if the result depends on what its caller may see. MCP-LIST-06 */
export function cacheScopeOf(
  { principal, isCallerKnown }: Pick<MessageContext, 'principal' | 'isCallerKnown'>,
  isPrivate: boolean,
): CacheScope {
  return !isPrivate && principal === undefined && isCallerKnown ? 'public' : 'private';
}

/**
 * How long a result may be cached and by whom, as JSON members with a leading comma. Empty without `ttlMs`. It comes
 * from the option `ttlMs`, whose default is in `definitions/option-defaults.ts`; `read-resource.ts` sets 0 for contents
 * that are computed for each request.
 */
export function cacheHints(ttlMs: number | undefined, scope: CacheScope): string {
  return ttlMs === undefined ? '' : `,"ttlMs":${ttlMs},"cacheScope":"${scope}"`;
}
