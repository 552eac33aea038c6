import { accepts } from './accepts.ts';
import { choiceGap } from './choice-gap.ts';
import { type Conjunction, fewValues, flatten, isEmpty, splits, typesOfAll } from './conjunction.ts';
import { areDisjoint } from './disjoint.ts';
import { incomparableGap } from './keyword-gap.ts';
import { listGap } from './list-gap.ts';
import { objectGap } from './object-gap.ts';
import { Claims, firstGap, type GapOrNone, type Prove, type Provers, StepBudget, tooManySteps } from './proof.ts';
import { scalarGap } from './scalar-gap.ts';
import { isSameSchema, listed, referredTo, type Subschema } from './subschema.ts';

/** Leaves 30 steps for each of the 9,900 pairs of a `oneOf` of 100, compared with a copy that differs in one alternative. */
const maxDisjointnessSteps = 300_000;

/** Tries to prove that the wide schema accepts every value of the narrow schema. Returns what could not be proven. */
export function inclusionGap(narrow: Subschema, wide: Subschema): GapOrNone {
  const claims = new Claims();
  const budget = new StepBudget();
  const disjointnessBudget = new StepBudget(maxDisjointnessSteps);
  const prove: Prove = (subschemas, subschema) => {
    if (!budget.take()) return tooManySteps;
    return claims.assuming(subschemas, subschema, () => conjunctionGap(subschemas, subschema, provers));
  };
  const provers: Provers = {
    forSameValue: prove,
    forMember: (subschemas, subschema) => claims.descend(() => prove(subschemas, subschema)),
    areDisjoint: (left, right) => {
      const steps = disjointnessBudget.forProof();
      const isDisjoint = areDisjoint(left, right, steps);
      return !isDisjoint && steps.isExceeded ? undefined : isDisjoint;
    },
  };
  return prove([narrow], wide);
}

function conjunctionGap(conjunction: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
  const narrow = flatten(conjunction);
  if (narrow === undefined) return { path: '', reason: 'unresolved or circular reference' };
  const isEqual = [...conjunction, ...narrow].some((subschema) => isSameSchema(subschema, wide));
  if (isEqual || isEmpty(narrow)) return undefined;
  const values = fewValues(narrow);
  if (values !== undefined) return valuesGap(values, wide);
  const [alternatives] = splits(narrow);
  return alternatives === undefined
    ? keywordsGap(narrow, wide, provers)
    : firstGap(alternatives.map((alternative) => () => provers.forSameValue(alternative, wide)));
}

function valuesGap(values: readonly unknown[], wide: Subschema): GapOrNone {
  for (const value of values) {
    const accepted = accepts(wide, value);
    if (accepted === true) continue;
    const text = JSON.stringify(value);
    return {
      path: '',
      reason: accepted === false ? `${text} is not accepted` : `it is unknown whether ${text} is accepted`,
    };
  }
  return undefined;
}

/** Every keyword of the wide schema must hold for the values of the narrow schema. */
function keywordsGap(narrow: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
  const { keywords, root } = wide;
  const types = typesOfAll(narrow);
  return firstGap([
    () => {
      if (typeof keywords['$ref'] !== 'string') return undefined;
      const target = referredTo(keywords['$ref'], root);
      return target === undefined ? { path: '', reason: 'unresolved reference' } : provers.forSameValue(narrow, target);
    },
    () => firstGap(listed(wide, 'allOf').map((part) => () => provers.forSameValue(narrow, part))),
    () => scalarGap(narrow, wide, types),
    () => incomparableGap(narrow, wide),
    () => (types.includes('array') ? listGap(narrow, wide, provers) : undefined),
    () => (types.includes('object') ? objectGap(narrow, wide, provers) : undefined),
    () => choiceGap(narrow, wide, provers),
  ]);
}
