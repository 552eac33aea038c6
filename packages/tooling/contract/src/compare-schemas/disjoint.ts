import { accepts } from './accepts.ts';
import {
  type Conjunction,
  fewValues,
  flatten,
  largest,
  maxItemCount,
  memberOfAll,
  requiredOf,
  splits,
  typesOfAll,
} from './conjunction.ts';
import type { StepBudget } from './proof.ts';

const maxDepth = 8;

/** Whether two schemas provably have no value in common. */
export function areDisjoint(left: Conjunction, right: Conjunction, budget: StepBudget, depth = 0): boolean {
  if (depth > maxDepth || !budget.take()) return false;
  const [first, second] = [flatten(left), flatten(right)];
  if (first === undefined || second === undefined) return false;
  const both = [...first, ...second];
  const common = typesOfAll(both);
  if (common.length === 0 || fewValues(both)?.length === 0) return true;
  const values = fewValues(first) ?? fewValues(second);
  if (values !== undefined) {
    return values.every((value) => both.some((subschema) => accepts(subschema, value) === false));
  }
  if (isSplitDisjoint(first, second, budget, depth) || isSplitDisjoint(second, first, budget, depth)) return true;
  return common.every((type) =>
    type === 'object'
      ? areMembersDisjoint(both, budget, depth)
      : type === 'array' && maxItemCount(both) < largest(both, 'minItems', 0),
  );
}

/** Whether a required property has no value that both schemas accept. */
function areMembersDisjoint(both: Conjunction, budget: StepBudget, depth: number): boolean {
  return [...requiredOf(both)].some((name) => {
    const members = memberOfAll(both, name);
    return (
      members.some((member, index) =>
        members.slice(0, index).some((earlier) => areDisjoint([member], [earlier], budget, depth + 1)),
      ) || members.some((member) => areDisjoint([member], [], budget, depth + 1))
    );
  });
}

/** Whether one of the schemas has alternatives that are all disjoint from the other schema. */
function isSplitDisjoint(left: Conjunction, right: Conjunction, budget: StepBudget, depth: number): boolean {
  for (const alternatives of splits(left)) {
    if (alternatives.every((alternative) => areDisjoint(alternative, right, budget, depth + 1))) return true;
  }
  return false;
}
