import type { Conjunction } from './conjunction.ts';
import { firstGap, type GapOrNone } from './proof.ts';
import { isSameSchema, type Subschema } from './subschema.ts';

/** Returns a gap unless the narrow schema has equal keywords. */
export function keywordGap(narrow: Conjunction, wide: Subschema, ...names: readonly string[]): GapOrNone {
  const wanted = only(wide, names);
  const isEqual = narrow.some((subschema) => isSameSchema(only(subschema, names), wanted));
  return isEqual || Object.keys(wanted.keywords).length === 0
    ? undefined
    : { path: '', reason: `\`${names[0]}\` can't be compared` };
}

function only({ keywords, root }: Subschema, names: readonly string[]): Subschema {
  return { keywords: Object.fromEntries(Object.entries(keywords).filter(([name]) => names.includes(name))), root };
}

/** Keywords that are only compared for equality. */
const comparedForEquality = ['$dynamicRef', '$recursiveRef', 'dependencies'];

/** Keywords whose meaning depends on the keywords next to them. Only equal subschemas are known to be equivalent. */
const dependingOnOthers = ['unevaluatedProperties', 'unevaluatedItems'];

/** Finds keywords of the wide schema that can't be compared, and are not known to be equivalent. */
export function incomparableGap(narrow: Conjunction, wide: Subschema): GapOrNone {
  return firstGap([
    () => firstGap(comparedForEquality.map((keyword) => () => keywordGap(narrow, wide, keyword))),
    () => firstGap(dependingOnOthers.map((keyword) => () => keywordGap([], wide, keyword))),
  ]);
}

/** Returns a gap if a numeric keyword is set and does not hold. */
export function boundGap(keyword: unknown, holds: (number: number) => boolean, reason: string): GapOrNone {
  return typeof keyword !== 'number' || holds(keyword) ? undefined : { path: '', reason };
}
