import { isSameJson } from '../../json-values.ts';
import { accepts } from './accepts.ts';
import { choiceGap } from './choice-included.ts';
import { type Conjunction, fewValues, flatten, typesOfAll } from './conjunction.ts';
import { firstGap, type Show, type Shown, type Within } from './gap.ts';
import { listGap } from './list-included.ts';
import { objectGap } from './object-included.ts';
import { listed, type Place, referredTo, without } from './place.ts';
import { scalarGap } from './scalar-included.ts';
import { Steps } from './steps.ts';

/** Tries to prove that the second schema accepts every value of the first. Returns what could not be proven. */
export function inclusionGap(first: Place, second: Place): Shown {
  const steps = new Steps();
  const show: Show = (places, place) => {
    if (!steps.takeOne()) return { at: '', why: 'the schemas take too many steps to compare' };
    const circle = { at: '', why: 'a reference goes round in a circle' };
    return steps.assuming(places, place, () => included(places, place, within), undefined, circle);
  };
  const within: Within = { here: show, inside: (places, place) => steps.descend(() => show(places, place)) };
  return show([first], second);
}

function included(given: Conjunction, second: Place, within: Within): Shown {
  const first = flatten(given);
  if (first === undefined) return { at: '', why: 'a reference leads nowhere, or in a circle' };
  const isSaid = [...given, ...first].some((place) => saysTheSame(place, second));
  if (isSaid || typesOfAll(first).length === 0) return undefined;
  const values = fewValues(first);
  if (values !== undefined) return valuesGap(values, second);
  const forms = formsOf(first);
  return forms === undefined
    ? everyKeyword(first, second, within)
    : firstGap(forms.map((form) => () => within.here(form, second)));
}

/** Equal keywords with the same root are equivalent. */
function saysTheSame({ keywords, whole }: Place, second: Place): boolean {
  if (keywords === second.keywords && whole === second.whole) return true;
  if (!isSameJson(keywords, second.keywords)) return false;
  return !/"\$(?:ref|dynamicRef|recursiveRef)"/.test(JSON.stringify(keywords)) || isSameJson(whole, second.whole);
}

function valuesGap(values: readonly unknown[], second: Place): Shown {
  for (const value of values) {
    const accepted = accepts(second, value);
    if (accepted === true) continue;
    const text = JSON.stringify(value);
    return { at: '', why: accepted === false ? `${text} is not accepted` : `whether ${text} is accepted is open` };
  }
  return undefined;
}

/** Splits a schema with alternatives. */
function formsOf(first: Conjunction): readonly Conjunction[] | undefined {
  for (const place of first) {
    for (const keyword of ['anyOf', 'oneOf']) {
      const forms = listed(place, keyword);
      if (forms.length === 0) continue;
      const rest = first.map((each) => (each === place ? without(place, keyword) : each));
      return forms.map((form) => [...rest, form]);
    }
  }
  return undefined;
}

/** Every keyword of the second schema must hold for the values of the first. */
function everyKeyword(first: Conjunction, second: Place, within: Within): Shown {
  const { keywords, whole } = second;
  const types = typesOfAll(first);
  return firstGap([
    () => {
      if (typeof keywords['$ref'] !== 'string') return undefined;
      const target = referredTo(keywords['$ref'], whole);
      return target === undefined ? { at: '', why: 'a reference leads nowhere' } : within.here(first, target);
    },
    () => firstGap(listed(second, 'allOf').map((part) => () => within.here(first, part))),
    () => scalarGap(first, second, types),
    () => (types.includes('array') ? listGap(first, second, within) : undefined),
    () => (types.includes('object') ? objectGap(first, second, within) : undefined),
    () => choiceGap(first, second, within),
  ]);
}
