import { invalidParams, type RpcError } from './errors.ts';
import type { MessageContext } from './requests.ts';

/** One page of a list. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The `nextCursor` member with a leading comma, or an empty string on the last page. */
  readonly following: string;
}

/**
 * The page for a cursor, or `undefined` for an unknown cursor. A cursor is the key of the first item of its page, so added or removed
 * items don't shift pages.
 */
export function listPage<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  cursor: unknown,
  pageSize: number,
): ListPage<Item> | undefined {
  const start = cursor === undefined ? 0 : items.findIndex((item) => keyOf(item) === cursor);
  if (start < 0) return undefined;
  const next = items[start + pageSize];
  return {
    items: items.slice(start, start + pageSize),
    following: next === undefined ? '' : `,"nextCursor":${JSON.stringify(keyOf(next))}`,
  };
}

/** The error for an unknown cursor, in every listing. */
export const unknownCursor: RpcError = invalidParams(
  'Unknown "cursor". Request the first page again without a cursor, because the list may have changed.',
);

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
