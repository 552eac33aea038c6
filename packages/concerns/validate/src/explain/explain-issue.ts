import { isObject, type JsonSchema } from '../base/json.ts';
import { findProblems, fits, problemsHere, unknownName } from './find-problems.ts';
import { type Located, locate, objectSchemas } from './locate.ts';
import { type Issue, isRequired, type Problem } from './problem.ts';
import { appliedSchemas, isClosed, requiredNames } from './schema-parts.ts';
import { holdsSensitive } from './sensitive.ts';
import { cut, echoes, echoesLong } from './value-words.ts';

/** How many problems one issue may be explained by. */
const maxProblems = 100;

/** Puts one issue of a library or validator into words, from the schema where it can, else in the library's own. */
export function explainIssue(
  root: JsonSchema,
  rootValue: unknown,
  issue: Issue,
  showValues: boolean,
): readonly Problem[] {
  const located = locate(root, rootValue, issue.path);
  const unknown = unknownNames(located, issue);
  const found = unknown.length > 0 || issue.byAuthor === true ? unknown : schemaProblems(located, issue);
  if (found.length === 0) {
    const words = libraryWords(issue, located, showValues);
    return [{ path: located.path, text: words ?? 'Is not valid', quoted: words !== undefined }];
  }
  return found.map((problem) => (showValues && mayReveal(root, rootValue, problem) ? problem : withoutValue(problem)));
}

function unknownNames({ path, value, holder, holderSchemas, schemas }: Located, issue: Issue): readonly Problem[] {
  if (issue.unknownNames !== undefined) {
    const holders = schemas.flatMap((schema) => objectSchemas(schema, value));
    return issue.unknownNames.slice(0, maxProblems).map((name) => unknownName(holders, value, [...path, name]));
  }
  const isUnknown = typeof path.at(-1) === 'string' && schemas.every((schema) => schema === false);
  return isUnknown && holderSchemas.some(isClosed) ? [unknownName(holderSchemas, holder, path)] : [];
}

function schemaProblems({ path, value, holder, holderSchemas, schemas }: Located, issue: Issue): readonly Problem[] {
  const name = path.at(-1);
  if (typeof name === 'string' && value === undefined) {
    const mustBeThere =
      isObject(holder) && holderSchemas.some((schema) => requiredNames(schema, holder).includes(name));
    return mustBeThere ? [{ path, ...isRequired }] : [];
  }
  const here = schemas
    .flatMap((schema) => appliedSchemas(schema, value, fits))
    .flatMap((schema) => problemsHere(schema, value, path, maxProblems));
  // A validator has no words of its own, and may point no deeper than this.
  const inside = here.length === 0 && issue.message === undefined;
  return (inside ? schemas.flatMap((schema) => findProblems(schema, value, path, maxProblems)) : here).slice(
    0,
    maxProblems,
  );
}

function mayReveal(root: JsonSchema, rootValue: unknown, problem: Problem): boolean {
  if (problem.reveals === undefined) {
    return true;
  }
  const { schemas, sensitive } = locate(root, rootValue, problem.path);
  return !sensitive && !schemas.some(holdsSensitive);
}

function withoutValue({ path, text, isMissing }: Problem): Problem {
  return isMissing === undefined ? { path, text } : { path, text, isMissing };
}

/** A library's words, unless they may repeat what must not be repeated. */
function libraryWords(
  { message }: Issue,
  { schemas, sensitive, value }: Located,
  showValues: boolean,
): string | undefined {
  if (message === undefined || message === '' || sensitive) {
    return undefined;
  }
  const mayEcho = showValues && !schemas.some(holdsSensitive);
  return (mayEcho ? echoesLong(message, value) : echoes(message, value)) ? undefined : cut(message, 300);
}
