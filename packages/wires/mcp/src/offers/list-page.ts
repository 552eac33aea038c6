import { rpcCodes } from '../rpc/json-rpc.ts';
import { type OfferReply, offerError } from './offer.ts';

/** One part of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** A member for the result that leads to the next one, after a comma. */
  readonly following: string;
}

/** The part of a list that a cursor leads to; `undefined` where it leads nowhere. The keys are ASCII. */
export function listPage<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  cursor: unknown,
  pageSize: number,
): ListPage<Item> | undefined {
  // By key and not by number, as in the listing of tools: what comes or goes does not move it.
  const start = cursor === undefined ? 0 : items.findIndex((item) => cursorTo(keyOf(item)) === cursor);
  if (start < 0) return undefined;
  const next = items[start + pageSize];
  return {
    items: items.slice(start, start + pageSize),
    following: next === undefined ? '' : `,"nextCursor":${JSON.stringify(cursorTo(keyOf(next)))}`,
  };
}

/** The reply to a cursor that leads nowhere. */
export const unknownCursor: OfferReply = offerError(
  rpcCodes.invalidParams,
  'The "cursor" leads nowhere. Begin again without one: the list may have changed.',
);

function cursorTo(key: string): string {
  return btoa(`from ${key}`).replace(/=+$/, '');
}
