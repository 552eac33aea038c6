import { type Conjunction, isEmpty, itemOf, largest, maxItemCount, prefixLength } from './conjunction.ts';
import { firstGap, inItem, type Shown, type Within } from './gap.ts';
import type { Place } from './place.ts';
import { bound, saidGap } from './scalar-included.ts';

/** Finds constraints of the second schema on lists that the first does not ensure. */
export function listGap(first: Conjunction, second: Place, within: Within): Shown {
  const { keywords } = second;
  const most = maxItemCount(first);
  return firstGap([
    () =>
      bound(keywords['minItems'], (least) => largest(first, 'minItems', 0) >= least, 'shorter lists are not accepted'),
    () => bound(keywords['maxItems'], (count) => most <= count, 'longer lists are not accepted'),
    () => {
      const isOnce = most <= 1 || first.some((place) => place.keywords['uniqueItems'] === true);
      return keywords['uniqueItems'] !== true || isOnce ? undefined : { at: '', why: 'items may not repeat' };
    },
    () => saidGap(first, keywords, 'contains', 'minContains', 'maxContains'),
    // The notation of drafts before 2020-12 for the first items.
    () => (Array.isArray(keywords['items']) ? saidGap(first, keywords, 'items', 'additionalItems') : undefined),
    () => itemsGap(first, second, most, within),
  ]);
}

function itemsGap(first: Conjunction, second: Place, most: number, within: Within): Shown {
  if (first.some((place) => Array.isArray(place.keywords['items']))) return undefined;
  // The last one represents all further items.
  const count = Math.max(prefixLength(first), prefixLength([second])) + 1;
  const places = Array.from({ length: Math.min(count, most) }, (_, index) => index);
  return firstGap(places.map((index) => () => itemGap(first, second, index, within)));
}

function itemGap(first: Conjunction, second: Place, index: number, within: Within): Shown {
  const items = first.flatMap((place) => itemOf(place, index));
  if (isEmpty(items)) return undefined;
  return inItem(firstGap(itemOf(second, index).map((wanted) => () => within.inside(items, wanted))));
}
