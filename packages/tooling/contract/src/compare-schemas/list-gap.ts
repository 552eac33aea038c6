import { type Conjunction, isEmpty, itemOf, largest, maxItemCount, prefixLength } from './conjunction.ts';
import { boundGap, keywordGap } from './keyword-gap.ts';
import { firstGap, type GapOrNone, inItem, type Provers } from './proof.ts';
import type { Subschema } from './subschema.ts';

/** Finds constraints of the wide schema on lists that the narrow schema does not ensure. */
export function listGap(narrow: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
  const { keywords } = wide;
  const maxItems = maxItemCount(narrow);
  return firstGap([
    () =>
      boundGap(
        keywords['minItems'],
        (count) => largest(narrow, 'minItems', 0) >= count,
        'shorter lists are not accepted',
      ),
    () => boundGap(keywords['maxItems'], (count) => maxItems <= count, 'longer lists are not accepted'),
    () => {
      const isOnce = maxItems <= 1 || narrow.some((subschema) => subschema.keywords['uniqueItems'] === true);
      return keywords['uniqueItems'] !== true || isOnce ? undefined : { path: '', reason: 'items may not repeat' };
    },
    () => keywordGap(narrow, wide, 'contains', 'minContains', 'maxContains'),
    // The notation of drafts before 2020-12 for the first items.
    () => (Array.isArray(keywords['items']) ? keywordGap(narrow, wide, 'items', 'additionalItems') : undefined),
    () => itemsGap(narrow, wide, maxItems, provers),
  ]);
}

function itemsGap(narrow: Conjunction, wide: Subschema, maxItems: number, provers: Provers): GapOrNone {
  // Already compared, in the older notation.
  if (Array.isArray(wide.keywords['items'])) return undefined;
  // The last index represents all further items.
  const count = Math.max(prefixLength(narrow), prefixLength([wide])) + 1;
  const indexes = Array.from({ length: Math.min(count, maxItems) }, (_, index) => index);
  return firstGap(indexes.map((index) => () => itemGap(narrow, wide, index, provers)));
}

function itemGap(narrow: Conjunction, wide: Subschema, index: number, provers: Provers): GapOrNone {
  const items = narrow.flatMap((subschema) => itemOf(subschema, index));
  if (isEmpty(items)) return undefined;
  return inItem(firstGap(itemOf(wide, index).map((wanted) => () => provers.forMember(items, wanted))));
}
