import { choicesOf, describeTypes, typesOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, own, type PathSegment } from '../json-schema/json.ts';
import {
  closestBranches,
  fitsUnion,
  hasTag,
  innermostBranches,
  isChoice,
  mayMatch,
  tagChoices,
  tagName,
} from './branches.ts';
import { choiceAlternatives } from './describe-value.ts';
import { got, invalidChoice, type KeywordProblem, mustBe, requiredProblem } from './keyword-problems.ts';
import type { Problem } from './problem.ts';

/** Finds the problems of the value with one branch. */
type FindInBranch = (branch: unknown) => readonly Problem[];

interface BranchResult {
  readonly branch: unknown;
  readonly problems: readonly Problem[];
}

/** The problems of a value with a union: the problems with the closest branch, or the list of allowed values. */
export function unionProblems(
  schema: JsonSchema,
  value: unknown,
  path: readonly PathSegment[],
  find: FindInBranch,
): readonly Problem[] {
  const branches = innermostBranches(schema);
  if (branches.length === 0 || (branches.length > maxBranches && isTooLarge(schema, value))) {
    return [];
  }
  const results = branches.map((branch): BranchResult => ({ branch, problems: find(branch) }));
  const fitting = results.filter(({ problems }) => problems.length === 0).map(({ branch }) => branch);
  if (fitting.length > 0) {
    const isValid = fitsUnion(schema, new Set(fitting));
    return isValid ? [] : [{ path, text: 'Must fit exactly one of the allowed forms' }];
  }
  const candidates = results.filter(({ branch }) => mayMatch(branch, value));
  // Also true without any candidate.
  if (candidates.every(({ branch }) => isChoice(branch))) {
    return [{ path, ...allowedProblem(results, value) }];
  }
  if (candidates.length > 1 && !isObject(value) && !Array.isArray(value)) {
    return [{ path, ...alternativesProblem(candidates, value) }];
  }
  return isObject(value) ? objectProblems(candidates, value, path) : fewestProblems(candidates);
}

/** The maximum number of branches that a value is compared with. It limits the work for one response. */
const maxBranches = 200;

/** Whether too many branches remain for a value; choices cost little. Then nothing is known about the value. */
function isTooLarge(schema: JsonSchema, value: unknown): boolean {
  return closestBranches(schema, value).filter((branch) => !isChoice(branch)).length > maxBranches;
}

function objectProblems(
  candidates: readonly BranchResult[],
  value: Readonly<Record<string, unknown>>,
  path: readonly PathSegment[],
): readonly Problem[] {
  const branches = candidates.map(({ branch }) => branch);
  const tag = branches.length > 1 ? tagName(branches) : undefined;
  if (tag === undefined) {
    return fewestProblems(candidates);
  }
  const tagged = candidates.filter(({ branch }) => hasTag(branch, tag, own(value, tag)));
  if (tagged.length > 0) {
    return fewestProblems(tagged);
  }
  const choices = branches.flatMap((branch) => tagChoices(branch, tag) ?? []);
  const problem = Object.hasOwn(value, tag) ? invalidChoice(choices, value[tag]) : requiredProblem;
  return [{ path: [...path, tag], ...problem }];
}

function fewestProblems(candidates: readonly BranchResult[]): readonly Problem[] {
  return candidates.reduce<readonly Problem[]>(
    (fewest, { problems }) => (fewest.length === 0 || problems.length < fewest.length ? problems : fewest),
    [],
  );
}

/** Alternatives of the same type, such as two formats: `Must be an IPv4 address or an IPv6 address`. */
function alternativesProblem(candidates: readonly BranchResult[], value: unknown): KeywordProblem {
  const forms = new Set(candidates.map(({ problems }) => problems[0]?.expected));
  return forms.has(undefined)
    ? { text: 'Must fit one of the allowed forms' }
    : mustBe([...forms].join(' or '), got(value));
}

function allowedProblem(results: readonly BranchResult[], value: unknown): KeywordProblem {
  const branches = results.map(({ branch }) => branch).filter(isObject);
  const choices = branches.flatMap((branch) => choicesOf(branch) ?? []);
  const types = new Set(branches.filter((branch) => !isChoice(branch)).flatMap(typesOf));
  if (types.size === 0) {
    return choices.length > 0 ? invalidChoice(choices, value) : { text: 'Must fit one of the allowed forms' };
  }
  return mustBe([describeTypes(types), ...choiceAlternatives(choices)].join(' or '), got(value));
}
