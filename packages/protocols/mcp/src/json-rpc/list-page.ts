import { invalidParams, type RpcError } from './json-rpc.ts';

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
