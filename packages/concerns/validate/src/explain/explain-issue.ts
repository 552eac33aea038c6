import { cutText } from '@toolwire/internal';
import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { appliedSchemas, isClosed, requiredNames } from '../json-schema/schema-parts.ts';
import { maxRepeatedCharacters } from './describe-value.ts';
import { findProblems, fits, problemsHere } from './find-problems.ts';
import { requiredProblem, unknownName } from './keyword-problems.ts';
import { holdsSensitive, type Located, locate, objectSchemas } from './locate.ts';
import type { Issue, Problem } from './problem.ts';

/** The maximum number of problems that one issue is explained with. */
const maxProblems = 100;

/** Explains one issue of a library or validator, with the schema where possible, and else with the library's message. */
export function explainIssue(
  root: JsonSchema,
  rootValue: unknown,
  issue: Issue,
  showValues: boolean,
): readonly Problem[] {
  if (issue.problem !== undefined) return [withoutHiddenValue(root, rootValue, issue.problem, showValues)];
  const located = locate(root, rootValue, issue.path);
  const unknownFields = unknownNames(located, issue);
  const problems = unknownFields.length > 0 || issue.byAuthor === true ? unknownFields : schemaProblems(located, issue);
  if (problems.length === 0) {
    const message = libraryMessage(issue, located, showValues);
    return [{ path: located.path, text: message ?? 'Is not valid', quoted: message !== undefined }];
  }
  return problems.map((problem) => withoutHiddenValue(root, rootValue, problem, showValues));
}

/** Explains all problems that a schema has with a value. */
export function explainValue(root: JsonSchema, rootValue: unknown, showValues: boolean): readonly Problem[] {
  return findProblems(root, rootValue, [], maxProblems).map((problem) =>
    withoutHiddenValue(root, rootValue, problem, showValues),
  );
}

/** Removes the value from a problem where it must not be shown. */
export function withoutHiddenValue(
  root: JsonSchema,
  rootValue: unknown,
  problem: Problem,
  showValues: boolean,
): Problem {
  return showValues && mayShowValue(root, rootValue, problem) ? problem : withoutValue(problem);
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
    const isRequiredField =
      isObject(holder) && holderSchemas.some((schema) => requiredNames(schema, holder).includes(name));
    return isRequiredField ? [{ path, ...requiredProblem }] : [];
  }
  const problems = schemas
    .flatMap((schema) => appliedSchemas(schema, value, fits))
    .flatMap((schema) => problemsHere(schema, value, path, maxProblems));
  // A validator has no messages, and its path may end above the invalid part.
  if (problems.length === 0 && issue.message === undefined) {
    return schemas.flatMap((schema) => findProblems(schema, value, path, maxProblems)).slice(0, maxProblems);
  }
  return problems.slice(0, maxProblems);
}

function mayShowValue(root: JsonSchema, rootValue: unknown, problem: Problem): boolean {
  if (problem.reveals === undefined) {
    return true;
  }
  const { schemas, sensitive } = locate(root, rootValue, problem.path);
  return !sensitive && !schemas.some(holdsSensitive);
}

function withoutValue({ path, text, isMissing }: Problem): Problem {
  return isMissing === undefined ? { path, text } : { path, text, isMissing };
}

/** The library's message, unless it may repeat a hidden value. */
function libraryMessage(
  { message }: Issue,
  { schemas, sensitive, value }: Located,
  showValues: boolean,
): string | undefined {
  if (message === undefined || message === '' || sensitive) {
    return undefined;
  }
  const mayRepeat = showValues && !schemas.some(holdsSensitive);
  // Long values are never repeated.
  const minHiddenLength = mayRepeat ? maxRepeatedCharacters + 1 : 1;
  return repeatsValue(message, value, minHiddenLength) ? undefined : cutText(message, 300);
}

const maxPartsToSearch = 1000;

/** Whether a message repeats a part of a value that has at least `minLength` characters. */
function repeatsValue(message: string, value: unknown, minLength: number): boolean {
  const parts: unknown[] = [value];
  for (let index = 0; index < parts.length && index < maxPartsToSearch; index += 1) {
    const part = parts[index];
    if (Array.isArray(part) || isObject(part)) {
      parts.push(...Object.values<unknown>(part).slice(0, maxPartsToSearch));
    } else if (isScalar(part)) {
      const text = String(part);
      if (text.length >= minLength && message.includes(text)) return true;
    }
  }
  return false;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
