import { type Conjunction, isEmpty, itemOf, largest, maxItemCount, prefixLength } from './conjunction.ts';
import { firstGap, type GapOrNone, inItem, type Provers } from './gap.ts';
import { bound, keywordGap } from './scalar-gap.ts';
import type { Subschema } from './subschema.ts';

/** Finds constraints of the second schema on lists that the first does not ensure. */
export function listGap(first: Conjunction, second: Subschema, provers: Provers): GapOrNone {
  const { keywords } = second;
  const most = maxItemCount(first);
  return firstGap([
    () =>
      bound(keywords['minItems'], (least) => largest(first, 'minItems', 0) >= least, 'shorter lists are not accepted'),
    () => bound(keywords['maxItems'], (count) => most <= count, 'longer lists are not accepted'),
    () => {
      const isOnce = most <= 1 || first.some((subschema) => subschema.keywords['uniqueItems'] === true);
      return keywords['uniqueItems'] !== true || isOnce ? undefined : { at: '', why: 'items may not repeat' };
    },
    () => keywordGap(first, second, 'contains', 'minContains', 'maxContains'),
    // The notation of drafts before 2020-12 for the first items.
    () => (Array.isArray(keywords['items']) ? keywordGap(first, second, 'items', 'additionalItems') : undefined),
    () => itemsGap(first, second, most, provers),
  ]);
}

function itemsGap(first: Conjunction, second: Subschema, most: number, provers: Provers): GapOrNone {
  // Already compared, in the older notation.
  if (Array.isArray(second.keywords['items'])) return undefined;
  // The last one represents all further items.
  const count = Math.max(prefixLength(first), prefixLength([second])) + 1;
  const indexes = Array.from({ length: Math.min(count, most) }, (_, index) => index);
  return firstGap(indexes.map((index) => () => itemGap(first, second, index, provers)));
}

function itemGap(first: Conjunction, second: Subschema, index: number, provers: Provers): GapOrNone {
  const items = first.flatMap((subschema) => itemOf(subschema, index));
  if (isEmpty(items)) return undefined;
  return inItem(firstGap(itemOf(second, index).map((wanted) => () => provers.forMember(items, wanted))));
}
