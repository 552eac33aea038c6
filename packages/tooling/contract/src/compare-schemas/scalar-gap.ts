import { type Conjunction, isWhole, largest, numbersOf, smallest } from './conjunction.ts';
import { boundGap, keywordGap } from './keyword-gap.ts';
import { firstGap, type GapOrNone } from './proof.ts';
import type { JsonType, Subschema } from './subschema.ts';

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;

/** Finds constraints of the wide schema on types, enums, numbers and strings that the narrow schema does not ensure. */
export function scalarGap(narrow: Conjunction, wide: Subschema, types: readonly JsonType[]): GapOrNone {
  const { keywords } = wide;
  return firstGap([
    () => typeGap(narrow, keywords['type'], types),
    // Equal schemas and schemas with few values were compared before: see `inclusion-gap.ts`.
    () => {
      const isGiven = Object.hasOwn(keywords, 'const') || Array.isArray(keywords['enum']);
      return isGiven ? { path: '', reason: 'only some values are accepted' } : undefined;
    },
    () => (types.includes('number') ? numberGap(narrow, keywords) : undefined),
    () => (types.includes('string') ? textGap(narrow, wide) : undefined),
  ]);
}

type Keywords = Subschema['keywords'];

function typeGap(narrow: Conjunction, type: unknown, types: readonly JsonType[]): GapOrNone {
  if (type === undefined) return undefined;
  const wanted: readonly unknown[] = Array.isArray(type) ? type : [type];
  const other = types.find((each) => !wanted.includes(each) && !(each === 'number' && wanted.includes('integer')));
  if (other !== undefined) return { path: '', reason: `a value of type ${other} is not accepted` };
  const needsWhole = types.includes('number') && !wanted.includes('number');
  return needsWhole && !isWhole(narrow) ? { path: '', reason: 'only whole numbers are accepted' } : undefined;
}

function numberGap(narrow: Conjunction, keywords: Keywords): GapOrNone {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  const areIntegers = isWhole(narrow);
  const above = largest(narrow, 'exclusiveMinimum', NEGATIVE_INFINITY);
  const below = smallest(narrow, 'exclusiveMaximum', POSITIVE_INFINITY);
  const lowest = largest(narrow, 'minimum', NEGATIVE_INFINITY);
  const highest = smallest(narrow, 'maximum', POSITIVE_INFINITY);
  // Integers above 1 start at 2.
  const from = areIntegers ? Math.max(Math.ceil(lowest), Math.floor(above) + 1) : Math.max(lowest, above);
  const to = areIntegers ? Math.min(Math.floor(highest), Math.ceil(below) - 1) : Math.min(highest, below);
  const startsAbove = (bound: number): boolean => from > bound || (!areIntegers && above >= bound);
  const endsBelow = (bound: number): boolean => to < bound || (!areIntegers && below <= bound);
  return firstGap([
    () => boundGap(minimum, (bound) => from >= bound, 'numbers below a minimum are not accepted'),
    () => boundGap(maximum, (bound) => to <= bound, 'numbers above a maximum are not accepted'),
    () => boundGap(exclusiveMinimum, startsAbove, 'numbers at a minimum, or below it, are not accepted'),
    () => boundGap(exclusiveMaximum, endsBelow, 'numbers at a maximum, or above it, are not accepted'),
    () => boundGap(multipleOf, (step) => isInSteps(narrow, step), 'only multiples of a number are accepted'),
  ]);
}

function isInSteps(narrow: Conjunction, step: number): boolean {
  const steps = [...numbersOf(narrow, 'multipleOf'), ...(isWhole(narrow) ? [1] : [])];
  // Fractions must be equal, because their quotient is inexact.
  return steps.some((each) => each === step || (Number.isInteger(each) && Number.isInteger(step) && each % step === 0));
}

function textGap(narrow: Conjunction, wide: Subschema): GapOrNone {
  const { minLength, maxLength } = wide.keywords;
  return firstGap([
    () =>
      boundGap(minLength, (length) => largest(narrow, 'minLength', 0) >= length, 'shorter strings are not accepted'),
    () =>
      boundGap(
        maxLength,
        (length) => smallest(narrow, 'maxLength', POSITIVE_INFINITY) <= length,
        'longer strings are not accepted',
      ),
    () => keywordGap(narrow, wide, 'pattern'),
    () => keywordGap(narrow, wide, 'format'),
    () => keywordGap(narrow, wide, 'contentEncoding'),
  ]);
}
