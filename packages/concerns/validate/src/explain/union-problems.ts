import { isObject, type JsonSchema, own, type PathSegment } from '../base/json.ts';
import { typesOf, typeWords } from '../keywords/types.ts';
import { branchesOf, hasTag, isChoice, mayBe, tagChoices, tagName } from './branches.ts';
import { choicesOf, type LeafProblem, notAChoice } from './leaf-problems.ts';
import { isRequired, type Problem } from './problem.ts';
import { cut, valueWords } from './value-words.ts';

/** Finds what is wrong with the value at hand by one branch. */
type FindInBranch = (branch: unknown) => readonly Problem[];

const maxChoices = 10;

interface Judged {
  readonly branch: unknown;
  readonly problems: readonly Problem[];
}

/** What a union has against a value: the words of the branch it was meant for, or the list of what is allowed. */
export function unionProblems(
  schema: JsonSchema,
  value: unknown,
  path: readonly PathSegment[],
  find: FindInBranch,
): readonly Problem[] {
  const judged = branchesOf(schema).map((branch): Judged => ({ branch, problems: find(branch) }));
  const fitting = judged.filter(({ problems }) => problems.length === 0).length;
  if (judged.length === 0 || fitting > 0) {
    const isExclusive = schema['anyOf'] === undefined && fitting > 1;
    return isExclusive ? [{ path, text: 'Must fit exactly one of the allowed forms' }] : [];
  }
  const candidates = judged.filter(({ branch }) => mayBe(branch, value));
  // Also when there is no candidate at all.
  if (candidates.every(({ branch }) => isChoice(branch))) {
    return [{ path, ...allowedProblem(judged, value) }];
  }
  if (candidates.length > 1 && !isObject(value) && !Array.isArray(value)) {
    return [{ path, ...alternativesProblem(candidates, value) }];
  }
  return isObject(value) ? objectProblems(candidates, value, path) : fewestProblems(candidates);
}

function objectProblems(
  candidates: readonly Judged[],
  value: JsonSchema,
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
  const problem = Object.hasOwn(value, tag) ? notAChoice(choices, value[tag]) : isRequired;
  return [{ path: [...path, tag], ...problem }];
}

function fewestProblems(candidates: readonly Judged[]): readonly Problem[] {
  return candidates.reduce<readonly Problem[]>(
    (fewest, { problems }) => (fewest.length === 0 || problems.length < fewest.length ? problems : fewest),
    [],
  );
}

/** Forms for the same type of value, such as two formats: `Must be an IPv4 address or an IPv6 address`. */
function alternativesProblem(candidates: readonly Judged[], value: unknown): LeafProblem {
  const start = 'Must be ';
  const texts = candidates.map(({ problems }) => problems[0]?.text ?? '');
  if (!texts.every((text) => text.startsWith(start))) {
    return { text: 'Must fit one of the allowed forms' };
  }
  const forms = new Set(texts.map((text) => text.slice(start.length)));
  return { text: start + [...forms].join(' or '), reveals: `, got ${valueWords(value)}` };
}

function allowedProblem(judged: readonly Judged[], value: unknown): LeafProblem {
  const branches = judged.map(({ branch }) => branch).filter(isObject);
  const choices = branches.flatMap((branch) => choicesOf(branch) ?? []);
  const types = new Set(branches.filter((branch) => !isChoice(branch)).flatMap(typesOf));
  if (types.size === 0) {
    return choices.length > 0 ? notAChoice(choices, value) : { text: 'Must fit one of the allowed forms' };
  }
  const allowed = [typeWords(types), ...choices.slice(0, maxChoices).map((choice) => cut(JSON.stringify(choice)))];
  return { text: `Must be ${allowed.join(' or ')}`, reveals: `, got ${valueWords(value)}` };
}
