import { accepts } from './accepts.ts';
import { choiceGap } from './choice-gap.ts';
import { type Conjunction, fewValues, flatten, typesOfAll } from './conjunction.ts';
import { firstGap, type GapOrNone, type Prove, type Provers } from './gap.ts';
import { listGap } from './list-gap.ts';
import { objectGap } from './object-gap.ts';
import { scalarGap } from './scalar-gap.ts';
import { Steps } from './steps.ts';
import { isSameSchema, listed, referredTo, type Subschema, without } from './subschema.ts';

/** Tries to prove that the second schema accepts every value of the first. Returns what could not be proven. */
export function inclusionGap(first: Subschema, second: Subschema): GapOrNone {
  const steps = new Steps();
  const prove: Prove = (subschemas, subschema) => {
    if (!steps.takeOne()) return { at: '', why: 'the schemas take too many steps to compare' };
    return steps.assuming(subschemas, subschema, () => included(subschemas, subschema, provers));
  };
  const provers: Provers = {
    forSameValue: prove,
    forMember: (subschemas, subschema) => steps.descend(() => prove(subschemas, subschema)),
  };
  return prove([first], second);
}

function included(conjunction: Conjunction, second: Subschema, provers: Provers): GapOrNone {
  const first = flatten(conjunction);
  if (first === undefined) return { at: '', why: 'unresolved or circular reference' };
  const isEqual = [...conjunction, ...first].some((subschema) => isSameSchema(subschema, second));
  if (isEqual || typesOfAll(first).length === 0) return undefined;
  const values = fewValues(first);
  if (values !== undefined) return valuesGap(values, second);
  const alternatives = alternativesOf(first);
  return alternatives === undefined
    ? everyKeyword(first, second, provers)
    : firstGap(alternatives.map((alternative) => () => provers.forSameValue(alternative, second)));
}

function valuesGap(values: readonly unknown[], second: Subschema): GapOrNone {
  for (const value of values) {
    const accepted = accepts(second, value);
    if (accepted === true) continue;
    const text = JSON.stringify(value);
    return {
      at: '',
      why: accepted === false ? `${text} is not accepted` : `it is unknown whether ${text} is accepted`,
    };
  }
  return undefined;
}

/** Splits a schema with alternatives. */
function alternativesOf(first: Conjunction): readonly Conjunction[] | undefined {
  for (const subschema of first) {
    for (const keyword of ['anyOf', 'oneOf']) {
      const alternatives = listed(subschema, keyword);
      if (alternatives.length === 0) continue;
      const rest = first.map((part) => (part === subschema ? without(subschema, keyword) : part));
      return alternatives.map((alternative) => [...rest, alternative]);
    }
  }
  return undefined;
}

/** Every keyword of the second schema must hold for the values of the first. */
function everyKeyword(first: Conjunction, second: Subschema, provers: Provers): GapOrNone {
  const { keywords, root } = second;
  const types = typesOfAll(first);
  return firstGap([
    () => {
      if (typeof keywords['$ref'] !== 'string') return undefined;
      const target = referredTo(keywords['$ref'], root);
      return target === undefined ? { at: '', why: 'unresolved reference' } : provers.forSameValue(first, target);
    },
    () => firstGap(listed(second, 'allOf').map((part) => () => provers.forSameValue(first, part))),
    () => scalarGap(first, second, types),
    () => (types.includes('array') ? listGap(first, second, provers) : undefined),
    () => (types.includes('object') ? objectGap(first, second, provers) : undefined),
    () => choiceGap(first, second, provers),
  ]);
}
